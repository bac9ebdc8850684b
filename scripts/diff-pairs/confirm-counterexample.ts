/** Confirms counterexamples of `contract diff` with Ajv alone: no code of this project reads the schemas. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import type { DiffFinding } from "../../src/diff/index.js";
import { type Document, listOperations, valueAt } from "../../src/document/index.js";

export type Confirmation = "confirmed" | "contradicted" | "not about a schema";
export type Pair<T> = { readonly old: T; readonly new: T };

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

/** Creates a function that validates a counterexample with the schemas of both specs. */
export function createConfirmer(documents: Pair<Document>): (finding: DiffFinding) => Confirmation {
  const validators = createValidators(documents);
  if (validators === undefined) return () => "not about a schema";
  return ({ counterexample }) => {
    if (counterexample === undefined) return "not about a schema";
    const { value, operation, part, acceptedBy, rejectedBy } = counterexample;
    const results = [acceptedBy, rejectedBy].map((side) => {
      const pointer = findSchema(documents[side], operation, part);
      try {
        return pointer === undefined ? undefined : validators[side](pointer, value);
      } catch {
        // Ajv cannot compile every pattern and reference that specs contain.
        return undefined;
      }
    });
    const [accepted, rejected] = results;
    if (accepted === undefined || rejected === undefined) return "not about a schema";
    return accepted && !rejected ? "confirmed" : "contradicted";
  };
}

/** Returns undefined if Ajv cannot take a spec, such as one whose examples have the same `$id` or `id` twice. */
function createValidators({ old, new: next }: Pair<Document>): Pair<SchemaValidator> | undefined {
  try {
    return { old: createValidator(old), new: createValidator(next) };
  } catch {
    return undefined;
  }
}

type SchemaValidator = (pointer: string, value: unknown) => boolean;

/** Validates with the schema at a pointer. Ajv follows the references in the whole spec. */
function createValidator({ root }: Document): SchemaValidator {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false, allErrors: false });
  addFormats(ajv);
  ajv.addSchema(JSON.parse(JSON.stringify(root, toDraft2020)), "https://spec.example/spec.json");
  const compiled = new Map<string, (value: unknown) => boolean>();
  return (pointer, value) => {
    const validate =
      compiled.get(pointer) ??
      (ajv.compile({ $ref: `https://spec.example/spec.json#${encodeURI(pointer)}` }) as (value: unknown) => boolean);
    compiled.set(pointer, validate);
    return validate(value);
  };
}

/** OpenAPI 3.0 has Boolean exclusive limits, and `nullable`, which Ajv knows only beside a type. */
function toDraft2020(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { exclusiveMinimum, exclusiveMaximum, nullable, ...rest } = value as Record<string, unknown>;
  const limits: Record<string, unknown> = { ...rest };
  if (exclusiveMinimum === true) limits.exclusiveMinimum = rest.minimum;
  else if (exclusiveMinimum !== undefined && exclusiveMinimum !== false) limits.exclusiveMinimum = exclusiveMinimum;
  if (exclusiveMaximum === true) limits.exclusiveMaximum = rest.maximum;
  else if (exclusiveMaximum !== undefined && exclusiveMaximum !== false) limits.exclusiveMaximum = exclusiveMaximum;
  // Ajv refuses an empty list.
  if (Array.isArray(rest.enum) && rest.enum.length === 0) delete limits.enum;
  if (nullable === true && typeof rest.type === "string") limits.type = [rest.type, "null"];
  return limits;
}

/** The pointer to the schema of a part such as `response 200 application/json`. */
function findSchema(document: Document, id: string, part: string): string | undefined {
  const operation = listOperations(document).find((it) => it.id === id);
  if (operation === undefined) return undefined;
  const [, place, name] = /^(query|path|header|cookie) parameter (.+)$/.exec(part) ?? [];
  if (place !== undefined) return operation.parameters.find((it) => it.in === place && it.name === name)?.schema;
  const media = /^(?:request body|response (\S+)) (\S+\/\S+)$/.exec(part);
  if (media === null) return undefined;
  const [, status, range] = media;
  const content =
    status === undefined
      ? operation.requestBody?.content
      : (
          operation.responses.find((it) => it.status === status) ??
          operation.responses.find((it) => it.status === "default")
        )?.content;
  const found = content?.find((it) => it.range === range)?.schema;
  return found !== undefined && valueAt(document.root, found) !== undefined ? found : undefined;
}
