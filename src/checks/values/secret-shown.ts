import { isObject, joinPointer, type Pointer } from "../../document/index.js";
import { REDACTED } from "../../exchange/index.js";
import { isSensitive } from "../../schema/index.js";
import type { Check, CheckFinding } from "../check.js";

/** `exchange.secret.shown` in a recording: the response to a write repeats a secret of the request in plain text. */
export const secretShown: Check = function* ({ exchange, operation, schemas, bodies }) {
  const { request, response } = bodies;
  const { status } = exchange.response;
  const schema = request.media?.schema;
  if (request.content.kind !== "value" || response.content.kind !== "value" || status < 200 || status > 299) return;
  const name = findShownSecret(request.content.value, response.content.value, (at) => isSensitive(schemas, schema, at));
  if (name !== undefined) yield createShownSecretFinding(operation.pointer, name);
};

/** Finds a secret in the request body that the response body repeats in plain text. */
export function findShownSecret(sent: unknown, shown: unknown, isSecret: (at: Pointer) => boolean): string | undefined {
  if (!isObject(sent) || !isObject(shown)) return undefined;
  return Object.keys(sent).find((name) => {
    const value = sent[name];
    return typeof value === "string" && isReadable(value) && value === shown[name] && isSecret(joinPointer("", name));
  });
}

/** Whether a text is not a mask: `****`, or what a recorder writes in place of secrets. */
function isReadable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !text.includes(REDACTED);
}

export function createShownSecretFinding(contract: Pointer, name: string): CheckFinding {
  return {
    code: "exchange.secret.shown",
    message: `"${name}" is returned in plain text; expected a masked value`,
    part: "response.body",
    at: joinPointer("", name),
    contract,
    property: joinPointer("", name),
    valueClass: name,
    occurrences: 1,
  };
}
