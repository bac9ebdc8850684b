import {
  asArray,
  asObject,
  asString,
  isObject,
  type JsonObject,
  joinPointer,
  lastToken,
  type MediaTypeDefinition,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { parseJson } from "../../document/values/parse-json.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { listBodyExamples } from "../../samples/example-values.js";
import { isValidAtPointer, makeValue } from "../../samples/make-value.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { createFileName } from "../../samples/sample-files.js";
import { chooseConcreteMediaType } from "../../samples/serialization/serialize-body.js";
import { createUndeclaredCollector, type MergedSchema, resolveBranches, type Schemas } from "../../schema/index.js";
import { getDiscriminatorTags } from "../../schema/model/discriminator-tags.js";
import { Code, type CodeValue, formatLiteral } from "../code.js";
import { formatBinaryPart } from "../types/value-types.js";

/**
 * Makes a value for a body: its first valid example, or else a value from its schema, or else an invalid example, or else an
 * approximate value. Undefined if none exists.
 */
export function makeBodyValue(context: SampleContext, media: MediaTypeDefinition): unknown {
  const { schema } = media;
  const examples = listBodyExamples(context, media);
  const valid = examples.find(({ value }) => schema === undefined || isValidAtPointer(context, schema, value));
  if (valid !== undefined || schema === undefined) return (valid ?? examples[0])?.value;
  const node = context.schemas.model.at([schema]);
  const made = makeValue(context, node) ?? examples[0] ?? makeValue({ ...context, isApproximate: true }, node);
  return made?.value;
}

/**
 * Formats a value so that it has the generated type of its schema: branded strings have their brand, files are blobs, and what
 * the schema does not declare is left out.
 *
 * @param multipart the media type of the value, if it is a multipart body
 */
export function formatSampleValue(
  context: SampleContext,
  schema: Pointer | undefined,
  value: unknown,
  multipart?: Pointer,
): CodeValue {
  // A value of the spec as a literal.
  const plain = parseJson(serializeExactJson(value)) as CodeValue;
  if (schema === undefined) return plain;
  const isValid: Schemas["isValid"] = (at, direction, it) => isValidAtPointer({ ...context, direction }, at, it);
  const undeclared = createUndeclaredCollector({ ...context.schemas, isValid })(schema, "request", plain);
  const omitted = new Set(
    undeclared.flatMap(({ kind, instance }) => (kind === "undeclared" || kind === "read-only" ? [instance] : [])),
  );
  return formatAt({ context, omitted, multipart }, context.schemas.model.at([schema]), { value: plain, at: "" });
}

/** Chooses the media type of a sample for a range such as `image/*`. A file of any type is bytes. */
export function chooseSampleType({ schemas }: SampleContext, { range, schema }: MediaTypeDefinition): string {
  const node = schema === undefined ? undefined : schemas.model.at([schema]);
  const isFile = /^(\*|application)\/\*/.test(range) && node !== undefined && formatBinaryPart(node) !== undefined;
  return isFile ? "application/octet-stream" : chooseConcreteMediaType(range);
}

/** The code of a file. The client sends a file for a range, such as `image/*`, with the type of the file. */
export function createSampleFile(type: string, range: string): Code {
  const options = type === range ? "" : `, { type: ${JSON.stringify(type)} }`;
  return new Code(`new File(["content"], ${JSON.stringify(createFileName(type))}${options})`);
}

type Formatting = {
  readonly context: SampleContext;
  readonly omitted: ReadonlySet<string>;
  readonly multipart: Pointer | undefined;
};
type LocatedValue = { readonly value: CodeValue; readonly at: Pointer };

function formatAt(formatting: Formatting, given: MergedSchema | null, { value, at }: LocatedValue): CodeValue {
  if (given === null || value === null || value instanceof Code) return value;
  const { context, omitted, multipart } = formatting;
  const { model } = context.schemas;
  const tags = getDiscriminatorTags(model);
  const matching = resolveBranches(model, given, value, (it) => isValidAtPointer(context, it, value)).schema;
  const schema = isObject(value) ? tags.extendFor(matching, value) : matching;
  if (Array.isArray(value))
    return (value as readonly CodeValue[]).map((item, index) =>
      formatAt(formatting, model.item(schema, index), { value: item, at: joinPointer(at, `${index}`) }),
    );
  if (isObject(value)) {
    const missing = makeMissing(context, schema, value);
    return Object.fromEntries(
      Object.entries({ ...missing, ...value, ...missing }).flatMap(([name, item]) => {
        const place = joinPointer(at, name);
        const child = model.child(schema, name);
        const isTag = tags.listTags(schema, value).some((tag) => tag.name === name);
        if (omitted.has(place) && !isTag && !isRedeclared(context, child)) return [];
        return [[name, formatAt(formatting, child, { value: item as CodeValue, at: place })]];
      }),
    );
  }
  if (typeof value !== "string") return value;
  const { "x-brand": brand } = Object.assign({}, ...schema.applicableSchemas.map((it) => it.schema));
  const [, partName] = multipart === undefined ? [] : (PART.exec(at) ?? []);
  const part = partName === undefined ? undefined : formatBinaryPart(schema);
  if (part?.every(({ text }) => text !== "string") === true) {
    const file = createPartFileName(context, `${multipart}/encoding/${partName}`, schema);
    return new Code(`new File(["content"], ${JSON.stringify(file)})`);
  }
  return asString(brand) === undefined ? value : new Code(`${formatLiteral(value)} as ${brand}`);
}

/** The place of a part of a multipart body, or of one of several with the same name. What is in a part is JSON. */
const PART = /^\/([^/]*)(?:\/\d+)?$/;

/**
 * Names the file of a part by the type of the part, or by its name if the spec does not state a type.
 *
 * @param encoding where the spec can say how the part is encoded
 */
export function createPartFileName({ schemas }: SampleContext, encoding: Pointer, schema: MergedSchema): string {
  const { contentType } = asObject(valueAt(schemas.document.root, encoding)) ?? {};
  const types = [contentType, ...schema.applicableSchemas.map((it) => it.schema.contentMediaType)].map(asString);
  return createFileName(types.find((type) => type) ?? lastToken(encoding));
}

/** The properties that the type of an object requires, but a valid request may omit or have in another form. */
function makeMissing(context: SampleContext, schema: MergedSchema, value: JsonObject): Record<string, unknown> {
  const required = schema.applicableSchemas
    .flatMap((it) => asArray(it.schema.required))
    .filter((it) => typeof it === "string");
  const missing = required.flatMap((name) => {
    const child = Object.hasOwn(value, name) ? null : context.schemas.model.child(schema, name);
    const isSent = child !== null && (child.readOnly === undefined || isRedeclared(context, child));
    const made = isSent ? makeValue(context, child) : undefined;
    return made === undefined ? [] : [[name, made.value] as const];
  });
  const tags = getDiscriminatorTags(context.schemas.model)
    .listTags(schema, value)
    .filter(({ name, values }) => !values.includes(asString(value[name]) ?? ""));
  return Object.fromEntries([...missing, ...tags.map(({ name, values: [first] }) => [name, first] as const)]);
}

/** Whether a property is read-only in one schema of `allOf` and not in another, so that its type can be sent. */
function isRedeclared({ schemas: { document } }: SampleContext, property: MergedSchema | null): boolean {
  if (property?.readOnly === undefined) return false;
  return property.pointers.some((it) => resolvePointer(document, it)?.value.readOnly !== true);
}
