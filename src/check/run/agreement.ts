import { compareStrings, type Document, type Pointer } from "../../document/index.js";
import { hasExactNumber } from "../../document/values/exact-number.js";
import { CannotValidateError, type MessageDirection } from "../../schema/index.js";
import { listBodies, listBodyValues } from "../rules/body.js";
import type { BodyContext, CheckContext } from "../rules/check.js";

/** A validator that `contract generate` writes, or why its result can differ from that of the checker. */
export type GetGeneratedValidator = (document: Document, schema: Pointer, direction: MessageDirection) => Generated;
type Generated = string | { (value: unknown): boolean; errors?: readonly GeneratedError[] | null };
type GeneratedError = { readonly keyword: string; readonly schemaPath: string };

/** How many bodies get the same verdict from the checker and from the generated validators. */
export type AgreementReport = {
  /** The bodies that both validated. */
  readonly bodies: number;
  readonly agreed: number;
  /** The bodies whose schemas generated validators do not support exactly, by reason. */
  readonly notCompared: readonly { readonly reason: string; readonly bodies: number }[];
  /** The first ones, with their places and both verdicts, and without values. Each is a defect of this program. */
  readonly differences: readonly string[];
} & GeneratedFaults;

/** What is wrong with generated files. Each list is present if it is not empty. */
export type GeneratedFaults = {
  /** The files that differ from what the spec generates. */
  readonly outdated?: readonly string[] | undefined;
  /** Errors of the TypeScript compiler. */
  readonly uncompiled?: readonly string[] | undefined;
};

/** Compares the verdicts about the bodies of each exchange. */
export type AgreementTally = ReturnType<typeof createAgreementTally>;

export function createAgreementTally(getValidator: GetGeneratedValidator) {
  const counts = { bodies: 0, agreed: 0 };
  const reasons = new Map<string, number>();
  const differences: string[] = [];
  let generated: GeneratedFaults = {};
  const addBody = (context: CheckContext, body: BodyContext): void => {
    const compared = compareBody(context, body, getValidator);
    if (compared === undefined) return;
    if (typeof compared === "string") {
      reasons.set(compared, (reasons.get(compared) ?? 0) + 1);
      return;
    }
    counts.bodies += 1;
    const { source, index } = context.exchange.origin;
    if (compared.length === 0) counts.agreed += 1;
    else if (differences.length < MAX_DIFFERENCES)
      differences.push(`${source}#${index} ${body.direction}.body, ${compared[0]}`);
  };
  return {
    add: (context: CheckContext): void => {
      for (const body of listBodies(context)) addBody(context, body);
    },
    setGeneratedFaults: (faults: GeneratedFaults): void => {
      generated = faults;
    },
    report: (): AgreementReport => ({ ...counts, notCompared: sortReasons(reasons), differences, ...generated }),
  };
}

const MAX_DIFFERENCES = 20;

function sortReasons(reasons: ReadonlyMap<string, number>): AgreementReport["notCompared"] {
  return [...reasons]
    .map(([reason, bodies]) => ({ reason, bodies }))
    .sort((a, b) => b.bodies - a.bodies || compareStrings(a.reason, b.reason));
}

/** Returns the differences, or why the body cannot be compared; undefined for a body without a schema or value. */
function compareBody(
  { schemas }: CheckContext,
  body: BodyContext,
  getValidator: GetGeneratedValidator,
): readonly string[] | string | undefined {
  const values = listBodyValues(body);
  if (values.length === 0) return undefined;
  const differences: string[] = [];
  for (const { schema, value: exact } of values) {
    // Generated validators get what JSON.parse returns, also for numbers that a double cannot hold. The checker gets their text.
    const value = hasExactNumber(exact) ? JSON.parse(JSON.stringify(exact)) : exact;
    const validate = getValidator(schemas.document, schema, body.direction);
    if (typeof validate === "string") return validate;
    try {
      const isValid = schemas.isValid(schema, body.direction, value);
      if (validate(value) === isValid) continue;
      const [violation] = schemas.validate(schema, body.direction, value);
      const [error] = validate.errors ?? [];
      const checker = violation === undefined ? "valid" : `invalid (${violation.pointer})`;
      const ajv = error === undefined ? "valid" : `invalid (${error.keyword} at ${error.schemaPath})`;
      differences.push(`${schema}: checker ${checker}, Ajv ${ajv}`);
    } catch (error) {
      if (error instanceof CannotValidateError) return "the checker cannot validate the body, and reports why";
      throw error;
    }
  }
  return differences;
}
