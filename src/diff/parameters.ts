import {
  type HeaderDefinition,
  isObject,
  type Operation,
  type Parameter,
  type Pointer,
  valueAt,
} from "../document/index.js";
import { getSchemaTypes } from "../schema/index.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import type { VersionedDocument } from "./containment/versioned-document.js";
import { getPathParameterPositions } from "./match-operations.js";
import { REQUEST_FLOW, RESPONSE_FLOW, WEBHOOK_REQUEST_FLOW } from "./message-flow.js";
import { compareSchemas } from "./schemas.js";

/** Compares the parameters of an operation: path parameters by position, others by name. */
export function compareParameters(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const [before, after] = [indexParameters(old), indexParameters(next)];
  const isWebhook = old.kind === "webhook";
  for (const [key, parameter] of after) {
    const former = before.get(key);
    if (former === undefined) reportAdded(comparison, next, parameter, old);
    else if (isWebhook) compareWebhookParameter(comparison, next, { old: former, new: parameter });
    else compareRequestParameter(comparison, next, { old: former, new: parameter });
  }
  for (const [key, parameter] of before) if (!after.has(key)) reportRemoved(comparison, next, parameter, next);
}

function indexParameters(operation: Operation): Map<string, Parameter> {
  const pointers = getPathParameterPositions(operation);
  return new Map(
    operation.parameters.map((parameter) => {
      const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
      return [`${parameter.in} ${parameter.in === "path" ? (pointers.get(name) ?? name) : name}`, parameter];
    }),
  );
}

function createPart(operation: Operation, parameter: Parameter): OperationPart {
  return { operation: operation.id, part: `${parameter.in} parameter ${parameter.name}` };
}

function formatParameter({ in: place, name }: Parameter): string {
  return `${place} parameter "${name}"`;
}

function reportAdded({ report }: Comparison, operation: Operation, parameter: Parameter, old: Operation): void {
  // A new path parameter covers the literal segment of the old path, so it is not an addition.
  if (parameter.in === "path") return;
  const isWebhook = operation.kind === "webhook";
  const code = isWebhook
    ? "webhook.parameter.added"
    : parameter.required
      ? "request.parameter.required"
      : "request.parameter.added";
  const message =
    code === "request.parameter.required"
      ? `a required ${formatParameter(parameter)} was added; make it optional to stay compatible`
      : `the ${formatParameter(parameter)} was added`;
  report({ code, message, old: old.pointer, new: parameter.pointer, affected: createPart(operation, parameter) });
}

function reportRemoved({ report }: Comparison, operation: Operation, parameter: Parameter, next: Operation): void {
  if (parameter.in === "path") return;
  const affected = createPart(operation, parameter);
  const pointers = { old: parameter.pointer, new: next.pointer };
  if (operation.kind === "path")
    report({
      code: "request.parameter.removed",
      message: `the ${formatParameter(parameter)} was removed`,
      ...pointers,
      affected,
    });
  else if (parameter.required)
    report({
      code: "webhook.parameter.optional",
      message: `the required ${formatParameter(parameter)} was removed; keep it to stay compatible`,
      ...pointers,
      affected,
    });
}

function compareRequestParameter(comparison: Comparison, operation: Operation, pair: Pair<Parameter>): void {
  const { old, new: next } = pair;
  const affected = createPart(operation, next);
  const pointers = { old: old.pointer, new: next.pointer };
  if (!old.required && next.required)
    comparison.report({
      code: "request.parameter.required",
      message: `the ${formatParameter(next)} is now required; make it optional to stay compatible`,
      ...pointers,
      affected,
    });
  if (old.required && !next.required)
    comparison.report({
      code: "request.parameter.optional",
      message: `the ${formatParameter(next)} is now optional`,
      ...pointers,
      affected,
    });
  if (isDeprecated(comparison.new, next) && !isDeprecated(comparison.old, old))
    comparison.report({
      code: "request.parameter.deprecated",
      message: `the ${formatParameter(next)} is now deprecated`,
      ...pointers,
      affected,
    });
  if (isSerializedDifferently(comparison, pair))
    comparison.report({
      code: "request.parameter.serialization",
      message: `the serialization of the ${formatParameter(next)} changed from ${formatSerialization(old)} to ${formatSerialization(next)}; keep the old one to stay compatible`,
      ...pointers,
      affected,
    });
  else compareSchemas(comparison, REQUEST_FLOW, affected, getSchemaPointers(pair));
}

