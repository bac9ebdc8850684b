import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CoverageByKind,
  type CoverageThresholds,
  computeOutcome,
  createReportBuilder,
  findKindsBelowThreshold,
  loadContract,
} from "../../../src/check/index.js";
import { buildExchange, CASES } from "../case.js";
import { createExchange, createInlineContract, type ExchangeInput, SPEC_START } from "../inline-contract.js";

const SPEC = `${SPEC_START}
  /a:
    get:
      operationId: a
      parameters:
        - { name: sort, in: query, schema: { enum: [up, down] } }
      responses:
        "200":
          description: d
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "404": { description: d }
    post:
      operationId: b
      responses: { "201": { description: d } }
components:
  schemas:
    Pet:
      type: object
      properties:
        name: { type: string }
        mood: { type: string, x-extensible-enum: [good, bad] }
        friends: { type: array, items: { $ref: "#/components/schemas/Pet" } }
      oneOf:
        - { required: [bark], properties: { bark: { type: boolean } } }
        - { required: [purr], properties: { purr: { type: boolean } } }
`;
const contract = createInlineContract({ "spec.yaml": SPEC });

function kinds(
  thresholds: CoverageThresholds,
  ...all: readonly ExchangeInput[]
): { kinds: CoverageByKind; outcome: string } {
  const tally = createReportBuilder(contract, { coverage: thresholds });
  for (const it of all.map(createExchange)) tally.add(it, contract.check(it));
  const report = tally.report();
  if (report.coverage.kinds === undefined) throw new Error("there is no coverage");
  const outcome = computeOutcome(report, { failOn: "never", allowPartial: false });
  return { kinds: report.coverage.kinds, outcome: outcome.kind };
}

const names = ({ kinds }: { kinds: CoverageByKind }) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { missing }]) => [kind, missing.map(({ name }) => name)]));

const dog = { bark: true, name: "Rex", mood: "good" };

describe("coverage", () => {
  test("names what no exchange has shown, of every kind", () => {
    expect(names(kinds({}, { response: dog, url: "https://a.example/a?sort=up" }))).toEqual({
      operations: ["b"],
      statuses: ["a 404", "b 201"],
      mediaTypes: [],
      parameters: [],
      properties: ["purr", "friends"],
      values: ['"bad"', '"down"'],
      branches: ["1"],
    });
  });

  test("media types are distinguished by location, and a shared response counts once", () => {
    const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
    const shared = createInlineContract({
      "spec.yaml": `${SPEC_START}
  /a:
    post:
      operationId: add
      requestBody: { ${json("true")} }
      responses:
        "201": { description: d, ${json("true")} }
        "400": { $ref: "#/components/responses/Refused" }
        "409": { $ref: "#/components/responses/Refused" }
components: { responses: { Refused: { description: d, ${json("true")} } } }
`,
    });
    const missing = createReportBuilder(shared, { coverage: {} }).report().coverage.kinds?.mediaTypes.missing;
    expect(missing?.map(({ name }) => name).sort()).toEqual([
      "add 201 application/json",
      "add 400/409 application/json",
      "add request application/json",
    ]);
  });

  test("includes nested values, through branches and recursion", () => {
    const { properties, values, branches } = names(
      kinds({}, { response: { ...dog, friends: [{ purr: true, mood: "bad" }] } }),
    );
    expect({ properties, values, branches }).toEqual({ properties: [], values: ['"down"', '"up"'], branches: [] });
  });

  test("a branch that the value does not match is not covered", () => {
    expect(names(kinds({}, { response: { name: "Rex" } })).branches).toEqual(["0", "1"]);
  });

  test.each([
    ["not", "not: { properties: { kind: { enum: [b] } } }", ["a"]],
    ["if", "if: { properties: { kind: { const: a } } }, then: { properties: { kind: { enum: [b] } } }", ["a", "b"]],
    ["allOf", "allOf: [{ properties: { kind: { enum: [b] } } }]", ["b", "a"]],
  ])("values that %s lists", (_, keyword, expected) => {
    const limited = createInlineContract({
      "spec.yaml": SPEC.replace(/Pet:\n.*/s, `Pet: { properties: { kind: { enum: [a] } }, ${keyword} }\n`),
    });
    const { values } = createReportBuilder(limited, { coverage: {} }).report().coverage.kinds ?? {};
    const missing = values?.missing.map(({ name }) => JSON.parse(name) as string);
    expect(missing).toEqual([...expected, "down", "up"]);
  });

  test("locations have file, line and column", () => {
    const { missing } = kinds({}, { response: dog }).kinds.operations;
    expect(missing).toEqual([{ name: "b", pointer: "/paths/~1a/post", file: "spec.yaml", line: 15, column: 5 }]);
  });

  test("a missed threshold fails the run, even if findings do not", () => {
    const run = (operations: number) => kinds({ operations }, { response: dog });
    expect([run(50).outcome, run(51).outcome]).toEqual(["passed", "failed"]);
    expect(findKindsBelowThreshold(run(51).kinds)).toEqual(["operations"]);
    expect(run(51).kinds.operations).toMatchObject({ total: 2, seen: 1, percent: 50, atLeast: 51 });
  });

  test("costs nothing if it is not requested", () => {
    expect(createReportBuilder(contract).report().coverage).not.toHaveProperty("kinds");
  });
});

test("of two templates that match a path, the one that the exchange conforms to counts", () => {
  const ambiguous = loadContract(join(CASES, "ambiguous.yaml"));
  const tally = createReportBuilder(ambiguous, { coverage: {} });
  const moved = buildExchange("move-file");
  tally.add(moved, ambiguous.check(moved));
  const { operations } = tally.report().coverage.kinds ?? {};
  expect(operations?.missing.map(({ name }) => name)).toEqual(["copyFile", "getShelfToday", "viewFiction"]);
});
