import { isObject, isScalar, type Json, type JsonObject } from "../../document/index.js";
import { isIdName } from "../../resources/index.js";

/** The resource in a body such as `{"data": {"id": 7}}`; the body itself if it has an id of its own. */
export function openEnvelope(body: Json): Json {
  if (!isObject(body) || hasIdentity(body)) return body;
  return Object.values(body).filter(isObject).find(hasIdentity) ?? body;
}

/** The same, unless what was written has the same envelope around an object: then both are compared with their envelopes. */
export function openUnwrittenEnvelope(body: Json, written: Json): Json {
  return getEnvelopeName(body, written) === undefined ? openEnvelope(body) : body;
}

/** The name of the envelope that a body and what was written have; undefined if there is none. */
export function getEnvelopeName(body: Json, written: Json): string | undefined {
  const inner = openEnvelope(body);
  if (!isObject(body) || !isObject(written)) return undefined;
  return Object.keys(body).find((name) => body[name] === inner && isObject(written[name]));
}

export function hasIdentity(value: JsonObject): boolean {
  return Object.entries(value).some(([name, it]) => isScalar(it) && isIdName(name));
}
