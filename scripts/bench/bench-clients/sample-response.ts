import type { MediaTypeDefinition, Operation } from "../../../src/document/index.js";
import { listBodyExamples } from "../../../src/samples/example-values.js";
import { isValidAtPointer, makeValue } from "../../../src/samples/make-value.js";
import type { SampleContext } from "../../../src/samples/sample-context.js";

/** A response of the server, and the data that the client has to return for it. */
export type SampleResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly data: unknown;
};

/** Makes the first success of an operation: a valid example of the spec, or a value made from the schema. */
export function makeSampleResponse(context: SampleContext, { responses, method }: Operation): SampleResponse {
  const success =
    responses.find(({ status }) => status.startsWith("2")) ?? responses.find((it) => it.status === "default");
  const status = Number(/^\d+$/.test(success?.status ?? "") ? success?.status : 200);
  const media = success?.content.find(({ range }) => /json/.test(range)) ?? success?.content[0];
  if (media === undefined || method === "HEAD" || status === 204 || status === 205)
    return { status, headers: {}, body: undefined, data: undefined };
  const type = media.range.replace(/^\*\/\*$/, "application/json").replace("*", "octet-stream");
  const value = makeSampleBody(context, media);
  return { status, headers: { "content-type": type }, ...serializeBody(type, value) };
}

function makeSampleBody(context: SampleContext, media: MediaTypeDefinition): unknown {
  const { schema, itemSchema } = media;
  const examples = listBodyExamples(context, media).map(({ value }) => value);
  if (schema === undefined) return itemSchema === undefined ? examples[0] : makeFrom(context, itemSchema);
  const example = examples.find((value) => isValidAtPointer(context, schema, value));
  return example ?? makeFrom(context, schema);
}

function makeFrom(context: SampleContext, schema: string): unknown {
  return makeValue(context, context.schemas.model.at([schema]))?.value;
}

function serializeBody(type: string, value: unknown): Pick<SampleResponse, "body" | "data"> {
  const json = JSON.stringify(value ?? null);
  const plain = JSON.parse(json) as unknown;
  if (/event-stream/.test(type)) {
    const events = [1, 2].map(() => `event: message\ndata: ${json}\n\n`).join("");
    return { body: events, data: [plain, plain] };
  }
  if (/ndjson|jsonl|json-seq|json-stream|stream\+json/.test(type))
    return { body: `${json}\n${json}\n`, data: [plain, plain] };
  if (/[/+]json/.test(type)) return { body: json, data: plain };
  const text = typeof plain === "string" ? plain : /xml/.test(type) ? "<root/>" : "text";
  return { body: text, data: text };
}
