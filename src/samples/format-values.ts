import { parseNumber } from "../document/values/exact-number.js";
import { UUID_FORMATS } from "../schema/formats/formats.js";
import { INTEGER_RANGES, type IntegerRange } from "../schema/formats/number-formats.js";

/**
 * Sample values of each asserted format: a typical value, valid values at its edges, and invalid values just outside of
 * it. The note says what is special about the value.
 */
export type FormatValues = {
  readonly typical: string | number;
  readonly valid: readonly FormatValue[];
  readonly invalid: readonly FormatValue[];
};

type FormatValue = readonly [value: string | number, note: string];

const UUID = "3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b43";

const UUID_VALUES: FormatValues = {
  typical: UUID,
  valid: [
    ["00000000-0000-0000-0000-000000000000", "all zeros"],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", "all f"],
  ],
  invalid: [
    [UUID.slice(0, -1), "one digit too short"],
    [`${UUID}0`, "one digit too long"],
    [UUID.replaceAll("-", ""), "without hyphens"],
    [`g${UUID.slice(1)}`, "with a non-hexadecimal digit"],
  ],
};

export const FORMAT_VALUES: Readonly<Record<string, FormatValues>> = {
  "date-time": {
    typical: "2024-05-06T07:08:09Z",
    valid: [
      ["2024-02-29T23:59:59Z", "a leap day"],
      ["2024-05-06T07:08:09.123Z", "with a fraction of a second"],
      ["2024-05-06T07:08:09+02:00", "with a UTC offset"],
      ["1970-01-01T00:00:00Z", "the first second of 1970"],
      ["9999-12-31T23:59:59Z", "the last second of 9999"],
    ],
    invalid: [
      ["2023-02-29T00:00:00Z", "no such day"],
      ["2024-02-30T00:00:00Z", "30 February"],
      ["2024-13-01T00:00:00Z", "month 13"],
      ["2024-05-06T25:00:00Z", "hour 25"],
      ["2024-05-06T07:08:09", "without a UTC offset"],
      ["2024-05-06", "a date only"],
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
      ["2023-02-29", "no such day"],
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
      ["P", "without any component"],
      ["1 day", "plain text"],
    ],
  },
  ...Object.fromEntries(UUID_FORMATS.map((name) => [name, UUID_VALUES])),
  uri: {
    typical: "https://example.com/a",
    valid: [
      ["https://example.com:8443/a/b?c=d#e", "with all components"],
      ["urn:isbn:0451450523", "a URN"],
    ],
    invalid: [
      ["/relative/path", "a relative reference"],
      ["https://exa mple.com/", "with a space"],
      ["not a uri", "plain text"],
    ],
  },
  "uri-reference": {
    typical: "/a/b",
    valid: [["https://example.com/", "absolute"]],
    invalid: [["a b", "with a space"]],
  },
  iri: { typical: "https://example.com/a", valid: [], invalid: [["not an iri", "plain text"]] },
  email: {
    typical: "jo@example.com",
    valid: [["first.last+tag@sub.example.com", "with a tag and a subdomain"]],
    invalid: [
      ["jo.example.com", "without @"],
      ["@example.com", "without a local part"],
      ["jo@", "without a host"],
    ],
  },
  "idn-email": { typical: "jo@example.com", valid: [], invalid: [["jo.example.com", "without @"]] },
  hostname: {
    typical: "example.com",
    valid: [["xn--bcher-kva.example", "internationalized"]],
    invalid: [
      ["-example.com", "starting with a hyphen"],
      ["exam ple.com", "with a space"],
    ],
  },
  ipv4: {
    typical: "192.0.2.1",
    valid: [["255.255.255.255", "the highest address"]],
    invalid: [
      ["256.0.2.1", "octet 256"],
      ["192.0.2", "three octets"],
    ],
  },
  ipv6: {
    typical: "2001:db8::1",
    valid: [["::", "all zeros"]],
    invalid: [
      ["2001:db8::1::2", "with two ::"],
      ["192.0.2.1", "an IPv4 address"],
    ],
  },
  byte: {
    typical: "YWJj",
    valid: [["YQ==", "padded"]],
    invalid: [["a*b=", "with a character outside the base64 alphabet"]],
  },
  regex: { typical: "^a+$", valid: [], invalid: [["(", "an unclosed bracket"]] },
  "json-pointer": {
    typical: "/a/0",
    valid: [["", "the whole document"]],
    invalid: [["a/0", "without the leading slash"]],
  },
  ...Object.fromEntries([...INTEGER_RANGES].map(([name, range]) => [name, buildIntegerFormat(name, range)])),
};

