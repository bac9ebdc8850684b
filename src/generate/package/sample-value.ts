import { asString, joinPointer, type MediaTypeDefinition, type Pointer } from "../../document/index.js";
import { listBodyExamples } from "../../samples/example-values.js";
import { isValidAtPointer, makeValue } from "../../samples/make-value.js";
import type { MergedSchema } from "../../schema/analysis/merged-schema.js";
import { createUndeclaredCollector } from "../../schema/index.js";
import { Code, type CodeValue } from "../code.js";
import { formatLiteral } from "../literal.js";
import type { CallSampleContext } from "./call-sample-context.js";

/**
 * Makes a value for a body: its first valid example, or else a value from its schema, or else an invalid example. Undefined if
 * none exists.
 */
export function makeBodyValue(context: CallSampleContext, media: MediaTypeDefinition): unknown {
  const { schema } = media;
  const examples = listBodyExamples(context, media);
  const valid = examples.find(({ value }) => schema === undefined || isValidAtPointer(context, schema, value));
  const made = valid ?? (schema === undefined ? undefined : makeValue(context, context.nodes.at([schema])));
  return (made ?? examples[0])?.value;
}

/**
 * Formats a value so that it has the generated type of its schema: branded strings have their brand, files are blobs, and what
 * the schema does not declare is left out.
 */
export function formatSampleValue(context: CallSampleContext, schema: Pointer | undefined, value: unknown): CodeValue {
  // A value of the spec as a literal. Numbers beyond a double are objects, whose text is the number.
  const plain = JSON.parse(JSON.stringify(value) ?? "null") as CodeValue;
  if (schema === undefined) return plain;
  const undeclared = createUndeclaredCollector(context.schemas)(schema, "request", plain);
  const omitted = new Set(
    undeclared.flatMap(({ kind, instance }) => (kind === "undeclared" || kind === "read-only" ? [instance] : [])),
  );
  return formatAt({ context, omitted }, context.nodes.at([schema]), { value: plain, at: "" });
}

type Formatting = { readonly context: CallSampleContext; readonly omitted: ReadonlySet<string> };
type LocatedValue = { readonly value: CodeValue; readonly at: Pointer };

function formatAt(formatting: Formatting, given: MergedSchema | null, { value, at }: LocatedValue): CodeValue {
  if (given === null || value === null || value instanceof Code) return value;
  const { context, omitted } = formatting;
  const { nodes } = context;
  const schema = chooseBranches(context, given, value);
  if (Array.isArray(value))
    return (value as readonly CodeValue[]).map((item, index) =>
      formatAt(formatting, nodes.item(schema, index), { value: item, at: joinPointer(at, `${index}`) }),
    );
  if (typeof value === "object")
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, CodeValue>>).flatMap(([name, item]) => {
        const place = joinPointer(at, name);
        if (omitted.has(place)) return [];
        return [[name, formatAt(formatting, nodes.child(schema, name), { value: item, at: place })]];
      }),
    );
  if (typeof value !== "string") return value;
  const { format, "x-brand": brand } = Object.assign({}, ...schema.applicableSchemas.map((it) => it.schema));
  if (format === "binary") return new Code('new Blob(["content"])');
  return asString(brand) === undefined ? value : new Code(`${formatLiteral(value)} as ${brand}`);
}

/** Adds the branches of `oneOf` and `anyOf` that a value matches. */
function chooseBranches(context: CallSampleContext, schema: MergedSchema, value: CodeValue): MergedSchema {
  const matching = schema.choices.flatMap((choice) =>
    choice.kind === "branches" ? choice.branches.filter((it) => isValidAtPointer(context, it, value)) : [],
  );
  if (matching.every((it) => schema.pointers.includes(it))) return schema;
  return chooseBranches(context, context.nodes.at([...schema.pointers, ...matching]), value);
}