function isDeprecated({ document }: VersionedDocument, { pointer }: Parameter): boolean {
  const value = valueAt(document.root, pointer);
  return isObject(value) && value.deprecated === true;
}

function compareWebhookParameter(comparison: Comparison, operation: Operation, pair: Pair<Parameter>): void {
  const { old, new: next } = pair;
  const affected = createPart(operation, next);
  if (old.required && !next.required)
    comparison.report({
      code: "webhook.parameter.optional",
      message: `the ${formatParameter(next)} is now optional; keep it required to stay compatible`,
      old: old.pointer,
      new: next.pointer,
      affected,
    });
  compareSchemas(comparison, WEBHOOK_REQUEST_FLOW, affected, getSchemaPointers(pair));
}

/** Compares the headers of a response. */
export function compareHeaders(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<{ readonly pointer: Pointer; readonly headers: readonly HeaderDefinition[] }>,
): void {
  const named = (headers: readonly HeaderDefinition[]): Map<string, HeaderDefinition> =>
    new Map(headers.map((it) => [it.name.toLowerCase(), it]));
  const [before, after] = [named(pair.old.headers), named(pair.new.headers)];
  for (const [name, header] of before) {
    const match = after.get(name);
    const affected = { ...part, part: `${part.part} header ${header.name}` };
    const pointers = { old: header.pointer, new: match?.pointer ?? pair.new.pointer };
    if (header.required && match?.required !== true)
      comparison.report({
        code: "response.header.optional",
        message: `the header "${header.name}" is now optional or removed; keep it required to stay compatible`,
        ...pointers,
        affected,
      });
    else if (match === undefined)
      comparison.report({
        code: "response.header.removed",
        message: `the header "${header.name}" was removed`,
        ...pointers,
        affected,
      });
    if (match !== undefined)
      compareSchemas(comparison, RESPONSE_FLOW, affected, getSchemaPointers({ old: header, new: match }));
  }
  for (const [name, header] of after)
    if (!before.has(name))
      comparison.report({
        code: "response.header.added",
        message: `the header "${header.name}" was added`,
        old: pair.old.pointer,
        new: header.pointer,
        affected: { ...part, part: `${part.part} header ${header.name}` },
      });
}

type SerializedItem = Pick<Parameter, "style" | "explode" | "schema" | "content">;

function getSchemaPointers({ old, new: next }: Pair<SerializedItem>): Pair<Pointer | undefined> {
  return { old: old.content?.schema ?? old.schema, new: next.content?.schema ?? next.schema };
}

/** Whether the serialization differs. Scalars look the same in all styles that add no prefix. */
function isSerializedDifferently(comparison: Comparison, { old, new: next }: Pair<Parameter>): boolean {
  if (old.content?.range.toLowerCase() !== next.content?.range.toLowerCase()) return true;
  if (old.content !== undefined) return false;
  if (old.style === next.style && old.explode === next.explode) return false;
  const isScalar = [getTypes(comparison.old, old), getTypes(comparison.new, next)].every(
    (types) => types.size > 0 && !types.has("array") && !types.has("object"),
  );
  return !(isScalar && [old.style, next.style].every((style) => STYLES_EQUAL_FOR_SCALARS.has(style)));
}

const STYLES_EQUAL_FOR_SCALARS = new Set(["form", "simple", "spaceDelimited", "pipeDelimited", "deepObject"]);

function getTypes({ interpreted: schemas }: VersionedDocument, { schema }: Parameter): ReadonlySet<string> {
  return getSchemaTypes(schemas, schema);
}

function formatSerialization({ style, explode, content }: Parameter): string {
  return content === undefined ? `${style}${explode ? ", exploded" : ", not exploded"}` : content.range;
}
