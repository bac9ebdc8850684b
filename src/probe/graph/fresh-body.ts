import { isObject, type Json } from "../../document/index.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { type CaseRequest, readWrittenBody } from "../requests/probe-case.js";
import { setAt } from "../round-trip/telling-values.js";
import { splitWords } from "./name-words.js";

/** A domain name, which may end with a dot. A label in front keeps it in its zone. */
const HOST_PATTERN = /^([a-z\d-]+\.)+[a-z]{2,}\.?$/i;
/** Properties that often have to be unique. */
const UNIQUE_WORDS = new Set([
  "id",
  "uuid",
  "guid",
  "key",
  "slug",
  "name",
  "title",
  "code",
  "email",
  "username",
  "login",
  "path",
  "url",
]);

/**
 * Replaces the identifying texts of a body, because a service may accept each of them once. `isValid` keeps the body
 * within its schema.
 *
 * @param id A UUID.
 */
export function makeFreshBody(
  request: CaseRequest,
  id: string,
  isValid: (request: CaseRequest) => boolean,
): CaseRequest {
  const { body } = request;
  if (body === undefined || !("value" in body) || !isObject(body.value as Json)) return request;
  let fresh = request;
  for (const value of listVariants(body.value as Json, id)) {
    const next = { ...request, body: { contentType: body.contentType, value: value(readWrittenBody(fresh)) } };
    if (isValid(next)) fresh = next;
  }
  return fresh;
}

/** One change for each identifying text, of the body itself and of one object inside it. */
function* listVariants(value: Json, id: string, path: readonly string[] = []): Iterable<(whole: Json) => Json> {
  if (!isObject(value)) return;
  for (const [name, it] of Object.entries(value)) {
    if (isObject(it) && path.length === 0) yield* listVariants(it, id, [name]);
    if (typeof it !== "string" || !UNIQUE_WORDS.has(splitWords(name).at(-1) ?? "")) continue;
    yield (whole) => setAt(whole, [...path, name], vary(it, id));
  }
}

function vary(text: string, id: string): string {
  if (UUID_PATTERN.test(text)) return id;
  const tag = id.slice(0, 8);
  const [local = "", domain] = text.split("@");
  if (domain !== undefined) return `${local}-${tag}@${domain}`;
  if (HOST_PATTERN.test(text)) return `${tag}.${text}`;
  return /^https?:\/\//.test(text) ? `${text.replace(/\/$/, "")}/${tag}` : `${text}-${tag}`;
}
