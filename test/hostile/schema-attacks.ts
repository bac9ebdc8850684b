import { type Attack, createTraffic, defineResponse, taking } from "./attack.js";

/** Patterns with exponential backtracking on many letters followed by another character. */
const ENDLESS = [
  "^(a|a)*$",
  "(a+)+$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^(a*)*$",
  "^(a|aa)+$",
  "^(.*a){20}$",
  "^(a?){30}a{30}$",
];
const LETTERS = "a".repeat(5000);

const patterns: readonly Attack[] = ENDLESS.flatMap((pattern): Attack[] => {
  const quoted = JSON.stringify(pattern);
  return [
    {
      attack: `pattern ${pattern}`,
      files: () => ({
        "spec.yaml": defineResponse(`{ type: string, pattern: ${quoted} }`),
        "traffic.har": createTraffic({ body: JSON.stringify(`${LETTERS}!!`) }),
      }),
      code: 1,
      message: /response\.body\.invalid.*a string matching/s,
    },
  ];
});

const other: readonly Attack[] = [
  {
    attack: "a pattern that backtracks on a text that fits",
    files: () => ({
      "spec.yaml": defineResponse('{ type: string, pattern: "^(a+)+$" }'),
      "traffic.har": createTraffic({ body: JSON.stringify(LETTERS) }),
    }),
    code: 0,
    message: /^Passed: /m,
  },
  {
    attack: "a pattern of many loops on a long text",
    files: () => ({
      "spec.yaml": defineResponse('{ type: string, pattern: "^\\\\s*\\\\s*\\\\s*\\\\s*x$" }'),
      "traffic.har": createTraffic({ body: JSON.stringify(" ".repeat(100_000)) }),
    }),
    code: 1,
    message: /response\.body\.invalid/,
  },
  {
    attack: "a pattern with a lookbehind that takes exponential time",
    files: () => ({
      "spec.yaml": defineResponse('{ type: string, pattern: "^(a+)+\\\\1$" }'),
      "traffic.har": createTraffic({ body: JSON.stringify(`${LETTERS}!`) }),
    }),
    code: 2,
    message: /spec\.yaml:\d+:\d+: the pattern .*cannot be matched in time/,
  },
  {
    attack: "patternProperties",
    files: () => ({
      "spec.yaml": defineResponse(
        '{ patternProperties: { "^(a+)+$": { type: integer } }, additionalProperties: false }',
      ),
      "traffic.har": createTraffic({ body: JSON.stringify({ [`${LETTERS}!`]: 1 }) }),
    }),
    code: 1,
    message: /response\.body\.invalid/,
  },
  {
    attack: "propertyNames",
    files: () => ({
      "spec.yaml": defineResponse('{ propertyNames: { pattern: "^(a+)+$" } }'),
      "traffic.har": createTraffic({ body: JSON.stringify({ [`${LETTERS}!`]: 1 }) }),
    }),
    code: 1,
    message: /response\.body\.invalid/,
  },
  ...["path", "query", "header", "cookie"].map((location): Attack => {
    const name = location === "path" ? "q, in: query, schema: {} }, { name: p" : "x";
    const parameter = `{ name: ${name}, in: ${location}, required: true, schema: { type: string, pattern: "^(a+)+$" } }`;
    const letters = `${"a".repeat(3000)}!`;
    const url = `https://a.example/a/${location === "path" ? letters : "1"}${location === "query" ? `?x=${letters}` : ""}`;
    const headers =
      location === "header" ? [{ name: "x", value: letters }] : [{ name: "Cookie", value: `x=${letters}` }];
    return {
      attack: `a pattern of a parameter in the ${location}`,
      files: () => {
        const har = JSON.parse(createTraffic({ url }));
        har.log.entries[0].request.headers = headers;
        return {
          "spec.yaml": taking(parameter).replace(
            "{ name: p, in: path, required: true, schema: {} }, ",
            location === "path" ? "" : "$&",
          ),
          "traffic.har": JSON.stringify(har),
        };
      },
      code: 1,
      message: new RegExp(`request\\.${location}\\.invalid`),
    };
  }),
];

