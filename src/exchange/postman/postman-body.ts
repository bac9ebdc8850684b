import type { Body } from "../exchange.js";
import { missing, noBody, textBody } from "../recorded-body.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";
import type { PostmanVariables } from "./postman-variables.js";

/** A body, where it stands in the request, and the Content-Type that Postman sends with it by itself. */
export type SavedBody = { readonly body: Body; readonly place: string; readonly contentType?: string };

export function savedBody(body: unknown, variables: PostmanVariables): SavedBody {
  if (body === undefined || body === null) return { body: noBody, place: "/body" };
  if (!isRecord(body)) throw new UnreadableEntry("/originalRequest/body", body, "an object with a mode");
  const { mode, raw, urlencoded, disabled } = body;
  if (disabled === true || mode === undefined || mode === "none") return { body: noBody, place: "/body" };
  if (mode === "raw") return { ...rawBody(raw, variables), ...typeOf(body), place: "/body/raw" };
  if (mode === "urlencoded") return formBody(urlencoded, variables);
  return { body: missing(`a body of mode ${String(mode).slice(0, 20)} is not saved as it was sent`), place: "/body" };
}

function rawBody(raw: unknown, variables: PostmanVariables): { body: Body } {
  if (raw === undefined || raw === null) return { body: noBody };
  if (typeof raw !== "string") throw new UnreadableEntry("/originalRequest/body/raw", raw, "a string");
  const { text, unknown } = variables.resolve(raw);
  return { body: unknown === undefined ? textBody(text) : unresolved(unknown) };
}

function typeOf({ raw, options }: UnknownRecord): { contentType?: string } {
  if (raw === "" || !isRecord(options) || !isRecord(options.raw)) return {};
  const contentType = rawTypes.get(options.raw.language);
  return contentType === undefined ? {} : { contentType };
}

function formBody(fields: unknown, variables: PostmanVariables): SavedBody {
  const contentType = "application/x-www-form-urlencoded";
  const place = "/body/urlencoded";
  const pointer = `/originalRequest${place}`;
  if (!Array.isArray(fields)) throw new UnreadableEntry(pointer, fields, "an array of { key, value }");
  const form = new URLSearchParams();
  for (const [index, field] of fields.entries()) {
    if (!isRecord(field)) throw new UnreadableEntry(`${pointer}/${index}`, field, "an object with key and value");
    if (field.disabled === true) continue;
    for (const name of ["key", "value"] as const) {
      if (typeof (field[name] ?? "") !== "string")
        throw new UnreadableEntry(`${pointer}/${index}/${name}`, field[name], "a string");
    }
    const [key, value] = [variables.resolve(String(field.key ?? "")), variables.resolve(String(field.value ?? ""))];
    const unknown = key.unknown ?? value.unknown;
    if (unknown !== undefined) return { body: unresolved(unknown), place, contentType };
    form.append(key.text, value.text);
  }
  return { body: textBody(form.toString()), place, contentType };
}

function unresolved(name: string): Body {
  return missing(`the body has the variable "${name}", to which the collection gives no value`);
}

const rawTypes: ReadonlyMap<unknown, string> = new Map([
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["html", "text/html"],
  ["javascript", "application/javascript"],
  ["text", "text/plain"],
]);
