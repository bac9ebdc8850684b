/** The values that a write gives to one property, the codes of properties, and concrete media types. */
import { expect, test } from "vitest";
import { listChanges } from "../../../src/probe/round-trip/list-changes.js";
import {
  findCodes,
  makeCodes,
  makeScalars,
  VALUE_KINDS,
  type ValueKind,
} from "../../../src/probe/round-trip/telling-values.js";
import { chooseConcreteMediaType } from "../../../src/samples/serialization/serialize-body.js";

const NONE = { formats: [], patterns: [] };
const DATE_TIME = { ...NONE, formats: [{ value: "date-time" }] };

const CHARACTERS = '" Zoë Café & 1 < 2 > 0 \\""';
const FILLED = '"tag12345 and a sentence "';
const RICH = [
  ...[CHARACTERS, CHARACTERS, CHARACTERS, '" Zoë é & < 😀 "', FILLED],
  ...['" Zoë tag12345 "', '"Zoë tag12345"', '"Zë Ab"'],
];

/** The first value of each kind, or `-`. */
const listFirst = (value: unknown, types: readonly string[], constraints: object = NONE): string =>
  VALUE_KINDS.slice(0, 5)
    .map((kind) => {
      const source = { at: "/a", value, tag: "tag12345", index: 31, constraints, types } as never;
      const values = makeScalars(kind, source);
      return `${kind} ${values.length === 0 ? "-" : JSON.stringify(values.map((it) => (typeof it === "string" ? it.slice(0, 24) : it)))}`;
    })
    .join("; ");

test.each<[value: unknown, types: readonly string[], made: string, constraints?: object]>([
  [true, ["boolean"], "plain [false]; rich [false]; negative [true]; empty -; large -"],
  [false, ["boolean"], "plain [true]; rich [false]; negative [true]; empty -; large -"],
  [5, ["integer"], "plain [37,6,4,15]; rich -; negative [-3]; empty [0]; large [9007199254740991,2147483647]"],
  [
    5,
    ["number"],
    "plain [37,6,4,15]; rich [2.125,2.25]; negative [-3]; empty [0]; large [9007199254740991,2147483647]",
  ],
  [
    "abc",
    ["string"],
    [
      'plain ["plain tag12345 31","tag1234531","tag12345","tag"]',
      `rich [${RICH.join()}]`,
      'negative ["001056032531","0031"]',
      'empty [""]',
      'large ["tag12345 and a sentence "]',
    ].join("; "),
  ],
  ["abc", ["integer"], "plain -; rich -; negative -; empty -; large -"],
  [null, ["null"], "plain -; rich -; negative -; empty -; large -"],
  [
    "2026-01-01T00:00:00Z",
    ["string"],
    'plain ["2024-07-01T15:45:31Z"]; rich ["2024-12-30T22:10:06Z"]; negative ["2020-02-29T12:00:01Z"]; empty ["1999-03-28T01:30:01Z"]; large ["2027-01-01T00:00:01Z"]',
    DATE_TIME,
  ],
  ["12", ["string"], 'plain ["01"]; rich ["00"]; negative ["91"]; empty ["81"]; large ["71"]'],
  ["1234", ["string"], 'plain ["0123"]; rich ["0012"]; negative ["9123"]; empty ["8123"]; large ["7123"]'],
  ["1", ["string"], 'plain ["plain tag12345 31","tag1234531","tag12345","tag"]'],
  ["abc", ["string"], "plain -; rich -; negative -; empty -; large -", { ...NONE, patterns: ["^a"] }],
  ["a@b", ["string"], "plain -; rich -; negative -; empty -; large -", { ...NONE, formats: [{ value: "email" }] }],
  ["x12", ["string"], 'plain ["plain tag12345 31"'],
  ["12x", ["string"], 'plain ["plain tag12345 31"'],
])("%j as %j: %s", (value, types, made, constraints) => {
  const [found, expected] = [listFirst(value, types, constraints), made].map((it) => it.normalize());
  expect(found?.slice(0, expected?.length)).toBe(expected);
});

test.each<[at: string, codes: readonly string[] | undefined]>([
  ["/currency", ["EUR", "JPY", "CHF", "GBP"]],
  ["/order/priceCurrency", ["EUR", "JPY", "CHF", "GBP"]],
  ["/country_code", ["DE", "FR", "JP", "CA"]],
  ["/languages", ["de", "fr", "ja"]],
  ["/locale", ["de-DE", "fr-FR"]],
  ["/currency/name", undefined],
  ["/code", undefined],
])("the codes of %s are %j", (at, codes) => {
  expect(findCodes(at)).toEqual(codes);
});

test.each<[kind: ValueKind, value: string, made: readonly string[]]>([
  ["plain", "EUR", ["JPY"]],
  ["plain", "JPY", ["EUR"]],
  ["rich", "EUR", ["CHF"]],
  ["negative", "EUR", []],
  ["negative", "USD", ["CHF"]],
  ["empty", "EUR", []],
  ["large", "EUR", []],
])("a code of kind %s in place of %s: %j", (kind, value, made) => {
  expect(makeCodes(kind, ["EUR", "JPY", "CHF"], value)).toEqual(made);
});

test.each([
  ["application/json", "application/json"],
  [" text/plain ", "text/plain"],
  ["*/*", "application/json"],
  ["*", "application/json"],
  ["application/*", "application/json"],
  ["text/*", "text/plain"],
  ["text/*; charset=utf-8", "text/plain"],
  ["image/*", "image/png"],
  ["audio/*", "audio/mpeg"],
  ["video/*", "video/mp4"],
  ["multipart/*", "multipart/form-data"],
  ["font/*", "application/octet-stream"],
  ["application/*+json", "application/vnd.example+json"],
  ["application/*+xml; q=1", "application/vnd.example+xml"],
  ["application/x*", "application/json"],
])("the media type of %s is %s", (range, type) => {
  expect(chooseConcreteMediaType(range)).toBe(type);
});

test.each<[written: unknown, shown: unknown, changes: readonly string[]]>([
  [{ a: 1, b: { c: 2 } }, { a: 2, b: { c: 3 } }, ["/a lost", "/b/c lost"]],
  [{ a: 1 }, { a: 1, b: 2 }, []],
  [{ a: 1 }, {}, ["/a lost"]],
  [{ a: 1 }, undefined, [" lost"]],
  [[{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 3 }], ["/1/a lost"]],
  [[{ a: 1 }], [{ a: 1 }, { a: 3 }], [" lost"]],
  [["a", "b"], ["b", "a"], []],
  [
    [1, "b"],
    [2, "c"],
    ["/0 lost", "/1 lost"],
  ],
  [{ Name: 1 }, { name: 1 }, [" lost"]],
  [{ Name: 1, name: 2 }, { name: 2 }, ["/Name lost"]],
  [{ Name: 1 }, { Name: 1, name: 2 }, []],
  [{ updatedAt: 1, version: 1, _links: 1, secret: 1, PASSWORD: 1 }, {}, []],
  [{ versions: 1, myToken: 1 }, {}, ["/versions lost", "/myToken lost"]],
  [{ hidden: 1, "a/b": 1 }, {}, ["/a~1b lost"]],
  [{ a: " x " }, { a: "x" }, ["/a form"]],
  [{ a: ["x"] }, { a: ["x", "y"] }, ["/a added"]],
  ["a", "a", []],
])("%j is shown as %j: %j", (written, shown, changes) => {
  const found = listChanges(written as never, shown as never, "", (at) => at === "/hidden");
  expect([...found].map(({ at, kind }) => `${at} ${kind}`)).toEqual(changes);
});
