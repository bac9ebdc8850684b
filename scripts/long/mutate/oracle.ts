import type { Document } from "../../../src/document/index.js";
import type { Claim } from "./mutant.js";
import { importFrom, scratchFolder } from "./rivals/scratch.js";

/** Validates a value against a schema with a validator that is independent of this project. */
export type Oracle = (contract: string, claim: Claim) => Promise<boolean>;

/**
 * Creates an oracle from @hyperjump/json-schema with format assertions. It supports JSON Schema but not OpenAPI. So it gets one copy of
 * the spec for requests, without `readOnly` properties in `required`, and one for responses, without `writeOnly` properties.
 */
export async function createOracle(documents: ReadonlyMap<string, Document>): Promise<Oracle> {
  const folder = scratchFolder();
  const { registerSchema, validate, setShouldValidateFormat } = (await importFrom(
    folder,
    "@hyperjump/json-schema/draft-2020-12/index.js",
  )) as unknown as Hyperjump;
  await importFrom(folder, "@hyperjump/json-schema/formats/index.js");
  setShouldValidateFormat(true);
  for (const [name, document] of documents) {
    for (const side of ["request", "response"] as const)
      registerSchema(
        createCopyForSide(document, side),
        uri(name, side),
        "https://json-schema.org/draft/2020-12/schema",
      );
  }
  const validators = new Map<string, Promise<(value: unknown) => { readonly valid: boolean }>>();
  return async (contract, { side, schema, value }) => {
    const at = `${uri(contract, side)}#${schema.split("/").map(encodeURIComponent).join("/")}`;
    const validator = validators.get(at) ?? validate(at);
    validators.set(at, validator);
    return (await validator)(value).valid;
  };
}

type Hyperjump = {
  registerSchema: (schema: unknown, uri: string, dialect: string) => void;
  validate: (uri: string) => Promise<(value: unknown) => { readonly valid: boolean }>;
  setShouldValidateFormat: (isAsserted: boolean) => void;
};

function uri(contract: string, side: string): string {
  return `https://oracle.example/${contract}/${side}`;
}

function createCopyForSide(document: Document, side: "request" | "response"): unknown {
  const keyword = side === "request" ? "readOnly" : "writeOnly";
  const isMarked = (schema: unknown): boolean => {
    if (typeof schema !== "object" || schema === null) return false;
    const { $ref, [keyword]: marked } = schema as Record<string, unknown>;
    const name = typeof $ref === "string" ? $ref.replace("#/components/schemas/", "") : undefined;
    const schemas = (document.root.components as { schemas?: Record<string, unknown> } | undefined)?.schemas;
    return marked === true || (name !== undefined && isMarked(schemas?.[name]));
  };
  const text = JSON.stringify(document.root, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { required, properties } = value as { required?: unknown; properties?: Record<string, unknown> };
    if (!Array.isArray(required) || typeof properties !== "object") return convertTo31(value);
    return convertTo31({ ...value, required: required.filter((name) => !isMarked(properties[String(name)])) });
  });
  return JSON.parse(text);
}

/** Converts keywords of OpenAPI 3.0, which some public specs use although they declare 3.1. */
function convertTo31(schema: object): object {
  const { nullable, ...rest } = schema as Record<string, unknown>;
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof rest[exclusive] !== "boolean") continue;
    if (rest[exclusive]) rest[exclusive] = rest[bound];
    else delete rest[exclusive];
  }
  return nullable === true ? { anyOf: [{ type: "null" }, rest] } : rest;
}
