import { parseNumber } from "../schema/values/exact-number.js";

/**
 * Of each asserted format: values of it, the usual one first and then those at its edges, and values just outside of it.
 * A text with a remark says what is odd about it.
 */
export type FormatValues = {
  readonly typical: string | number;
  readonly valid: readonly FormatValue[];
  readonly invalid: readonly FormatValue[];
};

type FormatValue = readonly [value: string | number, remark: string];

const UUID = "3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b43";

export const FORMAT_VALUES: Readonly<Record<string, FormatValues>> = {
  "date-time": {
    typical: "2024-05-06T07:08:09Z",
    valid: [
      ["2024-02-29T23:59:59Z", "a leap day"],
      ["2024-05-06T07:08:09.123Z", "with a fraction of a second"],
      ["2024-05-06T07:08:09+02:00", "with an offset"],
      ["1970-01-01T00:00:00Z", "the first second of 1970"],
      ["9999-12-31T23:59:59Z", "the last second of 9999"],
    ],
    invalid: [
      ["2023-02-29T00:00:00Z", "a day that there is not"],
      ["2024-13-01T00:00:00Z", "month 13"],
      ["2024-05-06T25:00:00Z", "hour 25"],
      ["2024-05-06T07:08:09", "without an offset"],
      ["2024-05-06", "a date alone"],
      ["1714979289", "seconds since 1970"],
    ],
  },
  date: {
    typical: "2024-05-06",
    valid: [
      ["2024-02-29", "a leap day"],
      ["9999-12-31", "the last day of 9999"],
    ],
    invalid: [
      ["2023-02-29", "a day that there is not"],
      ["2024-13-01", "month 13"],
      ["2024-5-6", "without leading zeros"],
      ["2024-05-06T07:08:09Z", "with a time"],
    ],
  },
  time: {
    typical: "07:08:09Z",
    valid: [["23:59:59Z", "the last second"]],
    invalid: [
      ["25:00:00Z", "hour 25"],
      ["07:08", "without seconds"],
    ],
  },
  duration: {
    typical: "P1D",
    valid: [["PT36H", "hours"]],
    invalid: [
      ["P", "without any part"],
      ["1 day", "in words"],
    ],
  },
  uuid: {
    typical: UUID,
    valid: [
      ["00000000-0000-0000-0000-000000000000", "of zeros"],
      ["ffffffff-ffff-ffff-ffff-ffffffffffff", "of the letter f"],
    ],
    invalid: [
      [UUID.slice(0, -1), "one digit short"],
      [`${UUID}0`, "one digit long"],
      [UUID.replaceAll("-", ""), "without hyphens"],
      [`g${UUID.slice(1)}`, "with a letter that is no digit"],
    ],
  },
  uri: {
    typical: "https://example.com/a",
    valid: [
      ["https://example.com:8443/a/b?c=d#e", "with all of its parts"],
      ["urn:isbn:0451450523", "a URN"],
    ],
    invalid: [
      ["/relative/path", "a relative reference"],
      ["https://exa mple.com/", "with a space"],
      ["not a uri", "words"],
    ],
  },
  "uri-reference": {
    typical: "/a/b",
    valid: [["https://example.com/", "absolute"]],
    invalid: [["a b", "with a space"]],
  },
  iri: { typical: "https://example.com/a", valid: [], invalid: [["not an iri", "words"]] },
  email: {
    typical: "jo@example.com",
    valid: [["first.last+tag@sub.example.com", "with a tag and a subdomain"]],
    invalid: [
      ["jo.example.com", "without @"],
      ["@example.com", "without a name"],
      ["jo@", "without a host"],
    ],
  },
  "idn-email": { typical: "jo@example.com", valid: [], invalid: [["jo.example.com", "without @"]] },
  hostname: {
    typical: "example.com",
    valid: [["xn--bcher-kva.example", "internationalised"]],
    invalid: [
      ["-example.com", "beginning with a hyphen"],
      ["exam ple.com", "with a space"],
    ],
  },
  ipv4: {
    typical: "192.0.2.1",
    valid: [["255.255.255.255", "the greatest"]],
    invalid: [
      ["256.0.2.1", "number 256"],
      ["192.0.2", "three numbers"],
    ],
  },
  ipv6: {
    typical: "2001:db8::1",
    valid: [["::", "of zeros"]],
    invalid: [
      ["2001:db8::1::2", "abbreviated twice"],
      ["192.0.2.1", "an address of version 4"],
    ],
  },
  byte: { typical: "YWJj", valid: [["YQ==", "padded"]], invalid: [["a*b=", "with a character that is not of base64"]] },
  regex: { typical: "^a+$", valid: [], invalid: [["(", "a bracket that is not closed"]] },
  "json-pointer": {
    typical: "/a/0",
    valid: [["", "the whole document"]],
    invalid: [["a/0", "without the first slash"]],
  },
  int32: {
    typical: 1,
    valid: [
      [2_147_483_647, "the greatest of 32 bits"],
      [-2_147_483_648, "the least of 32 bits"],
    ],
    invalid: [
      [2_147_483_648, "one above the greatest of 32 bits"],
      [-2_147_483_649, "one below the least of 32 bits"],
    ],
  },
  int64: {
    typical: 1,
    valid: [
      [9_007_199_254_740_991, "the greatest that every JSON reader keeps"],
      [2_147_483_648, "beyond 32 bits"],
      [parseExactNumber("9223372036854775807"), "the greatest of 64 bits"],
      [parseExactNumber("-9223372036854775808"), "the least of 64 bits"],
    ],
    invalid: [
      [parseExactNumber("9223372036854775808"), "one above the greatest of 64 bits"],
      [parseExactNumber("-9223372036854775809"), "one below the least of 64 bits"],
    ],
  },
  uint64: {
    typical: 1,
    valid: [
      [0, "the least"],
      [parseExactNumber("18446744073709551615"), "the greatest of 64 bits"],
    ],
    invalid: [
      [-1, "below zero"],
      [parseExactNumber("18446744073709551616"), "one above the greatest of 64 bits"],
    ],
  },
  ...Object.fromEntries(
    [8, 16].map((bits) => [`int${bits}`, buildIntegerFormat(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)]),
  ),
  ...Object.fromEntries([8, 16, 32].map((bits) => [`uint${bits}`, buildIntegerFormat(0, 2 ** bits - 1)])),
};

function buildIntegerFormat(least: number, greatest: number): FormatValues {
  return {
    typical: 1,
    valid: [
      [greatest, "the greatest"],
      [least, "the least"],
    ],
    invalid: [
      [greatest + 1, "one above the greatest"],
      [least - 1, "one below the least"],
    ],
  };
}

/** A number that no double holds; to whoever does not know of it, it is a number. */
function parseExactNumber(text: string): number {
  return parseNumber(text) as number;
}
