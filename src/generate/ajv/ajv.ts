import type { Ajv2020, CodeKeywordDefinition, KeywordCxt } from "ajv/dist/2020.js";
import type { CodeOptions } from "ajv/dist/core.js";
import type { Document, Json, JsonObject } from "../../document/index.js";
import { mapItems, mapValues } from "../../document/structure.js";
import { FORMAT_VALIDATORS } from "../../schema/formats/formats.js";
import { NULL_ALLOWED, NULL_CONSTRAINING_KEYWORDS } from "../../schema/registry/normalize-schema.js";
import { createSchemaRegistry, type SchemaRegistry } from "../../schema/registry/schema-registry.js";
import { getAjvPackage } from "./ajv-package.js";
import type { AjvSupport } from "./ajv-support.js";

/** The ID of the document in Ajv; every schema is `<ID>#<pointer>`. */
export const DOCUMENT_ID = "contract:document";

/** The keyword that Ajv reads as `$id`. References are pointers already, and no spec uses this name in its data. */
const ID_KEYWORD = "contract:id";

/** Keywords that do not affect validity, or no longer do because references are pointers. */
const ANNOTATIONS = ["discriminator", "xml", "externalDocs", "example", "id", "$dynamicAnchor", "$vocabulary"];

/** The schemas of a document for Ajv, which knows doubles only. */
export function createAjvRegistry({ root, unusable }: Document): SchemaRegistry {
  return createSchemaRegistry(roundNumbers(root) as JsonObject, undefined, unusable);
}

function roundNumbers(value: Json): Json {
  if (value instanceof Number) return Number(value);
  return Array.isArray(value) ? mapItems(value, roundNumbers) : mapValues(value, roundNumbers);
}

/**
 * Creates an Ajv that holds the whole spec and validates values of one direction. `required` does not enforce excluded
 * properties. Schemas for which `findUnsupported` has a reason may get another result than from the checker.
 */
export function createAjv({ root, traits }: SchemaRegistry, { getRequired }: AjvSupport, code: CodeOptions): Ajv2020 {
  const { Ajv2020, _, Name } = getAjvPackage();
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    messages: true,
    inlineRefs: false,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    loopRequired: Number.POSITIVE_INFINITY,
    logger: false,
    code,
  });
  // Tracking evaluated properties adds code to every function.
  ajv.opts.unevaluated = traits.has("unevaluated");
  ajv.opts.schemaId = ID_KEYWORD as "$id";
  for (const keyword of ["id", "$dynamicAnchor", "$vocabulary"]) ajv.removeKeyword(keyword);
  ajv.addVocabulary(ANNOTATIONS);
  Object.setPrototypeOf(ajv.formats, null);
  for (const [name, format] of Object.entries(FORMAT_VALIDATORS)) ajv.addFormat(name, format);
  overrideKeyword(ajv, "required", (cxt, code) => {
    const names = getRequired(cxt.parentSchema);
    if (names !== undefined) replaceKeywordValue(cxt, names);
    code();
  });
  overrideKeyword(ajv, "enum", (cxt, code) => {
    if (cxt.parentSchema[NULL_ALLOWED] !== undefined) return;
    // Ajv refuses to compile an empty enum, which is a schema without valid values.
    if ((cxt.schema as Json[]).length === 0) cxt.fail();
    else code();
  });
  /** A function of src/generate/validator-runtime.ts, which generated modules contain. */
  const getFunction = ({ gen }: KeywordCxt, name: string) =>
    gen.scopeValue("func", { ref: name, code: _`runtime.${new Name(name)}` });
  const tests = { multipleOf: "isMultipleOf", minLength: "hasAtLeast", maxLength: "hasAtMost" } as const;
  for (const [keyword, name] of Object.entries(tests))
    overrideKeyword(ajv, keyword, (cxt) => {
      cxt.fail(_`!${getFunction(cxt, name)}(${cxt.data}, ${cxt.schemaCode})`);
    });
  overrideKeyword(ajv, "uniqueItems", (cxt) => {
    if (cxt.schema !== true) return;
    const repeated = cxt.gen.const("repeated", _`${getFunction(cxt, "findRepeatedItem")}(${cxt.data})`);
    cxt.setParams({ i: _`${repeated}.i`, j: _`${repeated}.j` });
    cxt.fail(_`${repeated} !== undefined`);
  });
  overrideKeyword(ajv, "contains", reportAsOneError);
  for (const keyword of NULL_CONSTRAINING_KEYWORDS.filter((it) => it !== "enum"))
    overrideKeyword(ajv, keyword, (cxt, code) => {
      if (cxt.parentSchema[NULL_ALLOWED] === undefined) code();
    });
  ajv.addKeyword({ keyword: NULL_ALLOWED, code: validateUnlessNull });
  ajv.addSchema(makePropertiesNonEnumerable(root));
  return ajv;
}

