import type { Ajv2020, CodeKeywordDefinition, KeywordCxt, Options } from "ajv/dist/2020.js";
import type { Json } from "../../document/index.js";
import { FORMAT_VALIDATORS } from "../formats/formats.js";
import { compilePattern } from "../pattern/compile-pattern.js";
import { NULL_ALLOWED, NULL_CONSTRAINING_KEYWORDS } from "../registry/normalize-schema.js";
import type { SchemaRegistry } from "../registry/schema-registry.js";
import { findRepeatedItem } from "../values/equality.js";
import { isMultipleOf } from "../values/multiple-of.js";
import { hasAtLeast, hasAtMost } from "../values/text-length.js";
import { getAjvPackage } from "./ajv-package.js";
import type { EngineSelection } from "./engine-selection.js";

/** The address under which the one document stands in Ajv; every schema is `<this>#<pointer>`. */
export const DOCUMENT_ID = "contract:document";

/** What Ajv takes for `$id`. References are pointers by now, and a word that no description has keeps data from being it. */
const ID_KEYWORD = "contract:id";

/** Keywords that say nothing about validity, or that say it no longer once references are pointers. */
const ANNOTATIONS = ["discriminator", "xml", "externalDocs", "example", "id", "$dynamicAnchor", "$vocabulary"];

/** Ajv's options, whether a failed `oneOf` or `anyOf` also reports what was wrong in each branch. */
export type AjvOptions = Options & {
  readonly reportEveryBranch?: boolean;
  /** Called whenever a `$ref` is followed: without it, schemas that refer to each other may take for ever. */
  readonly spendStep?: () => void;
};

/**
 * An Ajv that holds a whole description and judges values from one side; only schemas that routing sends to it.
 *
 * `required` does not ask for what the side may not carry, and a failed `oneOf` or `anyOf` is one error: which branch
 * was meant is worked out afterwards, only for the value at fault.
 */
export function createAjv(
  { root, traits }: SchemaRegistry,
  { getRequired, registerAlias }: EngineSelection,
  { reportEveryBranch = false, spendStep, ...options }: AjvOptions = {},
): Ajv2020 {
  const { Ajv2020, _ } = getAjvPackage();
  const functions = createRuntimeFunctions();
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    messages: false,
    ownProperties: true,
    validateSchema: false,
    meta: false,
    loopRequired: Number.POSITIVE_INFINITY,
    logger: false,
    ...options,
    code: { regExp: compilePattern, ...options.code },
  });
  // Following what has been evaluated costs code in every function.
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
    // Ajv refuses an empty list, which is a schema that no value fits.
    if ((cxt.schema as Json[]).length === 0) cxt.fail();
    else code();
  });
  overrideKeyword(ajv, "multipleOf", (cxt) => {
    cxt.fail(_`!${cxt.gen.scopeValue("func", functions.isMultipleOf)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  overrideKeyword(ajv, "uniqueItems", (cxt) => {
    if (cxt.schema !== true) return;
    const repeated = cxt.gen.const(
      "repeated",
      _`${cxt.gen.scopeValue("func", functions.findRepeatedItem)}(${cxt.data})`,
    );
    cxt.setParams({ i: _`${repeated}.i`, j: _`${repeated}.j` });
    cxt.fail(_`${repeated} !== undefined`);
  });
  overrideKeyword(ajv, "minLength", (cxt) => {
    cxt.fail(_`!${cxt.gen.scopeValue("func", functions.hasAtLeast)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  overrideKeyword(ajv, "maxLength", (cxt) => {
    cxt.fail(_`!${cxt.gen.scopeValue("func", functions.hasAtMost)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  overrideKeyword(ajv, "contains", reportAsOneError);
  for (const keyword of NULL_CONSTRAINING_KEYWORDS)
    overrideKeyword(ajv, keyword, (cxt, code) => {
      if (cxt.parentSchema[NULL_ALLOWED] === true) return;
      if (keyword === "$ref" && spendStep !== undefined)
        cxt.gen.code(_`${cxt.gen.scopeValue("func", { ref: spendStep })}()`);
      if (reportEveryBranch || (keyword !== "oneOf" && keyword !== "anyOf")) code();
      else reportAsOneError(cxt, code);
    });
  ajv.addKeyword({ keyword: NULL_ALLOWED, code: (cxt: KeywordCxt) => validateUnlessNull(cxt, registerAlias) });
  ajv.addSchema(makePropertiesNonEnumerable(root));
  return ajv;
}

/** Judges what a null could fail as a schema of its own, which no null is asked about. */
function validateUnlessNull(cxt: KeywordCxt, alias: EngineSelection["registerAlias"]): void {
  const { _, nil, stringify } = getAjvPackage();
  const { gen, data, it, parentSchema } = cxt;
  const words = [...NULL_CONSTRAINING_KEYWORDS, "then", "else"].filter(
    (keyword) => parentSchema[keyword] !== undefined,
  );
  const schema = Object.fromEntries(words.map((keyword) => [keyword, parentSchema[keyword]]));
  alias(schema, parentSchema);
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

/** Ajv as it comes, for its definitions of keywords; made when first needed. */
let defaultAjv: Ajv2020 | undefined;

function getBuiltInKeyword(keyword: string): CodeKeywordDefinition {
  defaultAjv ??= new (getAjvPackage().Ajv2020)({ meta: false });
  const rule = defaultAjv.RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) throw new Error(`Ajv has no keyword "${keyword}"`);
  return rule.definition;
}

/** Our functions in generated code; generated modules take them from their runtime (generate/validator-runtime.ts). */
function createRuntimeFunctions() {
  const { _ } = getAjvPackage();
  return {
    isMultipleOf: { ref: isMultipleOf, code: _`runtime.isMultipleOf` },
    hasAtLeast: { ref: hasAtLeast, code: _`runtime.hasAtLeast` },
    hasAtMost: { ref: hasAtMost, code: _`runtime.hasAtMost` },
    findRepeatedItem: { ref: findRepeatedItem, code: _`runtime.findRepeatedItem` },
  } as const;
}

/** Ajv declares this property read-only for keyword authors; replacing it here keeps Ajv's own code for the keyword. */
function replaceKeywordValue(cxt: KeywordCxt, schema: readonly string[]): void {
  (cxt as { schema: unknown }).schema = schema;
}

/** Evaluates the branches silently and reports their union as one error. */
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
 * The document with properties that are there for who knows their names: Ajv walks what it is given in search of names of
 * schemas, which takes long in a large description and finds them in examples.
 */
function makePropertiesNonEnumerable(root: object): object {
  const properties = Object.entries(root).map(([name, value]) => [name, { value, enumerable: false }] as const);
  return Object.defineProperties({ [ID_KEYWORD]: DOCUMENT_ID }, Object.fromEntries(properties));
}
