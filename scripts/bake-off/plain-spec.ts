/** Reads a spec without any code of this project, so that the exchanges are independent of what they test. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { importFrom, scratchFolder } from "../mutate/rivals/scratch.js";

export type Json = Readonly<Record<string, unknown>>;
export type Side = "request" | "response";

/** A spec, and a function that says whether Ajv accepts a value for the schema at a JSON Pointer. */
export type PlainSpec = {
  readonly root: Json;
  readonly resolve: (value: unknown) => Json;
  readonly accepts: (side: Side, pointer: string, value: unknown) => boolean;
};

export async function readPlainSpec(file: string): Promise<PlainSpec> {
  const root = parse(readFileSync(file, "utf8")) as Json;
  const { default: ajvPackage } = await importPackage<AjvModule>("ajv/dist/2020.js");
  const { default: formats } = await importPackage<FormatsModule>("ajv-formats/dist/index.js");
  const create = (side: Side) => {
    const ajv = new ajvPackage.default({ strict: false, validateFormats: true, logger: false });
    formats.default(ajv);
    return ajv.addSchema(convertSchemas(root, root, side === "request" ? "readOnly" : "writeOnly"), side);
  };
  const ajvs = { request: create("request"), response: create("response") };
  return {
    root,
    resolve: (value) => resolveReference(root, value),
    accepts: (side, pointer, value) => ajvs[side].validate(`${side}#${encodeURI(pointer)}`, value),
  };
}

type Ajv = {
  readonly addSchema: (schema: unknown, name: string) => Ajv;
  readonly validate: (reference: string, value: unknown) => boolean;
};
type AjvModule = { readonly default: { readonly default: new (options: object) => Ajv } };
type FormatsModule = { readonly default: { readonly default: (ajv: Ajv) => unknown } };

async function importPackage<Module>(path: string): Promise<Module> {
  return (await importFrom(scratchFolder(), path)) as Module;
}

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function resolveReference(root: Json, value: unknown): Json {
  let found = value;
  for (let hop = 0; isRecord(found) && typeof found.$ref === "string" && hop < 20; hop += 1)
    found = found.$ref
      .slice(2)
      .split("/")
      .map((token) => decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((at, token) => (isRecord(at) || Array.isArray(at) ? (at as Json)[token] : undefined), root);
  return isRecord(found) ? found : {};
}

export function joinPointer(...tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Converts schemas of OpenAPI 3.0 to JSON Schema 2020-12, and drops properties of the other side from `required`.
 *
 * @param isMap whether the keys are names, such as those of properties
 */
function convertSchemas(root: Json, value: unknown, other: "readOnly" | "writeOnly", isMap = false): unknown {
  if (Array.isArray(value)) return value.map((item) => convertSchemas(root, item, other));
  if (!isRecord(value)) return value;
  if (typeof value.$ref === "string") return { $ref: value.$ref };
  const entries = Object.entries(value).filter(([key]) => isMap || !ANNOTATIONS.has(key));
  const converted = Object.fromEntries(
    entries.map(([key, item]) => [key, convertSchemas(root, item, other, !isMap && key === "properties")]),
  );
  return isMap ? converted : convertKeywords(root, value, { ...converted }, other);
}

function convertKeywords(root: Json, value: Json, converted: Record<string, unknown>, other: string): Json {
  const { type, nullable, required, properties } = value;
  delete converted.nullable;
  if (typeof type === "string" && nullable === true) converted.type = [type, "null"];
  for (const [key, limit] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof value[key] !== "boolean") continue;
    delete converted[key];
    if (value[key] === true) Object.assign(converted, { [key]: value[limit] });
  }
  if (Array.isArray(required) && isRecord(properties))
    converted.required = required.filter((name) => resolveReference(root, properties[name])[other] !== true);
  return converted;
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "example",
  "examples",
  "default",
  "discriminator",
  "xml",
  "externalDocs",
  "description",
]);
