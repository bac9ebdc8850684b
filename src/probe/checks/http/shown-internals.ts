import { isObject, type Json, joinPointer, lastToken, type Pointer } from "../../../document/index.js";
import { getCombinedHeader } from "../../../exchange/index.js";
import { toPrintable } from "../../../schema/index.js";
import { splitWords } from "../../graph/path-shape.js";
import { parseJsonBody } from "../../session/probe-exchange.js";
import { createSensitiveTest } from "../resource.js";
import { defineAcceptedRule, defineRule } from "../rule.js";

/** Lines of stack traces: JavaScript, Java and .NET, Python, PHP, Go and Ruby. */
const STACK_TRACE =
  /^\s*at .+[(\s].+:\d+(:\d+)?\)?$|^\s*at [\w.$<>]+\(.*\)( in .+:line \d+)?$|^Traceback \(most recent call last\)|^\s*File ".+", line \d+|^#\d+ .+\(\d+\)|^goroutine \d+ \[|^\S+\.rb:\d+:in /m;

/** Checks that the response to a rejected request has no stack trace (OWASP API8:2023). */
export const checkStackTrace = defineRule((result) => {
  const texts = result.isRejected ? [...listTexts(result.body, "")] : [];
  const found = texts.find(([, it]) => STACK_TRACE.test(it));
  if (found === undefined) return undefined;
  const message = `the response to a rejected request has a stack trace in ${toPrintable(found[0])}`;
  return result.fail("exchange.internals.shown", message, "stack trace", { at: found[0] });
});

/** A shorter text may occur in an error that does not repeat it. */
const MIN_SECRET = 8;

/** Checks that the response to a rejected request repeats no secret of its body, and no credentials (CWE-209). */
export const checkSecretInError = defineRule((result) => {
  if (result.status < 400) return undefined;
  const text = [...listTexts(result.body, "")].map(([, it]) => it).join("\n");
  const isShown = (secret: unknown): boolean =>
    typeof secret === "string" && secret.length >= MIN_SECRET && text.includes(secret);
  const sent = result.written;
  const isSecret = createSensitiveTest(result);
  const name = Object.keys(sent).find((it) => isShown(sent[it]) && isSecret(joinPointer("", it)));
  const [, token] = /^\w+ (.+)$/.exec(getCombinedHeader(result.exchange.request.headers, "authorization") ?? "") ?? [];
  const what = name ?? (isShown(token) ? "Authorization" : undefined);
  if (what === undefined) return undefined;
  const message = `the response to a rejected request repeats ${toPrintable(what)} of the request in plain text, which is secret`;
  return result.fail("exchange.secret.shown", message, `secret in error ${what}`);
});

/** Checks that a value that is masked by its name, such as `numberMasked`, has a character in place of digits. */
export const checkMaskedNumber = defineAcceptedRule((result) => {
  const sent = new Set(
    [...listTexts((parseJsonBody(result.exchange.request) ?? null) as Json, "")].map(([, it]) => it),
  );
  const found = [...listTexts(result.body, "")].find(
    ([at, it]) => /^\d[\d -]{10,}\d$/.test(it) && splitWords(lastToken(at)).some(isMasking) && !sent.has(it),
  );
  if (found === undefined) return undefined;
  const property = found[0].replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const message = `${toPrintable(property)} shows all digits; expected a masked number, as its name says`;
  return result.fail("exchange.secret.shown", message, "unmasked", { at: found[0], property });
});

function isMasking(word: string): boolean {
  return ["mask", "masked", "obfuscated", "redacted"].includes(word);
}

function* listTexts(value: Json, at: Pointer): Iterable<readonly [Pointer, string]> {
  if (typeof value === "string") yield [at, value];
  if (Array.isArray(value)) for (const [index, it] of value.entries()) yield* listTexts(it, joinPointer(at, index));
  if (isObject(value))
    for (const [name, it] of Object.entries(value)) yield* listTexts(it as Json, joinPointer(at, name));
}

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
