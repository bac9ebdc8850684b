import { isObject, joinPointer, type Pointer } from "../../../document/index.js";
import { REDACTED } from "../../../recording/index.js";
import { isSensitive } from "../../../schema/index.js";
import type { Check, CheckFinding } from "../check.js";

/** `exchange.secret.shown` in a recording: the response to a write repeats a secret of the request in plain text. */
export const secretShown: Check = ({ exchange, operation, schemas, bodies }, report) => {
  const { request, response } = bodies;
  const { status } = exchange.response;
  const schema = request.media?.schema;
  if (request.content.kind !== "value" || response.content.kind !== "value" || status < 200 || status > 299) return;
  const { content } = response;
  const isSecret = (at: Pointer): boolean => isSensitive(schemas, schema, at);
  const name = findShownSecret(request.content.value, () => content.value, isSecret);
  if (name !== undefined) report(createShownSecretFinding(operation.pointer, name));
};

/** Finds a secret in the request body that the response body repeats in plain text. The response is read only if there is one. */
export function findShownSecret(
  sent: unknown,
  readShown: () => unknown,
  isSecret: (at: Pointer) => boolean,
): string | undefined {
  if (!isObject(sent)) return undefined;
  const secrets = Object.entries(sent).filter(
    ([name, value]) => typeof value === "string" && isSecret(joinPointer("", name)) && isReadable(value),
  );
  const shown = secrets.length === 0 ? undefined : readShown();
  return isObject(shown) ? secrets.find(([name, value]) => value === shown[name])?.[0] : undefined;
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
