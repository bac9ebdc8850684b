import type { Document } from "../../src/document/index.js";
import type { Claim } from "./mutant.js";
import { importFrom, scratchFolder } from "./rivals/scratch.js";

/** Says whether a value keeps a schema, by a validator that shares no line and no author with the gate's. */
export type Oracle = (contract: string, claim: Claim) => Promise<boolean>;

/**
 * @hyperjump/json-schema, with formats asserted. It knows JSON Schema and no OpenAPI, so that it is given the description
 * once a side, without `required` where the side may not carry the property.
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
      registerSchema(seenFrom(document, side), uri(name, side), "https://json-schema.org/draft/2020-12/schema");
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

function seenFrom(document: Document, side: "request" | "response"): unknown {
  const mark = side === "request" ? "readOnly" : "writeOnly";
  const isMarked = (schema: unknown): boolean => {
    if (typeof schema !== "object" || schema === null) return false;
    const { $ref, [mark]: marked } = schema as Record<string, unknown>;
    const name = typeof $ref === "string" ? $ref.replace("#/components/schemas/", "") : undefined;
    const schemas = (document.root.components as { schemas?: Record<string, unknown> } | undefined)?.schemas;
    return marked === true || (name !== undefined && isMarked(schemas?.[name]));
  };
  const text = JSON.stringify(document.root, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { required, properties } = value as { required?: unknown; properties?: Record<string, unknown> };
    if (!Array.isArray(required) || typeof properties !== "object") return inWordsOf31(value);
    return inWordsOf31({ ...value, required: required.filter((name) => !isMarked(properties[String(name)])) });
  });
  return JSON.parse(text);
}

/** Public descriptions that say 3.1 have words of 3.0, which JSON Schema does not know. */
function inWordsOf31(schema: object): object {
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
