import type { Body, Gap } from "../exchange.js";
import { HeaderCollector, type HeaderList, headersOfObject, noHeaders } from "../header-list.js";
import { pointerToken } from "../pointer-token.js";
import { type Attachments, base64Body, jsonBody, missing, noBody, textBody } from "../recorded-body.js";
import { type Found, record, statusOf } from "../recorded-fields.js";
import { type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";

export type StubResponse = {
  readonly message: Found["response"];
  readonly bodyPlace: string;
  readonly incomplete: string | undefined;
  readonly gaps: readonly Gap[];
};

/** The answer that a mapping gives. */
export function stubResponse(response: UnknownRecord, attachments: Attachments): StubResponse {
  const headers =
    response.headers === undefined
      ? noHeaders
      : headersOfObject(record(response.headers, "/response/headers", "an object"), "/response/headers");
  const { list, gaps } = withoutTemplates(headers);
  const { body, place } = bodyOf(response, attachments);
  return {
    // Without a status WireMock answers with 200.
    message: { status: statusOf(response.status ?? 200, "/response/status"), headers: list, body },
    bodyPlace: place,
    incomplete: whyNoAnswer(response),
    gaps,
  };
}

function whyNoAnswer({ fault, proxyBaseUrl }: UnknownRecord): string | undefined {
  if (fault !== undefined) return "the mapping answers with a fault";
  return proxyBaseUrl === undefined ? undefined : "the mapping passes the request on and holds no answer";
}

function withoutTemplates({ headers, places = [] }: HeaderList): { list: HeaderList; gaps: readonly Gap[] } {
  const list = new HeaderCollector();
  const gaps: Gap[] = [];
  for (const [index, [name, value]] of headers.entries()) {
    if (!isTemplate(value)) list.add(name, value, places[index] ?? `/${pointerToken(name)}`);
    else {
      const reason = `header "${name.slice(0, 40)}" of the answer is a template, which tells no value`;
      gaps.push({ part: "response.headers", certainty: "certain", reason });
    }
  }
  return { list, gaps };
}

function bodyOf(response: UnknownRecord, attachments: Attachments): { body: Body; place: string } {
  for (const [name, read] of Object.entries(bodyKinds)) {
    const value = response[name];
    if (value === undefined || (name !== "jsonBody" && value === null)) continue;
    const place = `/response/${name}`;
    if (name === "jsonBody") return { body: untemplated(jsonBody(value)), place };
    if (typeof value !== "string") throw new UnreadableEntry(place, value, "a string");
    return { body: untemplated(read(value, place, attachments)), place };
  }
  return { body: noBody, place: "/response" };
}

function untemplated(body: Body): Body {
  const text =
    body.kind === "bytes" ? Buffer.from(body.bytes).toString("latin1") : body.kind === "text" ? body.text : "";
  return isTemplate(text) ? missing("the body of the answer is a template") : body;
}

type BodyReader = (value: string, place: string, attachments: Attachments) => Body;

const bodyKinds: Readonly<Record<string, BodyReader>> = {
  body: (value) => textBody(value),
  jsonBody: (value) => jsonBody(value),
  base64Body: (value, place) => base64Body(value, place),
  bodyFileName: (value, _, attachments) =>
    isTemplate(value) ? missing("the name of the body's file is a template") : attachments(value, "__files"),
};

/** Handlebars, as the transformer "response-template" fills it in; it can be switched on for all mappings from outside. */
function isTemplate(text: string): boolean {
  const start = text.indexOf("{{");
  return start !== -1 && text.includes("}}", start);
}
