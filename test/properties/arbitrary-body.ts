import fc, { type Arbitrary } from "fast-check";
import {
  asObject,
  asString,
  type Document,
  type MediaTypeDefinition,
  resolvePointer,
} from "../../src/document/index.js";
import type { HeaderField, RecordedBody } from "../../src/recording/index.js";
import { arbitraryValue, type Side } from "./arbitrary-value.js";
import { Ungeneratable } from "./ungeneratable.js";
import { writtenXml } from "./written-xml.js";

export type MadeBody = { readonly headers: readonly HeaderField[]; readonly body: RecordedBody };

export const NO_BODY: MadeBody = { headers: [], body: { kind: "none" } };

/** A body of one of the supported media types. */
export function arbitraryBody(
  document: Document,
  content: readonly MediaTypeDefinition[],
  { side, isRequired }: { side: Side; isRequired: boolean },
): Arbitrary<MadeBody> {
  if (content.length === 0) return fc.constant(NO_BODY);
  const made = content.flatMap((media) => {
    const writing = writingOf(media.range);
    if (writing === undefined || media.schema === undefined) return [];
    return [possible(arbitraryValue(document, media.schema, { side }), (value) => writing(document, media, value))];
  });
  if (made.length === 0) throw new Ungeneratable(`no body of ${content.map(({ range }) => range).join(", ")}`);
  return isRequired ? fc.oneof(...made) : fc.oneof(fc.constant(NO_BODY), ...made);
}

/** Returns undefined for a value that the media type cannot represent. */
type Writing = (document: Document, media: MediaTypeDefinition, value: unknown) => MadeBody | undefined;

function writingOf(range: string): Writing | undefined {
  if (/[/+]json$/.test(range)) return (_, media, value) => written(media.range, JSON.stringify(value));
  if (/[/+]xml$/.test(range)) return asXml;
  if (range === "application/x-www-form-urlencoded") return asForm;
  if (range === "multipart/form-data") return asParts;
  if (/^(text\/(plain|html|csv)|application\/(octet-stream|sdp))$/.test(range)) return asText;
  return undefined;
}

/** Checks first that some values pass, because a filter that rejects all values would never end. */
function possible(values: Arbitrary<unknown>, write: (value: unknown) => MadeBody | undefined): Arbitrary<MadeBody> {
  if (!fc.sample(values, { numRuns: 30, seed: 1 }).some((it) => write(it) !== undefined))
    throw new Ungeneratable("no value that its media type can carry");
  return values.map(write).filter((it) => it !== undefined);
}

function asXml(document: Document, { range, schema }: MediaTypeDefinition, value: unknown): MadeBody | undefined {
  const text = schema === undefined ? undefined : writtenXml(document, schema, value);
  return text === undefined ? undefined : written(range, text);
}

function asText(_: Document, { range }: MediaTypeDefinition, value: unknown): MadeBody | undefined {
  return typeof value === "string" && value !== "" ? written(range, value) : undefined;
}

function asForm(_: Document, { range }: MediaTypeDefinition, value: unknown): MadeBody | undefined {
  const fields = Object.entries(asFields(value) ?? {});
  if (fields.length === 0 || fields.some(([, field]) => typeof field === "object")) return undefined;
  const texts = fields.map(([name, field]): [string, string] => [name, String(field)]);
  return written(range, new URLSearchParams(texts).toString());
}

const BOUNDARY = "----partition7MA4YWxk";

/** Creates a part for each property and each array item, with the media type of the Encoding Object or the default. */
function asParts(document: Document, { range, pointer }: MediaTypeDefinition, value: unknown): MadeBody | undefined {
  const encodings = asObject(resolvePointer(document, pointer)?.value.encoding) ?? {};
  const parts = Object.entries(asFields(value) ?? {}).flatMap(([name, field]) => {
    const type = asString(asObject(encodings[name])?.contentType)?.replace(/,.*$/, "");
    // An empty array would have no part.
    const items: unknown[] = Array.isArray(field) && field.length > 0 ? field : [field];
    return items.map((item) => asPart(name, type, item));
  });
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return written(`${range}; boundary=${BOUNDARY}`, `${parts.join("")}--${BOUNDARY}--\r\n`);
}

function asPart(name: string, type: string | undefined, item: unknown): string | undefined {
  if (type?.includes("*") || item === null || Array.isArray(item)) return undefined;
  const isJson = typeof item === "object";
  const given = type ?? (isJson ? "application/json" : undefined);
  const header = given === undefined ? "" : `Content-Type: ${given}\r\n`;
  const text = isJson ? JSON.stringify(item) : String(item);
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${header}\r\n${text}\r\n`;
}

function asFields(value: unknown): object | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function written(type: string, text: string): MadeBody {
  return { headers: [["Content-Type", type]], body: { kind: "text", text } };
}
