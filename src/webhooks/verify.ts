import { timingSafeEqual } from "node:crypto";
import { type Payload, sign } from "./sign.js";

/**
 * Whether a signature is that of the payload by the secret, or by one of several while secrets are being changed. Every
 * secret is tried, and the comparison takes as long for a wrong signature as for the right one. A signature that did not
 * come, or that is written otherwise (hexadecimal, base64url, with a line end), is wrong and no error.
 *
 * A right signature says who sent an event and not when: deliveries are repeated, so tell events apart by their `id`.
 *
 * @throws {TypeError} when the payload was parsed, or no secret is given: then nothing can be verified.
 */
export function verify(
  payload: Payload,
  signature: string | null | undefined,
  secrets: string | readonly string[],
): boolean {
  const known = typeof secrets === "string" ? [secrets] : secrets;
  if (!Array.isArray(known) || known.length === 0 || known.some((secret) => typeof secret !== "string" || !secret)) {
    throw new TypeError("A secret is missing or empty: anybody could sign with it. Give the one that was registered");
  }
  const given = Buffer.from(typeof signature === "string" ? signature : "", "utf8");
  const answers = known.map((secret) => {
    const right = Buffer.from(sign(payload, secret), "utf8");
    // The length of a signature is no secret.
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return answers.includes(true);
}