const DEPTH = 40;

/** Schemas that each apply the next one twice to the same value. */
function doubling(keyword: string, last: string): Readonly<Record<string, string>> {
  const names = Array.from({ length: DEPTH }, (_, level) => level);
  const asking = names.map((level): [string, string] => {
    const next = `{ $ref: "#/components/schemas/S${level + 1}" }`;
    return [`S${level}`, `{ ${keyword}: [${next}, ${next}] }`];
  });
  return Object.fromEntries([...asking, [`S${DEPTH}`, last]]);
}

const first = '{ $ref: "#/components/schemas/S0" }';
const tooOften = /spec\.yaml:\d+:\d+: validation takes too long: the schemas here apply to the same value too often/;

/** A recursive schema with two branches, of which only the innermost value decides. */
const ambiguous = (keyword: string, more = ""): string => {
  const branch = (name: string): string =>
    `{ properties: { next: { $ref: "#/components/schemas/N" }, ${name}: { const: 1 } }, required: [${name}]${more} }`;
  return `{ ${keyword}: [${branch("a")}, ${branch("b")}] }`;
};

const nested = (depth: number): string => `${'{"a":1,"b":1,"next":'.repeat(depth)}{}${"}".repeat(depth)}`;

const fanOut: readonly Attack[] = [
  ...["allOf", "anyOf", "oneOf"].map(
    (keyword): Attack => ({
      attack: `${keyword} that doubles at each of ${DEPTH} levels, and fails`,
      files: () => ({
        "spec.yaml": defineResponse(first, doubling(keyword, "{ type: string }")),
        "traffic.har": createTraffic({ body: "1" }),
      }),
      // The fast path detects the failure at once, but collecting the errors exceeds the limit.
      code: 2,
      message: tooOften,
    }),
  ),
  {
    attack: "allOf that doubles at each level, with a valid value",
    files: () => ({
      "spec.yaml": defineResponse(first, doubling("allOf", "{ type: integer }")),
      "traffic.har": createTraffic({ body: "1" }),
    }),
    code: 2,
    message: tooOften,
  },
  {
    attack: "allOf that doubles at each level, in the interpreter",
    files: () => ({
      "spec.yaml": defineResponse(first, doubling("allOf", "{ type: integer, unevaluatedItems: false }")),
      "traffic.har": createTraffic({ body: "1" }),
    }),
    code: 2,
    message: tooOften,
  },
  ...["anyOf", "oneOf"].map(
    (keyword): Attack => ({
      attack: `${keyword} of itself in two ways, in a value 60 levels deep`,
      files: () => ({
        "spec.yaml": defineResponse('{ $ref: "#/components/schemas/N" }', { N: ambiguous(keyword) }),
        "traffic.har": createTraffic({ body: nested(60) }),
      }),
      code: 2,
      message: tooOften,
    }),
  ),
  {
    attack: "anyOf of itself in two ways, in the interpreter",
    files: () => ({
      "spec.yaml": defineResponse('{ $ref: "#/components/schemas/N" }', {
        N: ambiguous("anyOf", ", unevaluatedItems: false"),
      }),
      "traffic.har": createTraffic({ body: nested(60) }),
    }),
    code: 2,
    message: tooOften,
  },
  {
    attack: "a large honest body of schemas that refer to each other",
    files: () => ({
      "spec.yaml": defineResponse('{ type: array, items: { $ref: "#/components/schemas/I" } }', {
        I: '{ anyOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }',
        A: '{ type: object, properties: { a: { $ref: "#/components/schemas/N" } }, required: [a] }',
        B: '{ type: object, properties: { b: { $ref: "#/components/schemas/N" } }, required: [b] }',
        N: "{ type: integer }",
      }),
      "traffic.har": createTraffic({ body: JSON.stringify(Array.from({ length: 200_000 }, (_, b) => ({ b }))) }),
    }),
    code: 0,
    message: /^Passed: /m,
  },
];

export const schemaAttacks: readonly Attack[] = [...patterns, ...other, ...fanOut];
