/** The fast redactor gives the same results and redacted exchanges as the full validation. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Contract, loadContract, redactExchange } from "../../../src/check/index.js";
import { addEncodedBody, createFastRedactor, type FastRedactor } from "../../../src/fast/recording/fast-redactor.js";
import { EXCHANGE_PART_POINTERS, type Exchange, serializeHarEntry, toHarEntry } from "../../../src/recording/index.js";
import { createFolder } from "../../cli/run-contract.js";
import { readHarExchanges } from "../../record/dialogue.js";
import { SENSITIVE_SPEC } from "../../record/sensitive-spec.js";

/** Whether the fast redactor gives a result; if so, it has to equal that of the full validation. */
function isRedactedFast(contract: Contract, redactor: FastRedactor, exchange: Exchange): boolean {
  const result = contract.check(exchange);
  const redacted = redactExchange(contract, exchange, result);
  const fast = redactor.check(exchange);
  redactor.learn(exchange, result);
  if (fast === undefined) return false;
  const options = { startedAt: "" } as const;
  const parts = serializeHarEntry(fast.redacted, options, fast.body).map((it) => Buffer.from(it));
  expect(Buffer.concat(parts).toString()).toBe(JSON.stringify(toHarEntry(redacted, options)));
  expect(addEncodedBody(fast.redacted, fast.body)).toEqual(redacted);
  const { verdict, operation, status, findings } = fast.result;
  expect({ verdict, operation: operation?.id, status, findings }).toEqual({
    verdict: result.verdict,
    operation: result.operation?.id,
    status: result.status,
    findings: result.findings,
  });
  return true;
}

test.each(["examples", "mock"])("test/traffic/%s.har: most responses are redacted in their text", async (name) => {
  const contract = loadContract("spec/openapi.yaml", { fastAfter: 0 });
  const redactor = createFastRedactor(contract);
  const exchanges = await readHarExchanges(`test/traffic/${name}.har`);
  const candidates = exchanges.filter(
    ({ request, response }) => request.body.kind === "none" && response.status === 200,
  );
  expect(candidates.length).toBeGreaterThan(3);
  const fast = [...candidates, ...candidates, ...candidates].map((exchange) =>
    isRedactedFast(contract, redactor, exchange),
  );
  expect(fast.slice(-candidates.length).filter((it) => it).length).toBeGreaterThan(candidates.length / 2);
});

test("bodies with secrets of every kind, and with none", () => {
  const spec = join(createFolder({ "vault.yaml": SENSITIVE_SPEC }), "vault.yaml");
  const contract = loadContract(spec, { servers: ["http://vault.example"], fastAfter: 0 });
  const redactor = createFastRedactor(contract);
  let fast = 0;
  fc.assert(
    fc.property(THING, fc.constantFrom(undefined, 1), (thing, space) => {
      const exchange = exchangeOf(JSON.stringify(thing, null, space));
      if (isRedactedFast(contract, redactor, exchange)) fast += 1;
      if (isRedactedFast(contract, redactor, exchange)) fast += 1;
    }),
    { seed: 11, numRuns: 1000 },
  );
  expect(fast).toBeGreaterThan(250);
});

test.each([
  ["a request with a body", { body: { kind: "text", text: "{}" } }],
  ["a marked header", { headers: [["X-Door", "wolf"]] }],
  ["a marked parameter of the query", { url: "http://vault.example/things?door=wolf" }],
  ["one that is written in capitals", { url: "http://vault.example/things?DOOR=wolf" }],
  ["one that is written with escapes", { url: "http://vault.example/things?d%6For=wolf" }],
] as const)("%s is for the reader of the recording", (_, request) => {
  const spec = join(createFolder({ "vault.yaml": SENSITIVE_SPEC }), "vault.yaml");
  const contract = loadContract(spec, { servers: ["http://vault.example"], fastAfter: 0 });
  const redactor = createFastRedactor(contract);
  const plain = exchangeOf('{"mark":"wolf"}');
  redactor.learn(plain, contract.check(plain));
  expect(redactor.check(plain)).toBeDefined();
  const exchange = { ...plain, request: { ...plain.request, ...request } };
  redactor.learn(exchange, contract.check(exchange));
  expect(redactor.check(exchange)).toBeUndefined();
});

function exchangeOf(text: string): Exchange {
  return {
    request: { method: "POST", url: "http://vault.example/things", headers: [], body: { kind: "none" } },
    response: { status: 200, headers: [["Content-Type", "application/json"]], body: { kind: "text", text } },
    origin: { source: "vault", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
}

/** Returns `value`, usually an invalid one, in one of twenty cases. */
const seldom = <Value>(value: Value, usual: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: fc.constant(value) });

const TEXT = fc.oneof(
  fc.constantFrom(
    "",
    "wolf",
    'say "wolf"',
    "a\\b",
    "tab\t",
    "\u00fc\u2028",
    "Bearer Abc1def2ghi3jkl4",
    "eyJhbGciOi.e30.c2ln",
  ),
  fc.string(),
);
const PLAIN = fc.record(
  {
    plain: TEXT,
    mark: TEXT,
    number: seldom(99, fc.integer({ min: 100, max: 99_999 })),
    shaped: seldom("wolf", fc.constantFrom("XYZ-2718", "ABC-0000")),
    all: fc.dictionary(fc.constantFrom("a", "b", "token", 'q"uote'), fc.oneof(TEXT, fc.integer(), fc.constant(null))),
    many: fc.array(TEXT, { maxLength: 3 }),
    password: TEXT,
    code: fc.oneof(TEXT, fc.constant("A1B2C3D4E5F6G7H8")),
    coded: fc.dictionary(
      fc.constantFrom("0x95", "0x9F02", "0x9F1A"),
      seldom("wolf", fc.constantFrom("00FF", "1234", "")),
    ),
  },
  { requiredKeys: [] },
);
const THING = fc.oneof(
  PLAIN,
  fc.record({ plain: TEXT, listed: fc.constantFrom("wolf3141", "bear2718") }),
  fc.record({ inner: PLAIN, list: fc.array(PLAIN, { maxLength: 3 }), mark: TEXT }, { requiredKeys: [] }),
);
