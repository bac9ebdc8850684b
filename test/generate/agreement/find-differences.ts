import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import {
  asObject,
  type Document,
  type Json,
  joinPointer,
  loadDocument,
  type Pointer,
  valueAt,
} from "../../../src/document/index.js";
import { type CompiledValidator, getCompiledValidator } from "../../../src/generate/compiled-validators.js";
import { generateTypes } from "../../../src/generate/types/types.js";
import { makeSampleValues } from "../../../src/samples/make-value.js";
import {
  CannotValidateError,
  createSchemas,
  type MessageDirection,
  type Schemas,
  type Violation,
} from "../../../src/schema/index.js";
import { createDirectionTest } from "../../../src/schema/model/schema-model.js";
import { createSchemaRegistry } from "../../../src/schema/registry/schema-registry.js";
import { nearValues } from "../../schema/near-values.js";
import { listErrors } from "../compile-strictly.js";
import { createTypedSchemas, findSchemaException, findTypeException, UNDECLARED, UNTYPED } from "./exceptions.js";
import { getModelVerdict } from "./model-verdict.js";
import { changeOnce } from "./values.js";

/** A spec whose component schemas are compared, and a name for it. */
export type ComparedSpec = { readonly name: string; readonly root: Json };

export type Comparison = {
  readonly counts: Record<
    "schemas" | "values" | "accepted" | "rejected" | "assignable" | "refused" | "samples" | "decidedByModel",
    number
  >;
  /** How many schemas or values were left out, by reason. */
  readonly exceptions: Map<string, number>;
  /** What the checker, the generated validators, the samples, the model and the types do not agree on. */
  readonly differences: string[];
};

type Options = {
  /** A folder for the generated types and the programs. */
  readonly folder: string;
  readonly seed: number;
  /** The number of random values of a schema in each direction. */
  readonly runs: number;
  /** The number of values of a schema in each direction that are compiled. */
  readonly compiled: number;
  /** Whether a schema that means the same in both directions is compared in one only. */
  readonly skipsSameDirection?: boolean;
};

type Case = {
  readonly pointer: Pointer;
  readonly direction: MessageDirection;
  readonly value: Json;
  readonly isValid: boolean;
};

type Program = { readonly name: string; readonly cases: readonly Case[] };

const DIRECTIONS = ["request", "response"] as const;

/** Compares the verdicts about values of each component schema, and compiles those that types must accept or refuse. */
export function findDifferences(specs: readonly ComparedSpec[], options: Options): Comparison {
  const counts = {
    schemas: 0,
    values: 0,
    accepted: 0,
    rejected: 0,
    assignable: 0,
    refused: 0,
    samples: 0,
    decidedByModel: 0,
  };
  const comparison: Comparison = { counts, exceptions: new Map(), differences: [] };
  const programs = new Map<string, Program>();
  for (const [index, spec] of specs.entries()) {
    const folder = join(options.folder, `${index}`);
    // A brand refuses every literal, on purpose.
    const text = JSON.stringify(addOperations(spec.root), (key, value) => (key === "x-brand" ? undefined : value));
    const document = loadDocument("spec.json", () => text);
    const cases = compareVerdicts(spec.name, document, comparison, options);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "types.ts"), generateTypes(document).text);
    writeFileSync(join(folder, "cases.ts"), formatProgram(cases, listComponents(document.root)));
    programs.set(join(folder, "cases.ts"), { name: spec.name, cases });
  }
  compareTypes(programs, comparison);
  return comparison;
}

function listComponents(root: Json): Pointer[] {
  const names = Object.keys(asObject(valueAt(root, "/components/schemas")) ?? {});
  return names.map((name) => joinPointer("/components/schemas", name));
}

