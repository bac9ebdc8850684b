import { type Attack, createTraffic, defineResponse } from "./attack.js";

/** A hostile spec, and traffic that would pass otherwise. */
function described(attack: string, spec: () => string, expected: Pick<Attack, "code" | "message" | "never">): Attack {
  return { attack, files: () => ({ "spec.yaml": spec(), "traffic.har": createTraffic({ body: "1" }) }), ...expected };
}

const HEAD = 'openapi: 3.1.0\ninfo: { title: t, version: "1" }\n';

/** Each anchor contains the previous one nine times. */
function aliasBomb(levels: number): string {
  const lines = Array.from({ length: levels }, (_, level) => {
    const alias = level === 0 ? "x" : `*a${level - 1}`;
    return `  x-a${level}: &a${level} [${Array(9).fill(alias).join(", ")}]`;
  });
  return `${HEAD}x-bomb:\n${lines.join("\n")}\npaths: {}\n`;
}

function deep(levels: number): string {
  return `${'{"not":'.repeat(levels)}{}${"}".repeat(levels)}`;
}

/** Written as JSON, because parsing this much YAML takes a minute. */
function oneOperation(schema: object, more = ""): string {
  const get = { responses: { "200": { description: "d", content: { "application/json": { schema } } } } };
  const info = { title: "t", version: "1" };
  const servers = [{ url: "https://a.example" }];
  return JSON.stringify({ openapi: "3.1.0", info, servers, paths: { "/a": { get } }, "x-more": more });
}

const refused = { code: 2 } as const;

const reading: readonly Attack[] = [
  described("an alias bomb", () => aliasBomb(12), { ...refused, message: /spec\.yaml.*alias/s }),
  described(
    "an alias bomb in a schema",
    () => defineResponse("{}").replace("paths:", `${aliasBomb(12).slice(HEAD.length).replace("paths: {}", "")}paths:`),
    { ...refused, message: /spec\.yaml.*alias/s },
  ),
  described(
    "thousands of aliases",
    () =>
      `${defineResponse("{ type: integer }")}\nx-a:\n  - &a { type: string }\n${"  - { a: 1, b: *a }\n".repeat(4000)}`,
    { code: 0, message: /1 passed/ },
  ),
  described("an alias that holds itself", () => `${HEAD}x-a: &a [*a]\npaths: {}\n`, {
    ...refused,
    message: /spec\.yaml/,
  }),
  described("JSON nested 20000 deep", () => defineResponse(deep(20_000)), {
    ...refused,
    message: /spec\.yaml.*nested too deeply/s,
  }),
  described("YAML nested 20000 deep", () => `${HEAD}paths: ${"[".repeat(20_000)}${"]".repeat(20_000)}\n`, {
    ...refused,
    message: /spec\.yaml.*nested too deeply/s,
  }),
  described(
    "a JSON description nested 100000 deep",
    () => `{"openapi":"3.1.0","paths":{},"x-a":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}`,
    { ...refused, message: /spec\.yaml/ },
  ),
  described(
    "a $ref to itself",
    () => defineResponse('{ $ref: "#/components/schemas/A" }', { A: '{ $ref: "#/components/schemas/A" }' }),
    { ...refused, message: /spec\.yaml:\d+:\d+:.*leads back to itself/ },
  ),
  described(
    "two $refs to each other",
    () =>
      defineResponse('{ $ref: "#/components/schemas/A" }', {
        A: '{ allOf: [{ $ref: "#/components/schemas/B" }] }',
        B: '{ $ref: "#/components/schemas/A" }',
      }),
    { ...refused, message: /spec\.yaml:\d+:\d+:.*leads back to itself/ },
  ),
  described(
    "a chain of 5000 $refs",
    () =>
      defineResponse(
        '{ $ref: "#/components/schemas/S0" }',
        Object.fromEntries([
          ...Array.from({ length: 5000 }, (_, n): [string, string] => [
            `S${n}`,
            `{ $ref: "#/components/schemas/S${n + 1}" }`,
          ]),
          ["S5000", "{ type: integer }"],
        ]),
      ),
    { code: 2, message: /spec\.yaml.*nested too deeply/ },
  ),
  described(
    "a $ref of the name __proto__",
    () => defineResponse('{ $ref: "#/components/schemas/__proto__" }', { __proto__: "{ type: string }" }),
    { ...refused, message: /spec\.yaml:\d+:\d+:.*__proto__.*points nowhere/ },
  ),
  described(
    "a schema of the name __proto__",
    () => defineResponse('{ $ref: "#/components/schemas/__proto__" }', { ["__proto__"]: "{ type: string }" }),
    { code: 1, message: /expected string/ },
  ),
  ...["constructor", "toString", "hasOwnProperty"].map((name) =>
    described(
      `a $ref of the name ${name}`,
      () => defineResponse(`{ $ref: "#/components/schemas/${name}" }`, { A: "{}" }),
      {
        ...refused,
        message: /spec\.yaml:\d+:\d+:.*points nowhere/,
      },
    ),
  ),
];

