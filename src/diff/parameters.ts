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

/** Compares the parameters of an operation: path parameters by their place, the others by their names. */
export function compareParameters(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const [was, is] = [indexParameters(old), indexParameters(next)];
  const isWebhook = old.kind === "webhook";
  for (const [key, parameter] of is) {
    const former = was.get(key);
    if (former === undefined) reportAdded(comparison, next, parameter, old);
    else if (isWebhook) compareWebhookParameter(comparison, next, { old: former, new: parameter });
    else compareRequestParameter(comparison, next, { old: former, new: parameter });
  }
  for (const [key, parameter] of was) if (!is.has(key)) reportRemoved(comparison, next, parameter, next);
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
  // A template that had literal text there takes it as the value of its parameter.
  if (parameter.in === "path") return;
  const isWebhook = operation.kind === "webhook";
  const code = isWebhook
    ? "webhook.parameter.added"
    : parameter.required
      ? "request.parameter.required"
      : "request.parameter.added";
  const message =
    code === "request.parameter.required"
      ? `the new ${formatParameter(parameter)} has to be sent; optional would be compatible`
      : `the ${formatParameter(parameter)} is new`;
  report({ code, message, old: old.pointer, new: parameter.pointer, affected: createPart(operation, parameter) });
}

function reportRemoved({ report }: Comparison, operation: Operation, parameter: Parameter, next: Operation): void {
  if (parameter.in === "path") return;
  const affected = createPart(operation, parameter);
  const pointers = { old: parameter.pointer, new: next.pointer };
  if (operation.kind === "path")
    report({
      code: "request.parameter.removed",
      message: `the ${formatParameter(parameter)} is gone`,
      ...pointers,
      affected,
    });
  else if (parameter.required)
    report({
      code: "webhook.parameter.optional",
      message: `the ${formatParameter(parameter)} is gone, and was promised; still there would be compatible`,
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
      message: `the ${formatParameter(next)} has to be sent now; optional would be compatible`,
      ...pointers,
      affected,
    });
  if (old.required && !next.required)
    comparison.report({
      code: "request.parameter.optional",
      message: `the ${formatParameter(next)} may be left out now`,
      ...pointers,
      affected,
    });
  if (isDeprecated(comparison.new, next) && !isDeprecated(comparison.old, old))
    comparison.report({
      code: "request.parameter.deprecated",
      message: `the ${formatParameter(next)} is deprecated`,
      ...pointers,
      affected,
    });
  if (isSerializedDifferently(comparison, pair))
    comparison.report({
      code: "request.parameter.serialization",
      message: `the ${formatParameter(next)} was written as ${formatSerialization(old)} and is read as ${formatSerialization(next)}; as it was would be compatible`,
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
      message: `the ${formatParameter(next)} may be missing now; still required would be compatible`,
      old: old.pointer,
      new: next.pointer,
      affected,
    });
  compareSchemas(comparison, WEBHOOK_REQUEST_FLOW, affected, getSchemaPointers(pair));
}

/** Compares the headers of an answer. */
export function compareHeaders(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<{ readonly pointer: Pointer; readonly headers: readonly HeaderDefinition[] }>,
): void {
  const named = (headers: readonly HeaderDefinition[]): Map<string, HeaderDefinition> =>
    new Map(headers.map((it) => [it.name.toLowerCase(), it]));
  const [was, is] = [named(pair.old.headers), named(pair.new.headers)];
  for (const [name, header] of was) {
    const now = is.get(name);
    const affected = { ...part, part: `${part.part} header ${header.name}` };
    const pointers = { old: header.pointer, new: now?.pointer ?? pair.new.pointer };
    if (header.required && now?.required !== true)
      comparison.report({
        code: "response.header.optional",
        message: `the header "${header.name}" may be missing now; still required would be compatible`,
        ...pointers,
        affected,
      });
    else if (now === undefined)
      comparison.report({
        code: "response.header.removed",
        message: `the header "${header.name}" is gone`,
        ...pointers,
        affected,
      });
    if (now !== undefined)
      compareSchemas(comparison, RESPONSE_FLOW, affected, getSchemaPointers({ old: header, new: now }));
  }
  for (const [name, header] of is)
    if (!was.has(name))
      comparison.report({
        code: "response.header.added",
        message: `the header "${header.name}" is new`,
        old: pair.old.pointer,
        new: header.pointer,
        affected: { ...part, part: `${part.part} header ${header.name}` },
      });
}

type SerializedItem = Pick<Parameter, "style" | "explode" | "schema" | "content">;

function getSchemaPointers({ old, new: next }: Pair<SerializedItem>): Pair<Pointer | undefined> {
  return { old: old.content?.schema ?? old.schema, new: next.content?.schema ?? next.schema };
}

/** Lists and objects are written by style and explode; single values look the same in the styles that write no more than them. */
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