/** An operation for each component, which gives its types in both directions names. */
function addOperations(root: Json): Json {
  const operations = listComponents(root).map((pointer, index) => {
    const content = { "application/json": { schema: { $ref: `#${encodeURI(pointer)}` } } };
    const responses = { "200": { description: "d", content } };
    return [
      `/compared-schemas/${index}`,
      { post: { operationId: `compared${index}`, requestBody: { content }, responses } },
    ];
  });
  const { paths, ...rest } = asObject(root) ?? {};
  return { ...rest, paths: { ...asObject(paths), ...Object.fromEntries(operations) } };
}

/** Compares what validates values, and returns the cases for the types. */
function compareVerdicts(name: string, document: Document, comparison: Comparison, options: Options): Case[] {
  const schemas = createSchemas(document);
  const compared = { schemas, typed: createTypedSchemas(document) };
  const differs = createDirectionTest(createSchemaRegistry(document.root, undefined, document.unusable));
  return listComponents(document.root).flatMap((pointer) => {
    comparison.counts.schemas += 1;
    const isOnce = options.skipsSameDirection === true && !differs(pointer);
    return DIRECTIONS.filter((it) => !isOnce || it === "response").flatMap((direction) => {
      const found = compareSchema(compared, { pointer, direction }, comparison, options);
      for (const it of found.differences) comparison.differences.push(`${name} ${pointer} ${direction}: ${it}`);
      return found.cases;
    });
  });
}

function compareSchema(
  compared: ComparedSchemas,
  at: Pick<Case, "pointer" | "direction">,
  comparison: Comparison,
  options: Options,
): { readonly differences: readonly string[]; readonly cases: readonly Case[] } {
  const { document } = compared.schemas;
  const validate = getCompiledValidator(document, at.pointer, at.direction);
  if (typeof validate === "string") addException(comparison, validate);
  const cases: Case[] = [];
  const differences: string[] = [];
  for (const [value, isSample] of listValues(compared.schemas, at, options)) {
    const verdict = getVerdict(compared.schemas, { ...at, value });
    if (verdict === undefined) continue;
    const merged = compared.schemas.model.at([at.pointer]);
    const ofModel = getModelVerdict(compared.schemas, merged, value, at.direction);
    const found = compareValue(value, { ...verdict, isSample, validate, ofModel }, comparison);
    differences.push(...found.map((it) => `${it}: ${JSON.stringify(value)}`));
    if (cases.length >= options.compiled) continue;
    const exception = explainException(compared, { ...at, value }, verdict);
    if (exception === undefined) cases.push({ ...at, value, isValid: verdict.isValid });
    else addException(comparison, exception);
  }
  return { differences, cases };
}

function addException({ exceptions }: Comparison, reason: string): void {
  exceptions.set(reason, (exceptions.get(reason) ?? 0) + 1);
}

type Verdict = {
  readonly isValid: boolean;
  readonly isDocumented: boolean;
  readonly violations: readonly Violation[];
};

type ComparedVerdict = Verdict & {
  readonly isSample: boolean;
  readonly validate: CompiledValidator | string;
  readonly ofModel: boolean | undefined;
};

function compareValue(
  value: Json,
  { isValid, violations, isSample, validate, ofModel }: ComparedVerdict,
  { counts }: Comparison,
): string[] {
  counts.values += 1;
  counts[isValid ? "accepted" : "rejected"] += 1;
  if (isSample) counts.samples += 1;
  if (ofModel !== undefined) counts.decidedByModel += 1;
  const [verb, other] = isValid ? ["accepts", "rejects"] : ["rejects", "accepts"];
  return [
    ...(isValid === (violations.length === 0)
      ? []
      : [`the checker ${verb} it, but has ${violations.length} violations`]),
    ...(isSample && !isValid ? ["the checker rejects a sample of the model"] : []),
    ...(ofModel === undefined || ofModel === isValid ? [] : [`the checker ${verb}, and the model ${other}`]),
    ...(typeof validate === "string" || validate(value) === isValid
      ? []
      : [`the checker ${verb}, and the generated validator ${other}`]),
  ];
}

