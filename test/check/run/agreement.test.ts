/** `contract gate` runs the generated validators over the bodies of all exchanges. A different verdict fails the run. */
import { describe, expect, test } from "vitest";
import {
  computeOutcome,
  createAgreementTally,
  createReportBuilder,
  type GetGeneratedValidator,
  type Report,
} from "../../../src/check/index.js";
import { getCompiledValidator } from "../../../src/generate/compiled-validators.js";
import { formatTextReport } from "../../../src/report/check-page.js";
import { createExchange, createSmallContract, defineJsonOperation } from "../inline-contract.js";

const acceptsAll: GetGeneratedValidator = () => () => true;
const acceptsNone: GetGeneratedValidator = () =>
  Object.assign(() => false, { errors: [{ keyword: "type", schemaPath: "#/type" }] });

function checkBodies(schema: string, bodies: readonly unknown[], getGeneratedValidator: GetGeneratedValidator): Report {
  const contract = createSmallContract(defineJsonOperation(schema));
  const builder = createReportBuilder(contract, { agreement: createAgreementTally(getGeneratedValidator) });
  for (const [index, response] of bodies.entries()) {
    const exchange = createExchange({ response, index });
    builder.addRecorded(exchange, contract.check(exchange));
  }
  return builder.report();
}

const schemaPointer = "/paths/~1a/get/responses/200/content/application~1json/schema";
const where = `test#0 response.body, ${schemaPointer}`;

describe("the verdicts of both", () => {
  type Row = [
    what: string,
    schema: string,
    bodies: readonly unknown[],
    validators: GetGeneratedValidator,
    agreement: object,
    text: RegExp,
  ];
  const none = { notCompared: [], differences: [] };
  test.each<Row>([
    [
      "are counted if they are the same",
      "{ type: string }",
      ['"a"', "5"],
      getCompiledValidator,
      { bodies: 2, agreed: 2, ...none },
      /Ajv agrees on 2 of 2 bodies\.\n/,
    ],
    ["are not counted without a body", "{}", [undefined], getCompiledValidator, { bodies: 0, agreed: 0, ...none }, /^/],
    [
      "are listed if only Ajv accepts",
      "{ type: string }",
      ["5"],
      acceptsAll,
      {
        ...{ bodies: 1, agreed: 0, notCompared: [] },
        differences: [`${where}: checker invalid (${schemaPointer}/type), Ajv valid`],
      },
      /^Failed: .*Ajv and the checker disagree on 1 body, which is a defect of commerce-contract[\s\S]*: test#0 response\.body, .*checker invalid \(.*\/type\), Ajv valid\n/,
    ],
    [
      "are listed if only the checker accepts",
      "{ type: string }",
      ['"a"'],
      acceptsNone,
      {
        ...{ bodies: 1, agreed: 0, notCompared: [] },
        differences: [`${where}: checker valid, Ajv invalid (type at #/type)`],
      },
      /Failed: the traffic matches .*, but Ajv and the checker disagree/,
    ],
    [
      "are counted apart, with the reason, if Ajv does not support a keyword",
      "{ type: array, unevaluatedItems: false }",
      ["[]", "[1]"],
      getCompiledValidator,
      {
        ...{ bodies: 0, agreed: 0, differences: [] },
        notCompared: [
          { reason: "Ajv does not evaluate unevaluatedItems as JSON Schema 2020-12 defines it", bodies: 2 },
        ],
      },
      /Ajv agrees on 0 of 0 bodies; 2 bodies not compared: Ajv does not evaluate unevaluatedItems .* \(2\)\.\n/,
    ],
    [
      "are about what JSON.parse returns, also for numbers that a double cannot hold",
      "{ type: object, properties: { id: { type: integer, maximum: 9007199254740992 } } }",
      ['{"id":9007199254740993}'],
      getCompiledValidator,
      { bodies: 1, agreed: 1, ...none },
      /Ajv agrees on 1 of 1 body\.\n/,
    ],
  ])("%s", (_, schema, bodies, validators, agreement, text) => {
    const report = checkBodies(schema, bodies, validators);
    expect(report.agreement).toEqual(agreement);
    const outcome = computeOutcome(report, { failOn: "never" });
    expect(outcome.kind).toBe(report.agreement?.differences.length === 0 ? "passed" : "failed");
    expect(formatTextReport({ report, outcome: computeOutcome(report) })).toMatch(text);
  });

  test("are not compared by other commands", () => {
    const contract = createSmallContract(defineJsonOperation("{}"));
    expect(createReportBuilder(contract).report()).not.toHaveProperty("agreement");
  });
});