const references: readonly Attack[] = [
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data",
  "https://evil.example/a.yaml",
  "//evil.example/a.yaml",
  "ftp://evil.example/a",
].map((target) =>
  described(`$ref ${target}`, () => defineResponse(`{ $ref: "${target}" }`), {
    ...refused,
    message: /spec\.yaml:7:\d+:.*is not fetched/,
    never: /root:/,
  }),
);

const outside: readonly Attack[] = [
  "../../../../../../../../etc/passwd",
  "/etc/passwd",
  "%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
  "..\\..\\..\\etc\\passwd",
  "../a/../../outside.yaml",
].map((target) => ({
  attack: `$ref ${target}`,
  files: () => ({
    "api/spec.yaml": defineResponse(`{ $ref: '${target}' }`),
    "outside.yaml": "components: { schemas: { A: { type: integer } } }",
    "traffic.har": createTraffic({ body: "1" }),
  }),
  args: ["check", "traffic.har", "--spec", "api/spec.yaml"],
  ...refused,
  message: /api\/spec\.yaml:7:\d+:.*\$ref.*(is outside the directory|there is no file)/,
  never: /root:/,
}));

const siblings: Attack = {
  attack: "$ref ../shared.yaml, which is in the folder of the command",
  files: () => ({
    "api/spec.yaml": defineResponse("{ $ref: '../shared.yaml' }"),
    "shared.yaml": "{ type: integer }",
    "traffic.har": createTraffic({ body: "1" }),
  }),
  args: ["check", "traffic.har", "--spec", "api/spec.yaml"],
  code: 0,
  message: /^Passed: /m,
};

const sizes: readonly Attack[] = [
  described("multipleOf 1e-300", () => defineResponse("{ type: number, multipleOf: 1e-300 }"), {
    code: 0,
    message: /^Passed: /m,
  }),
  described("multipleOf 0", () => defineResponse("{ type: number, multipleOf: 0 }"), {
    code: 1,
    message: /a multiple of 0/,
  }),
  described("minLength 1e9", () => defineResponse("{ type: integer, minLength: 1000000000 }"), {
    code: 0,
    message: /^Passed: /m,
  }),
  described(
    "minItems 1e9",
    () => defineResponse("{ items: { type: integer }, minItems: 1000000000, maxItems: 1e300 }"),
    {
      code: 0,
      message: /^Passed: /m,
    },
  ),
  described(
    "an enumeration of a million",
    () => oneOperation({ enum: Array.from({ length: 1_000_000 }, (_, n) => n + 2) }),
    { code: 1, message: /expected one of 2, 3, .* and \d+ more, got integer 1/ },
  ),
  described("a description of 50 MB", () => oneOperation({ type: "integer" }, "a".repeat(50_000_000)), {
    code: 0,
    message: /^Passed: /m,
  }),
  described(
    "a pattern of a megabyte",
    () => defineResponse(`{ type: integer, pattern: "${"(a|b)*".repeat(150_000)}" }`),
    {
      ...refused,
      message: /spec\.yaml:7:\d+: this schema does not compile: .{0,400}…/,
    },
  ),
  described("a pattern that is no regular expression", () => defineResponse('{ type: integer, pattern: "(" }'), {
    ...refused,
    message: /spec\.yaml:7:\d+:.*(regular expression|pattern)/i,
  }),
];

export const descriptionAttacks: readonly Attack[] = [...reading, ...references, ...outside, siblings, ...sizes];
