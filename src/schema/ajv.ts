import { Ajv2020, type CodeKeywordDefinition, type KeywordCxt, type Options } from "ajv/dist/2020.js";
import {
  asArray,
  asObject,
  fragmentPointer,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../document/index.js";
import { FORMATS } from "./formats.js";
import { compilePattern } from "./pattern.js";
import type { View } from "./view.js";

/** The address under which the one document stands in Ajv; every schema is `<this>#<pointer>`. */
export const DOCUMENT_ID = "contract:document";

/** Keywords of OpenAPI that say nothing about validity. */
const ANNOTATIONS = ["discriminator", "xml", "externalDocs", "example"];

/** Ajv's options, and whether a failed `oneOf` or `anyOf` also reports what was wrong in each branch. */
export type AjvOptions = Options & { readonly everyBranch?: boolean };

/**
 * An Ajv that holds a whole description and judges values from one side.
 *
 * `required` does not ask for what the side may not carry, and a failed `oneOf` or `anyOf` is one error: which branch
 * was meant is worked out afterwards, only for the value at fault.
 */
export function createAjv(root: JsonObject, view: View, { everyBranch = false, ...options }: AjvOptions = {}): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    messages: false,
    ownProperties: true,
    validateSchema: false,
    loopRequired: Number.POSITIVE_INFINITY,
    logger: false,
    ...options,
    code: { regExp: compilePattern, ...options.code },
  });
  ajv.addVocabulary(ANNOTATIONS);
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
  override(ajv, "required", (cxt) => {
    const hidden = view === "request" ? "readOnly" : "writeOnly";
    const names = asArray(cxt.schema as Json).map(String);
    setSchema(
      cxt,
      names.filter((name) => !carries(root, asObject(cxt.parentSchema.properties)?.[name], hidden)),
    );
  });
  if (!everyBranch) for (const keyword of ["oneOf", "anyOf"]) override(ajv, keyword, reportOnce);
  ajv.addSchema({ ...root, $id: DOCUMENT_ID });
  return ajv;
}

function override(ajv: Ajv2020, keyword: string, prepare: (cxt: KeywordCxt) => void): void {
  const original = builtIn(keyword);
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...original,
    code: (cxt: KeywordCxt) => {
      prepare(cxt);
      original.code(cxt);
    },
  });
}

function builtIn(keyword: string): CodeKeywordDefinition {
  const rule = new Ajv2020().RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) throw new Error(`Ajv has no keyword "${keyword}"`);
  return rule.definition;
}

/** Ajv declares this property read-only for keyword authors; replacing it here keeps Ajv's own code for the keyword. */
function setSchema(cxt: KeywordCxt, schema: readonly string[]): void {
  (cxt as { schema: unknown }).schema = schema;
}

/** Evaluates the branches silently and reports their union as one error. */
function reportOnce(cxt: KeywordCxt): void {
  const subschema = cxt.subschema.bind(cxt);
  cxt.subschema = (branch, valid) => subschema({ ...branch, createErrors: false, allErrors: false }, valid);
  const error = cxt.error.bind(cxt);
  cxt.error = () => {
    cxt.reset();
    error();
  };
}

/** Whether a property is readOnly (or writeOnly), said by itself, by what it refers to or by a part of its `allOf`. */
function carries(root: JsonObject, schema: Json | undefined, mark: "readOnly" | "writeOnly", depth = 0): boolean {
  if (!isObject(schema) || depth > 20) return false;
  if (schema[mark] === true) return true;
  const reference =
    typeof schema.$ref === "string" && schema.$ref.startsWith("#") ? fragmentPointer(schema.$ref.slice(1)) : undefined;
  const parts =
    reference === undefined ? asArray(schema.allOf) : [...asArray(schema.allOf), valueAt(root, reference) ?? null];
  return parts.some((part) => carries(root, part, mark, depth + 1));
}
