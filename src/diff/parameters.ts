import {
  type HeaderDefinition,
  isObject,
  type Operation,
  type Parameter,
  type Pointer,
  type Serialization,
  valueAt,
} from "../document/index.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import type { VersionedDocument } from "./containment/schemas/versioned-document.js";
import { getPathParameterPositions } from "./match-operations.js";
import { type MessageFlow, REQUEST_FLOW, RESPONSE_FLOW, WEBHOOK_REQUEST_FLOW } from "./message-flow.js";
import { compareSchemas } from "./schemas.js";
import { compareSerialization } from "./serialization.js";
import { createHeaderEnd, createParameterEnd } from "./wire/wire-channel.js";

/** Compares the parameters of an operation: path parameters by position, others by name. */
export function compareParameters(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const [before, after] = [indexParameters(old), indexParameters(next)];
  const isWebhook = old.kind === "webhook";
  for (const [key, parameter] of after) {
    const former = before.get(key);
    if (former === undefined) reportAdded(comparison, next, parameter, old);
    else if (isWebhook) compareWebhookParameter(comparison, { old, new: next }, { old: former, new: parameter });
    else compareRequestParameter(comparison, { old, new: next }, { old: former, new: parameter });
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

function compareRequestParameter(comparison: Comparison, operations: Pair<Operation>, pair: Pair<Parameter>): void {
  const { old, new: next } = pair;
  const affected = createPart(operations.new, next);
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
  compareParameterValues(comparison, pair, operations, { flow: REQUEST_FLOW, affected, what: formatParameter(next) });
}

type ComparedValues = { readonly flow: MessageFlow; readonly affected: OperationPart; readonly what: string };

/** Compares the values of a parameter as they travel. */
function compareParameterValues(
  comparison: Comparison,
  { old, new: next }: Pair<Parameter>,
  operations: Pair<Operation>,
  { flow, affected, what }: ComparedValues,
): void {
  const channel = {
    key: `${old.pointer} ${next.pointer} ${operations.old.pointer} ${operations.new.pointer}`,
    old: createParameterEnd(comparison.old, old, operations.old),
    new: createParameterEnd(comparison.new, next, operations.new),
  };
  const pointers = { old: old.pointer, new: next.pointer };
  const change = describeSerializationChange({ old, new: next }, `the serialization of the ${what}`);
  const refusedCode = flow === REQUEST_FLOW ? "request.parameter.serialization" : flow.serialization;
  const isRefused = compareSerialization(comparison, { flow, affected, pointers, channel, change, refusedCode });
  if (!isRefused)
    compareSchemas(comparison, flow, affected, { old: channel.old.schema, new: channel.new.schema, channel });
}

function isDeprecated({ document }: VersionedDocument, { pointer }: Parameter): boolean {
  const value = valueAt(document.root, pointer);
  return isObject(value) && value.deprecated === true;
}

function compareWebhookParameter(comparison: Comparison, operations: Pair<Operation>, pair: Pair<Parameter>): void {
  const { old, new: next } = pair;
  const affected = createPart(operations.new, next);
  if (old.required && !next.required)
    comparison.report({
      code: "webhook.parameter.optional",
      message: `the ${formatParameter(next)} is now optional; keep it required to stay compatible`,
      old: old.pointer,
      new: next.pointer,
      affected,
    });
  compareParameterValues(comparison, pair, operations, {
    flow: WEBHOOK_REQUEST_FLOW,
    affected,
    what: formatParameter(next),
  });
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
    if (match !== undefined) compareHeaderValues(comparison, affected, { old: header, new: match });
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

/** Set-Cookie has a form of its own, so its schemas are compared as those of JSON. */
function compareHeaderValues(comparison: Comparison, affected: OperationPart, pair: Pair<HeaderDefinition>): void {
  const { old, new: next } = pair;
  const pointers = { old: old.pointer, new: next.pointer };
  const ends = { old: createHeaderEnd(comparison.old, old), new: createHeaderEnd(comparison.new, next) };
  const schemas = { old: ends.old.schema, new: ends.new.schema };
  if (old.name.toLowerCase() === "set-cookie") {
    compareSchemas(comparison, RESPONSE_FLOW, affected, schemas);
    return;
  }
  const channel = { key: `${old.pointer} ${next.pointer}`, ...ends };
  const change = describeSerializationChange(pair, `the serialization of the header "${next.name}"`);
  const part = { flow: RESPONSE_FLOW, affected, pointers, channel, change } as const;
  const isRefused = compareSerialization(comparison, { ...part, refusedCode: "response.header.serialization" });
  if (!isRefused) compareSchemas(comparison, RESPONSE_FLOW, affected, { ...schemas, channel });
}

function describeSerializationChange({ old, new: next }: Pair<Serialization>, what: string): string | undefined {
  const [before, after] = [formatSerialization(old), formatSerialization(next)];
  return before === after ? undefined : `${what} changed from ${before} to ${after}`;
}

function formatSerialization({ style, explode, allowReserved, content }: Serialization): string {
  if (content !== undefined) return content.range.toLowerCase();
  return `${style}${explode ? ", exploded" : ", not exploded"}${allowReserved ? ", reserved characters allowed" : ""}`;
}
