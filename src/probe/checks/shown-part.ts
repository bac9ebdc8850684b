import { isObject, joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { createSensitiveTest } from "./resource.js";
import { defineAcceptedRule } from "./rule.js";

/** A shorter secret, or a shorter part, may equal the mask without a leak. */
const MIN_LENGTH = 12;
const PART_LENGTH = 4;

/** Checks that the masked form of a secret in the response to a write neither starts nor ends with that of the secret. */
export const checkSecretPart = defineAcceptedRule((write) => {
  const { body } = write;
  const isSecret = createSensitiveTest(write);
  for (const [name, secret] of Object.entries(write.written)) {
    const mask = isObject(body) ? body[name] : undefined;
    const at = joinPointer("", name);
    if (typeof secret !== "string" || typeof mask !== "string" || secret.length < MIN_LENGTH || !isSecret(at)) continue;
    const [start, end] = [secret.slice(0, PART_LENGTH), secret.slice(-PART_LENGTH)];
    const place = mask.startsWith(start) ? "starts" : mask.endsWith(end) ? "ends" : undefined;
    if (mask === secret || place === undefined || new Set(secret).size < PART_LENGTH) continue;
    const message = `the masked ${toPrintable(name)} ${place} with ${PART_LENGTH} characters of the secret that was sent; expected a mask without any part of it`;
    return write.fail("exchange.secret.shown", message, `part of ${name}`, { at, property: at });
  }
  return undefined;
});
