import fc, { type Arbitrary } from "fast-check";
import type { JsonObject } from "../../src/document/index.js";
import { Ungeneratable } from "./ungeneratable.js";

/** Strings that are valid for format, pattern and length. With both format and pattern, formatted strings are filtered. */
export function arbitraryText({ format, pattern, minLength, maxLength }: JsonObject): Arbitrary<string> {
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : Number.POSITIVE_INFINITY;
  const fits = (text: string): boolean => {
    const { length } = [...text];
    return length >= least && length <= most;
  };
  const formatted = typeof format === "string" ? FORMATS[format] : undefined;
  if (formatted === undefined && OTHER_FORMATS.test(String(format))) throw new Ungeneratable(`format "${format}"`);
  if (formatted === undefined && typeof pattern === "string") return thatFit(matching(pattern), fits);
  if (formatted === undefined)
    return fc.string({ minLength: least, maxLength: Math.min(most, least + 40), unit: "grapheme-ascii" });
  if (typeof pattern !== "string") return thatFit(formatted, fits);
  const expression = regExp(pattern);
  return thatFit(formatted, (text) => expression.test(text) && fits(text));
}

/** Checks first that some texts pass, because a filter that rejects nearly all would take too long. */
function thatFit(texts: Arbitrary<string>, fits: (text: string) => boolean): Arbitrary<string> {
  if (!fc.sample(texts, { numRuns: 40, seed: 1 }).some(fits)) throw new Ungeneratable("texts that seldom fit");
  return texts.filter(fits);
}

function matching(pattern: string): Arbitrary<string> {
  try {
    const expression = regExp(pattern);
    const texts = fc.stringMatching(expression);
    // Some patterns, such as ".^", match no text.
    if (fc.sample(texts, { numRuns: 5, seed: 1 }).every((it) => !expression.test(it)))
      throw new Ungeneratable(`pattern ${pattern}`);
    return texts.filter((it) => expression.test(it));
  } catch (error) {
    if (error instanceof Ungeneratable) throw error;
    // fast-check does not support all patterns, such as lookaheads.
    throw new Ungeneratable(`pattern ${pattern}`, { cause: error });
  }
}

function regExp(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    try {
      return new RegExp(pattern);
    } catch {
      throw new Ungeneratable(`pattern ${pattern}`);
    }
  }
}

const second = fc.integer({ min: 0, max: 4102444799 }).map((it) => new Date(it * 1000).toISOString());

const FORMATS: Readonly<Record<string, Arbitrary<string>>> = {
  "date-time": fc.oneof(
    second.map((it) => it.replace(".000Z", "Z")),
    second.map((it) => it.replace(".000Z", "Z")),
    second,
    second.map((it) => it.replace(".000Z", "+05:30")),
  ),
  date: second.map((it) => it.slice(0, 10)),
  time: second.map((it) => it.slice(11)),
  uuid: fc.uuid(),
  uri: fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.uuid().map((it) => `urn:uuid:${it}`),
  ),
  url: fc.webUrl(),
  email: fc.emailAddress(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  hostname: fc.domain(),
  byte: fc.uint8Array({ maxLength: 30 }).map((it) => Buffer.from(it).toString("base64")),
  "uri-template": fc.webUrl().map((it) => `${it}{/id}{?page,size}`),
  "uri-reference": fc.oneof(fc.webUrl(), fc.webPath()),
  duration: fc.integer({ min: 1, max: 99 }).map((it) => `P${it}D`),
  int64: fc.maxSafeInteger().map(String),
};

/** Formats that are validated but not generated. */
const OTHER_FORMATS = /^(idn-(email|hostname)|iri(-reference)?|(relative-)?json-pointer|regex)$/;
