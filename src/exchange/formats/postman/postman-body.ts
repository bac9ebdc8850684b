import type { RecordedBody } from "../../exchange.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { createMissingBody, createTextBody, NO_BODY } from "../../reader/recorded-body.js";
import type { PostmanVariables } from "./postman-variables.js";

/** A body, its JSON Pointer in the request, and the Content-Type that Postman adds for it. */
export type SavedBody = { readonly body: RecordedBody; readonly pointer: string; readonly contentType?: string };

export function readSavedBody(body: unknown, variables: PostmanVariables): SavedBody {
  if (body === undefined || body === null) return { body: NO_BODY, pointer: "/body" };
  if (!isPlainObject(body)) throw new EntryError("/originalRequest/body", body, "an object with a mode");
  const { mode, raw, urlencoded, disabled } = body;
  if (disabled === true || mode === undefined || mode === "none") return { body: NO_BODY, pointer: "/body" };
  if (mode === "raw") return { ...readRawBody(raw, variables), ...getRawContentType(body), pointer: "/body/raw" };
  if (mode === "urlencoded") return readFormBody(urlencoded, variables);
  return {
    body: createMissingBody(`a body of mode ${String(mode).slice(0, 20)} is not saved as sent`),
    pointer: "/body",
  };
}

function readRawBody(raw: unknown, variables: PostmanVariables): { body: RecordedBody } {
  if (raw === undefined || raw === null) return { body: NO_BODY };
  if (typeof raw !== "string") throw new EntryError("/originalRequest/body/raw", raw, "a string");
  const { text, unknown } = variables.resolve(raw);
  return { body: unknown === undefined ? createTextBody(text) : createUnresolvedBody(unknown) };
}

function getRawContentType({ raw, options }: UnknownRecord): { contentType?: string } {
  if (raw === "" || !isPlainObject(options) || !isPlainObject(options.raw)) return {};
  const contentType = RAW_CONTENT_TYPES.get(options.raw.language);
  return contentType === undefined ? {} : { contentType };
}

function readFormBody(fields: unknown, variables: PostmanVariables): SavedBody {
  const contentType = "application/x-www-form-urlencoded";
  const bodyPointer = "/body/urlencoded";
  const pointer = `/originalRequest${bodyPointer}`;
  if (!Array.isArray(fields)) throw new EntryError(pointer, fields, "an array of { key, value }");
  const form = new URLSearchParams();
  for (const [index, field] of fields.entries()) {
    if (!isPlainObject(field)) throw new EntryError(`${pointer}/${index}`, field, "an object with key and value");
    if (field.disabled === true) continue;
    for (const name of ["key", "value"] as const) {
      if (typeof (field[name] ?? "") !== "string")
        throw new EntryError(`${pointer}/${index}/${name}`, field[name], "a string");
    }
    const [key, value] = [variables.resolve(String(field.key ?? "")), variables.resolve(String(field.value ?? ""))];
    const unknown = key.unknown ?? value.unknown;
    if (unknown !== undefined) return { body: createUnresolvedBody(unknown), pointer: bodyPointer, contentType };
    form.append(key.text, value.text);
  }
  return { body: createTextBody(form.toString()), pointer: bodyPointer, contentType };
}

function createUnresolvedBody(name: string): RecordedBody {
  return createMissingBody(`the body contains the variable "${name}", which has no value in the collection`);
}

const RAW_CONTENT_TYPES: ReadonlyMap<unknown, string> = new Map([
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["html", "text/html"],
  ["javascript", "application/javascript"],
  ["text", "text/plain"],
]);