/** Compiles the keywords that could reject null to a subschema that is skipped for null. */
function validateUnlessNull(cxt: KeywordCxt): void {
  const { _, nil, stringify } = getAjvPackage();
  const { gen, data, it, parentSchema } = cxt;
  const keywords = [...NULL_CONSTRAINING_KEYWORDS, "then", "else"].filter(
    (keyword) => parentSchema[keyword] !== undefined,
  );
  const schema = Object.fromEntries(keywords.map((keyword) => [keyword, parentSchema[keyword]]));
  const valid = gen.let("valid", true);
  const inner = gen.name("_valid");
  const topSchemaRef = gen.scopeValue("schema", { ref: schema, code: stringify(schema) });
  gen.if(_`${data} !== null`, () => {
    cxt.subschema({ schema, schemaPath: nil, errSchemaPath: it.errSchemaPath, topSchemaRef }, inner);
    gen.assign(valid, inner);
  });
  cxt.ok(valid);
}

function overrideKeyword(ajv: Ajv2020, keyword: string, code: (cxt: KeywordCxt, original: () => void) => void): void {
  const original = getBuiltInKeyword(keyword);
  ajv.removeKeyword(keyword);
  ajv.addKeyword({ ...original, keyword, code: (cxt: KeywordCxt) => code(cxt, () => original.code(cxt)) });
}

/** An Ajv with its own keyword definitions, created on first use. */
let defaultAjv: Ajv2020 | undefined;

function getBuiltInKeyword(keyword: string): CodeKeywordDefinition {
  defaultAjv ??= new (getAjvPackage().Ajv2020)({ meta: false });
  const rule = defaultAjv.RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) throw new Error(`Ajv has no keyword "${keyword}"`);
  return rule.definition;
}

/** Replaces the value of a keyword, which Ajv types as read-only, so that Ajv's own code for the keyword can run. */
function replaceKeywordValue(cxt: KeywordCxt, schema: readonly string[]): void {
  (cxt as { schema: unknown }).schema = schema;
}

/** Evaluates the branches without errors, and reports one error for the keyword. */
function reportAsOneError(cxt: KeywordCxt, code: () => void): void {
  const subschema = cxt.subschema.bind(cxt);
  cxt.subschema = (branch, valid) => subschema({ ...branch, createErrors: false, allErrors: false }, valid);
  const error = cxt.error.bind(cxt);
  cxt.error = () => {
    cxt.reset();
    error();
  };
  code();
}

/**
 * Hides the properties of the document from enumeration. Ajv searches enumerable properties for schema IDs, which is slow
 * for a large spec and finds IDs in examples.
 */
function makePropertiesNonEnumerable(root: object): object {
  const properties = Object.entries(root).map(([name, value]) => [name, { value, enumerable: false }] as const);
  return Object.defineProperties({ [ID_KEYWORD]: DOCUMENT_ID }, Object.fromEntries(properties));
}
