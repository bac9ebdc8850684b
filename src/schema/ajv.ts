import type { Ajv2020, CodeKeywordDefinition, KeywordCxt, Options } from "ajv/dist/2020.js";
import type { Json } from "../document/index.js";
import { ajvPackage } from "./ajv-package.js";
import { repeatedItem } from "./equality.js";
import { FORMATS } from "./formats.js";
import type { Library } from "./library.js";
import { CONSTRAINING, NULL_ALLOWED } from "./lower.js";
import { isMultipleOf } from "./multiple-of.js";
import { compilePattern } from "./pattern.js";
import type { Routing } from "./routing.js";
import { hasAtLeast, hasAtMost } from "./text-length.js";

/** The address under which the one document stands in Ajv; every schema is `<this>#<pointer>`. */
export const DOCUMENT_ID = "contract:document";

/** What Ajv takes for `$id`. References are pointers by now, and a word that no description has keeps data from being it. */
const ID = "contract:id";

/** Keywords that say nothing about validity, or that say it no longer once references are pointers. */
const ANNOTATIONS = ["discriminator", "xml", "externalDocs", "example", "id", "$dynamicAnchor", "$vocabulary"];

/** Ajv's options, whether a failed `oneOf` or `anyOf` also reports what was wrong in each branch. */
export type AjvOptions = Options & {
  readonly everyBranch?: boolean;
  /** Called whenever a `$ref` is followed: without it, schemas that refer to each other may take for ever. */
  readonly spend?: () => void;
};

/**
 * An Ajv that holds a whole description and judges values from one side; only schemas that routing sends to it.
 *
 * `required` does not ask for what the side may not carry, and a failed `oneOf` or `anyOf` is one error: which branch
 * was meant is worked out afterwards, only for the value at fault.
 */
export function createAjv(
  { root, traits }: Library,
  { requiredOf, alias }: Routing,
  { everyBranch = false, spend, ...options }: AjvOptions = {},
): Ajv2020 {
  const { Ajv2020, _ } = ajvPackage();
  const functions = ourFunctions();
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
  ajv.opts.schemaId = ID as "$id";
  for (const keyword of ["id", "$dynamicAnchor", "$vocabulary"]) ajv.removeKeyword(keyword);
  ajv.addVocabulary(ANNOTATIONS);
  Object.setPrototypeOf(ajv.formats, null);
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format);
  override(ajv, "required", (cxt, code) => {
    const names = requiredOf(cxt.parentSchema);
    if (names !== undefined) setSchema(cxt, names);
    code();
  });
  override(ajv, "enum", (cxt, code) => {
    // Ajv refuses an empty list, which is a schema that no value fits.
    if ((cxt.schema as Json[]).length === 0) cxt.fail();
    else code();
  });
  override(ajv, "multipleOf", (cxt) => {
    cxt.fail(_`!${cxt.gen.scopeValue("func", functions.isMultipleOf)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  override(ajv, "uniqueItems", (cxt) => {
    if (cxt.schema !== true) return;
    const repeated = cxt.gen.const("repeated", _`${cxt.gen.scopeValue("func", functions.repeatedItem)}(${cxt.data})`);
    cxt.setParams({ i: _`${repeated}.i`, j: _`${repeated}.j` });
    cxt.fail(_`${repeated} !== undefined`);
  });
  override(ajv, "minLength", (cxt) => {
    cxt.fail(_`!${cxt.gen.scopeValue("func", functions.hasAtLeast)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  override(ajv, "maxLength", (cxt) => {
    cxt.fail(_`!${cxt.gen.scopeValue("func", functions.hasAtMost)}(${cxt.data}, ${cxt.schemaCode})`);
  });
  override(ajv, "contains", reportOnce);
  for (const keyword of CONSTRAINING)
    override(ajv, keyword, (cxt, code) => {
      if (cxt.parentSchema[NULL_ALLOWED] === true) return;
      if (keyword === "$ref" && spend !== undefined) cxt.gen.code(_`${cxt.gen.scopeValue("func", { ref: spend })}()`);
      if (everyBranch || (keyword !== "oneOf" && keyword !== "anyOf")) code();
      else reportOnce(cxt, code);
    });
  ajv.addKeyword({ keyword: NULL_ALLOWED, code: (cxt: KeywordCxt) => constrainAllButNull(cxt, alias) });
  ajv.addSchema(hiddenFromWalks(root));
  return ajv;
}

/** Judges what a null could fail as a schema of its own, which no null is asked about. */
function constrainAllButNull(cxt: KeywordCxt, alias: Routing["alias"]): void {
  const { _, nil, stringify } = ajvPackage();
  const { gen, data, it, parentSchema } = cxt;
  const words = [...CONSTRAINING, "then", "else"].filter((keyword) => parentSchema[keyword] !== undefined);
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

function override(ajv: Ajv2020, keyword: string, code: (cxt: KeywordCxt, original: () => void) => void): void {
  const original = builtIn(keyword);
  ajv.removeKeyword(keyword);
  ajv.addKeyword({ ...original, keyword, code: (cxt: KeywordCxt) => code(cxt, () => original.code(cxt)) });
}

/** Ajv as it comes, for its definitions of keywords; made when first needed. */
let stock: Ajv2020 | undefined;

function builtIn(keyword: string): CodeKeywordDefinition {
  stock ??= new (ajvPackage().Ajv2020)({ meta: false });
  const rule = stock.RULES.all[keyword];
  if (typeof rule !== "object" || !("code" in rule.definition)) throw new Error(`Ajv has no keyword "${keyword}"`);
  return rule.definition;
}

/** Our functions in generated code; generated modules take them from their runtime (generate/validator-runtime.ts). */
function ourFunctions() {
  const { _ } = ajvPackage();
  return {
    isMultipleOf: { ref: isMultipleOf, code: _`runtime.isMultipleOf` },
    hasAtLeast: { ref: hasAtLeast, code: _`runtime.hasAtLeast` },
    hasAtMost: { ref: hasAtMost, code: _`runtime.hasAtMost` },
    repeatedItem: { ref: repeatedItem, code: _`runtime.repeatedItem` },
  } as const;
}

/** Ajv declares this property read-only for keyword authors; replacing it here keeps Ajv's own code for the keyword. */
function setSchema(cxt: KeywordCxt, schema: readonly string[]): void {
  (cxt as { schema: unknown }).schema = schema;
}

/** Evaluates the branches silently and reports their union as one error. */
function reportOnce(cxt: KeywordCxt, code: () => void): void {
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
function hiddenFromWalks(root: object): object {
  const properties = Object.entries(root).map(([name, value]) => [name, { value, enumerable: false }] as const);
  return Object.defineProperties({ [ID]: DOCUMENT_ID }, Object.fromEntries(properties));
}
