import type { BodyContent } from "../checks/index.js";
import { joinPointer, type MediaType } from "../document/index.js";
import { type Body, bodyText, decodeBody, type Header, parseMediaType } from "../exchange/index.js";
import { isJson } from "../match/index.js";
import { readForm, type Schemas, schemaTypes } from "../schema/index.js";

type Recorded = { readonly body: Body; readonly headers: readonly Header[]; readonly contentType: string | undefined };

/** Turns a recorded body into what its documented media type says it is. */
export function readBody(schemas: Schemas, media: MediaType | undefined, recorded: Recorded): BodyContent {
  const body = decodeBody(recorded.body, recorded.headers);
  if (isEmpty(body)) return { kind: "none" };
  if (body.kind === "missing") return { kind: "unjudged", reason: body.reason };
  if (media === undefined) return { kind: "unread" };
  const type = parseMediaType(recorded.contentType ?? media.range);
  if (type === undefined) return { kind: "unread" };
  if (!isJson(type) && media.schema === undefined) return { kind: "unread" };
  const isForm = type.essence === "application/x-www-form-urlencoded";
  if (!isJson(type) && !isForm && type.type !== "text") return readOther(schemas, media, type.essence);
  const text = bodyText(body, type.parameters.charset ?? "utf-8");
  if (text.kind !== "text")
    return { kind: "unjudged", reason: text.kind === "missing" ? text.reason : "there is no text" };
  if (isJson(type)) return parseJson(text.text);
  return isForm ? readForm(schemas, media.pointer, text.text) : { kind: "value", value: text.text };
}

function parseJson(text: string): BodyContent {
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch (error) {
    // The engine's own message quotes the text, which may hold secrets; its first words say enough.
    const reason =
      error instanceof Error
        ? error.message.replace(/^(Unexpected (?:token|end of JSON input|non-whitespace)).*$/s, "$1")
        : "";
    return { kind: "malformed", reason: `is not JSON, as its Content-Type says (${reason.slice(0, 80)})` };
  }
}

/** Of bytes only type and presence can be judged; a schema that asks for more than bytes cannot be held against them. */
function readOther(schemas: Schemas, media: MediaType, essence: string): BodyContent {
  const types = media.schema === undefined ? [] : [...schemaTypes(schemas, joinPointer(media.pointer, "schema"))];
  if (types.every((type) => type === "string")) return { kind: "unread" };
  return { kind: "unjudged", reason: `bodies of type ${essence} cannot be held against a schema` };
}

function isEmpty(body: Body): boolean {
  if (body.kind === "none") return true;
  return (body.kind === "text" && body.text === "") || (body.kind === "bytes" && body.bytes.length === 0);
}
