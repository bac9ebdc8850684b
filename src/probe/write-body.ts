import { type Document, isObject, type JsonObject, joinPointer, type MediaType, resolve } from "../document/index.js";
import type { CaseBody } from "./case.js";
import { jsonText, scalarText } from "./json-text.js";
import { queryPairs } from "./write-parameter.js";

export type WrittenBody = { readonly contentType: string; readonly bytes: Uint8Array };

/**
 * The bytes of a body by its media type: JSON, JSON lines, forms, multipart, and text for the rest.
 *
 * @param media the documented media type that the body is of, whose `encoding` says how fields are written.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function writeBody(document: Document, media: MediaType | undefined, body: CaseBody): WrittenBody {
  const { contentType } = body;
  if ("text" in body) return { contentType, bytes: utf8(body.text) };
  const essence = contentType.replace(/;.*$/s, "").trim().toLowerCase();
  const { value } = body;
  if (/[/+]json$/.test(essence)) return { contentType, bytes: utf8(jsonText(value)) };
  if (/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-lines|json-seq)$/.test(essence))
    return { contentType, bytes: utf8(`${jsonText(value)}\n`) };
  const encoding = media === undefined ? undefined : encodingOf(document, media);
  if (essence === "application/x-www-form-urlencoded" && isObject(value))
    return { contentType, bytes: utf8(formText(value, encoding)) };
  if (essence.startsWith("multipart/") && isObject(value)) return multipart(contentType, value, encoding);
  return { contentType, bytes: utf8(scalarText(value)) };
}

type Encodings = (name: string) => JsonObject | undefined;

function encodingOf(document: Document, { pointer }: MediaType): Encodings {
  return (name) => resolve(document, joinPointer(pointer, "encoding", name))?.value;
}

function formText(value: JsonObject, encodings: Encodings = () => undefined): string {
  return Object.entries(value)
    .flatMap(([name, item]) => {
      const encoding = encodings(name);
      // An object without an encoding of its own is written as JSON.
      const field = encoding === undefined && isObject(item) ? jsonText(item) : item;
      const style = styleOf(encoding);
      const explode = typeof encoding?.explode === "boolean" ? encoding.explode : style === "form";
      return queryPairs({ name, style, explode, allowReserved: encoding?.allowReserved === true }, field);
    })
    .join("&");
}

function styleOf(encoding: JsonObject | undefined) {
  const style = encoding?.style;
  return style === "spaceDelimited" || style === "pipeDelimited" || style === "deepObject" ? style : "form";
}

function multipart(contentType: string, value: JsonObject, encodings: Encodings = () => undefined): WrittenBody {
  const parts = Object.entries(value).flatMap(([name, item]) =>
    (Array.isArray(item) ? item : [item]).map((it) => part(name, it, encodings(name))),
  );
  const boundary = unused("contract-probe", parts.join("\r\n"));
  const text = [...parts.map((it) => `--${boundary}\r\n${it}\r\n`), `--${boundary}--\r\n`].join("");
  return { contentType: `${contentType}; boundary=${boundary}`, bytes: utf8(text) };
}

/** An object is JSON by itself; a type that is a range, or several, stands for the first that it names. */
function part(name: string, item: unknown, encoding: JsonObject | undefined): string {
  const given = typeof encoding?.contentType === "string" ? encoding.contentType.split(",")[0]?.trim() : undefined;
  const isFile = given !== undefined && !/^text\/plain|json$/.test(given);
  const type = given?.replace("*/*", "application/octet-stream").replace("/*", "/plain");
  const quoted = name.replaceAll(/["\r\n]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const lines = [
    `Content-Disposition: form-data; name="${quoted}"${isFile ? `; filename="${quoted}"` : ""}`,
    ...(type === undefined ? (isObject(item) ? ["Content-Type: application/json"] : []) : [`Content-Type: ${type}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${type?.endsWith("json") === true ? jsonText(item) : scalarText(item)}`;
}

/** A boundary that does not stand in what it parts. */
function unused(boundary: string, text: string): string {
  return text.includes(boundary) ? unused(`${boundary}-`, text) : boundary;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