type ComparedSchemas = { readonly schemas: Schemas; readonly typed: Schemas };

/** Why the type of a schema need not give the same verdict about a value. */
function explainException(
  { schemas, typed }: ComparedSchemas,
  { pointer, direction, value }: Omit<Case, "isValid">,
  { isValid, isDocumented, violations }: Verdict,
): string | undefined {
  const exception = findSchemaException(schemas, pointer);
  if (exception !== undefined) return exception;
  if (!isValid) return findTypeException({ schemas, pointer, direction }, violations);
  if (!isDocumented) return UNDECLARED;
  return typed.isValid(pointer, direction, value) ? undefined : UNTYPED;
}

function getVerdict(schemas: Schemas, { pointer, direction, value }: Omit<Case, "isValid">): Verdict | undefined {
  try {
    const isValid = schemas.isValid(pointer, direction, value);
    const isDocumented = schemas.assess(pointer, direction, value) === "documented";
    return { isValid, isDocumented, violations: schemas.validate(pointer, direction, value) };
  } catch (error) {
    if (error instanceof CannotValidateError) return undefined;
    throw error;
  }
}

/** Samples, samples with one change, and values close to the schema. Says which are samples. */
function* listValues(
  schemas: Schemas,
  { pointer, direction }: Pick<Case, "pointer" | "direction">,
  { seed, runs, compiled }: Options,
): Iterable<readonly [value: Json, isSample: boolean]> {
  const state = { context: { schemas, direction }, stack: [], budget: { left: 2000 } };
  const samples = makeSampleValues(state, schemas.model.at([pointer]), Math.ceil(compiled / 4)).map(
    (it) => it.value as Json,
  );
  for (const value of samples) yield [value, true];
  const changed = samples.flatMap((it) => [...changeOnce(it)]);
  const step = Math.max(1, Math.ceil(changed.length / runs));
  for (const [index, value] of changed.entries()) if (index % step === 0) yield [value, false];
  const near = nearValues(schemas.root, valueAt(schemas.root, pointer));
  for (const value of fc.sample(near, { seed, numRuns: runs })) yield [value, false];
}

/** What types need of the libraries of browsers. */
const GLOBALS = join(import.meta.dirname, "globals.d.ts");

const FIRST_LINE = 'import type { operations } from "./types.js";';

/** One line for each value, so that the line of an error identifies the value. */
function formatProgram(cases: readonly Case[], components: readonly Pointer[]): string {
  const lines = cases.map(({ pointer, direction, value }, index) => {
    const operation = `operations["compared${components.indexOf(pointer)}"]`;
    const holder =
      direction === "request" ? `NonNullable<${operation}["requestBody"]>` : `${operation}["responses"][200]`;
    return `export const v${index}: ${holder}["content"]["application/json"] = ${JSON.stringify(value)};`;
  });
  return [FIRST_LINE, ...lines].join("\n");
}

/** All specs share a program, because checking the libraries of TypeScript takes most of the time. */
function compareTypes(programs: ReadonlyMap<string, Program>, { counts, differences }: Comparison): void {
  const errors = new Map<string, string>();
  // The libraries of the browser are not needed, and half of the time.
  const files = [...programs.keys(), GLOBALS];
  for (const { file, line, message } of listErrors(files, { lib: ["es2022"] })) {
    if (programs.has(file)) errors.set(`${file}:${line}`, message);
    else differences.push(`${file}:${line} does not compile: ${message}`);
  }
  for (const [file, { name, cases }] of programs)
    for (const [index, { pointer, direction, value, isValid }] of cases.entries()) {
      const error = errors.get(`${file}:${index + 2}`);
      if ((error === undefined) === isValid) counts[isValid ? "assignable" : "refused"] += 1;
      else {
        const what = isValid ? `the type refuses a valid value (${error})` : "the type accepts an invalid value";
        differences.push(`${name} ${pointer} ${direction}: ${what}: ${JSON.stringify(value)}`);
      }
    }
}
