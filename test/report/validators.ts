import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";
import type { JsonObject } from "../../src/document/index.js";
import { createSchemas } from "../../src/schema/index.js";

/** Validates JUnit reports, and returns the errors. */
export async function junitProblems(...reports: readonly string[]): Promise<readonly string[]> {
  const schema = readFileSync(join(import.meta.dirname, "junit.xsd"), "utf8");
  const { errors } = await validateXML({
    xml: reports.map((contents, index) => ({ fileName: `report-${index}.xml`, contents })),
    schema: [{ fileName: "junit.xsd", contents: schema }],
  });
  return errors.map(({ message }) => message);
}

const HOME = "/components/schemas/Sarif";

/** The schema of SARIF 2.1.0 by OASIS, embedded in an OpenAPI document for this package's validator. */
const sarifSchemas = (() => {
  const path = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const { $schema, id, definitions, ...schema } = JSON.parse(
    readFileSync(path, "utf8").replaceAll('"#/definitions/', '"#/components/schemas/'),
  ) as JsonObject & { readonly definitions: JsonObject };
  const root = {
    openapi: "3.1.0",
    components: { schemas: { ...definitions, Sarif: schema } },
  } as unknown as JsonObject;
  return createSchemas({ root, path: "sarif.json", version: "3.1", locate: () => ({ file: "sarif.json" }) });
})();

/** Validates a SARIF log, and returns the errors. */
export function sarifProblems(log: unknown): readonly string[] {
  return sarifSchemas.validate(HOME, "request", log as never).map(({ instance, keyword }) => `${instance}: ${keyword}`);
}

const reportSchema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../src/report/report.schema.json"), "utf8")
    .replaceAll('"#/$defs/', '"#/components/schemas/')
    .replaceAll('"#/properties/', '"#/components/schemas/Report/properties/'),
) as JsonObject & { readonly $defs: JsonObject };

const lineSchemas = createSchemas({
  root: {
    openapi: "3.1.0",
    components: { schemas: { ...reportSchema.$defs, Report: reportSchema } },
  } as unknown as JsonObject,
  path: "report.schema.json",
  version: "3.1",
  locate: () => ({ file: "report.schema.json" }),
});

/** Validates a line of an NDJSON report, and returns the errors. */
export function lineProblems(line: unknown): readonly string[] {
  return lineSchemas
    .validate("/components/schemas/line", "request", line as never)
    .map(({ instance, keyword }) => `${instance}: ${keyword}`);
}
