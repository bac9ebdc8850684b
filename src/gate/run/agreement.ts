import { getBodyPart, listBodies } from "../../checks/bodies.js";
import { type BodyContext, type CheckContext, listBodyValues } from "../../checks/index.js";
import type { Document, Pointer } from "../../document/index.js";
import { CannotValidateError, type MessageDirection } from "../../schema/index.js";
import { hasExactNumber } from "../../schema/values/exact-number.js";
import { compareText } from "./finding-groups.js";

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
  /** The first ones. Each is a defect of this program. */
  readonly disagreements: readonly Disagreement[];
};

/** Contains keywords and locations, and no values. */
export type Disagreement = {
  readonly source: string;
  readonly index: number;
  readonly part: string;
  readonly schema: Pointer;
  readonly checker: string;
  readonly ajv: string;
};

/** Compares the verdicts about the bodies of each exchange. */
export type AgreementTally = {
  readonly add: (context: CheckContext) => void;
  readonly report: () => AgreementReport;
};

export function createAgreementTally(getValidator: GetGeneratedValidator): AgreementTally {
  const counts = { bodies: 0, agreed: 0 };
  const reasons = new Map<string, number>();
  const disagreements: Disagreement[] = [];
  return {
    add: (context) => {
      const { source, index } = context.exchange.origin;
      for (const body of listBodies(context)) {
        const compared = compareBody(context, body, getValidator);
        if (compared === undefined) continue;
        if (typeof compared === "string") {
          reasons.set(compared, (reasons.get(compared) ?? 0) + 1);
          continue;
        }
        counts.bodies += 1;
        const [difference] = compared;
        if (difference === undefined) counts.agreed += 1;
        else if (disagreements.length < MAX_DISAGREEMENTS)
          disagreements.push({ source, index, part: getBodyPart(body.direction), ...difference });
      }
    },
    report: () => ({ ...counts, notCompared: sortReasons(reasons), disagreements }),
  };
}

export function mergeAgreement(parts: readonly AgreementReport[]): AgreementReport {
  const reasons = new Map<string, number>();
  for (const { reason, bodies } of parts.flatMap(({ notCompared }) => notCompared))
    reasons.set(reason, (reasons.get(reason) ?? 0) + bodies);
  return {
    bodies: parts.reduce((sum, { bodies }) => sum + bodies, 0),
    agreed: parts.reduce((sum, { agreed }) => sum + agreed, 0),
    notCompared: sortReasons(reasons),
    disagreements: parts.flatMap(({ disagreements }) => disagreements).slice(0, MAX_DISAGREEMENTS),
  };
}

const MAX_DISAGREEMENTS = 20;

function sortReasons(reasons: ReadonlyMap<string, number>): AgreementReport["notCompared"] {
  return [...reasons]
    .map(([reason, bodies]) => ({ reason, bodies }))
    .sort((a, b) => b.bodies - a.bodies || compareText(a.reason, b.reason));
}

type Difference = Pick<Disagreement, "schema" | "checker" | "ajv">;

/** Returns the differences, or why the body cannot be compared; undefined for a body without a schema or value. */
function compareBody(
  { schemas }: CheckContext,
  body: BodyContext,
  getValidator: GetGeneratedValidator,
): readonly Difference[] | string | undefined {
  const values = listBodyValues(body);
  if (values.length === 0) return undefined;
  const differences: Difference[] = [];
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
      differences.push({
        schema,
        checker: violation === undefined ? "valid" : `invalid (${violation.pointer})`,
        ajv: error === undefined ? "valid" : `invalid (${error.keyword} at ${error.schemaPath})`,
      });
    } catch (error) {
      if (error instanceof CannotValidateError) return "the checker cannot validate the body, and reports why";
      throw error;
    }
  }
  return differences;
}