/** Patterns that match only values of a format, long and many ones, as far as the format has them. */
export const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  "date-time": String.raw`^20\d\d-05-06T07:08:09(?:\.\d+)?Z$`,
  "date-time-local": String.raw`^20\d\d-05-06T07:08:09(?:\.\d+)?$`,
  date: String.raw`^20\d\d-0[1-9]-0[1-9]$`,
  time: String.raw`^07:[0-5]\d:[0-5]\d(?:\.\d+)?Z$`,
  "time-local": String.raw`^07:[0-5]\d:[0-5]\d(?:\.\d+)?$`,
  "http-date": String.raw`^Mon, 06 May 20\d\d 07:[0-5]\d:09 GMT$`,
  duration: String.raw`^P[1-9]\d*D$`,
  ...Object.fromEntries(UUID_FORMATS.map((name) => [name, "^3f2b8c14-9d5e-4a67-b1c0-2e8d[0-9a-f]{8}$"])),
  ...Object.fromEntries(["uri", "iri"].map((name) => [name, "^https://example[.]com/[a-z]+$"])),
  ...Object.fromEntries(["uri-reference", "iri-reference", "uri-template"].map((name) => [name, "^/[a-z]+$"])),
  // The limits of a label and of a local part are 63 and 64.
  ...Object.fromEntries(["email", "idn-email"].map((name) => [name, "^[a-z]{1,64}@(?:[a-z]{1,60}[.])*example[.]com$"])),
  ...Object.fromEntries(["hostname", "idn-hostname"].map((name) => [name, "^[a-z]{1,60}[.](?:[a-z][.])*com$"])),
  ipv4: String.raw`^192\.0\.(?:1\d\d|\d)\.(?:1\d\d|\d)$`,
  ipv6: "^2001:db8:(?::|(?:[1-9a-f][0-9a-f]{0,3}:){5})[1-9a-f][0-9a-f]{0,3}$",
  byte: "^(?:[a-zA-Z0-9]{4})+$",
  base64url: "^(?:[a-zA-Z0-9]{4})+$",
  char: "^[a-zA-Z0-9]$",
  regex: "^[a-z]+$",
  "json-pointer": "^/[a-z]+$",
  "relative-json-pointer": "^0/[a-z]+$",
};

/** Patterns that match all values of a format, and others. */
export const FORMAT_OUTLINES: ReadonlyMap<string, string> = new Map([
  ["date-time", String.raw`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$`],
  ["date-time-local", String.raw`^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?$`],
  ["date", String.raw`^\d{4}-\d\d-\d\d$`],
  ["time", String.raw`^\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$`],
  ["time-local", String.raw`^\d\d:\d\d:\d\d(?:\.\d+)?$`],
  ["http-date", "^[\\w,: -]{24,33}$"],
  ["duration", String.raw`^P[\dYMDTHSW]{2,}$`],
  ...UUID_FORMATS.map((name): [string, string] => [name, "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"]),
  ...["uri", "iri"].map((name): [string, string] => [name, "^[A-Za-z][A-Za-z0-9+.-]*:"]),
  ...["email", "idn-email"].map((name): [string, string] => [name, String.raw`^[\s\S]+@[\s\S]+$`]),
  ...["hostname", "idn-hostname"].map((name): [string, string] => [name, String.raw`[\s\S]`]),
  ["ipv4", String.raw`^\d{1,3}(?:\.\d{1,3}){3}$`],
  ["ipv6", "^[0-9a-fA-F:.]{2,45}$"],
  ["char", String.raw`^[\s\S]$`],
  ["relative-json-pointer", String.raw`^\d`],
]);

function buildIntegerFormat(name: string, { min, max }: IntegerRange): FormatValues {
  const size = `${name.replace(/\D+/, "")}-bit`;
  // An object stands for a number that a double cannot represent. The type is `number` so that callers treat it as one.
  const toNumber = (value: bigint): number => parseNumber(String(value)) as number;
  const inside: readonly FormatValue[] = [
    [9_007_199_254_740_991, "the largest safe integer in JSON"],
    [2_147_483_648, "outside 32 bits"],
  ];
  return {
    typical: 1,
    valid: [
      ...(name === "int64" ? inside : []),
      [toNumber(max), `the ${size} maximum`],
      [toNumber(min), `the ${size} minimum`],
    ],
    invalid: [
      [toNumber(max + 1n), `one above the ${size} maximum`],
      [toNumber(min - 1n), `one below the ${size} minimum`],
    ],
  };
}

/** Whether a text of a format has the digits of a number, as the 64-bit integers of Protocol Buffers have in JSON. */
export function isNumericFormat(format: unknown): boolean {
  return /^(u?int\d+|float|double|decimal)$/.test(String(format));
}
