import {
  asObject,
  type Document,
  FORM_SERIALIZATION,
  joinPointer,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../document/index.js";
import { canBeAbsent } from "../schema/index.js";
import { hasSameEncodings } from "./bodies/encodings.js";
import { type ChangeReporter, type Comparison, createReporter, type OperationPart, type Pair } from "./comparison.js";
import type { VersionedDocument } from "./containment/schemas/versioned-document.js";
import { KEEP_REQUIRED, MAKE_OPTIONAL } from "./finding.js";
import { matchItems } from "./match-items.js";
import { type MessageFlow, REQUEST_FLOW, WEBHOOK_REQUEST_FLOW } from "./message-flow.js";
import { getPathParameterPositions } from "./operations/match-operations.js";
import { isDeprecated } from "./policy/policy.js";
import { compareSchemas } from "./schemas.js";
import { compareSerialization, describeSerializationChange } from "./serialization.js";
import { createParameterCodec, type WireCodec } from "./wire/wire-channel.js";

/** Compares the parameters of an operation. */
export function compareParameters(comparison: Comparison, given: Pair<Operation>): void {
  const { old, new: next } = expandDifferentQueries(comparison, given);
  const [oldKeys, newKeys] = [getParameterKeys(old), getParameterKeys(next)];
  const isSame = (one: Parameter, other: Parameter): boolean => newKeys.get(one) === oldKeys.get(other);
  const tests = next.kind === "path" ? [isSame, isAtOtherPlace] : [isSame];
  const [matches, , removed] = matchItems(next.parameters, old.parameters, tests);
  for (const parameter of next.parameters) {
    const before = matches.get(parameter);
    if (before === undefined) reportAdded(comparison, { old, new: next }, parameter);
    else compareParameter(comparison, { old, new: next }, { old: before, new: parameter });
  }
  for (const parameter of removed) reportRemoved(comparison, next, parameter);
}

/** Whether a parameter that clients send has moved, such as from the query to a header. */
function isAtOtherPlace(one: Parameter, other: Parameter): boolean {
  return (
    one.name.toLowerCase() === other.name.toLowerCase() &&
    one.in !== other.in &&
    [one, other].every((it) => it.in !== "path" && it.in !== "querystring")
  );
}

/** If only one side describes the whole query string, its query parameters are compared. */
function expandDifferentQueries({ old, new: next }: Comparison, operations: Pair<Operation>): Pair<Operation> {
  const hasWhole = ({ parameters }: Operation): boolean => parameters.some((it) => it.in === "querystring");
  if (hasWhole(operations.old) === hasWhole(operations.new)) return operations;
  return {
    old: { ...operations.old, parameters: expandQuerystring(old.document, operations.old) },
    new: { ...operations.new, parameters: expandQuerystring(next.document, operations.new) },
  };
}

/**
 * Returns the keys that identify parameters in both specs: for a path parameter its position, because clients do not send its name,
 * and for others the name. Header names are case-insensitive.
 */
function getParameterKeys(operation: Operation): ReadonlyMap<Parameter, string> {
  const positions = getPathParameterPositions(operation);
  return new Map(
    operation.parameters.map((parameter) => {
      const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
      return [parameter, `${parameter.in} ${parameter.in === "path" ? (positions.get(name) ?? name) : name}`];
    }),
  );
}

function createPart(operation: Operation, parameter: Parameter): OperationPart {
  return { operation: operation.id, part: `${parameter.in} parameter ${parameter.name}` };
}

function formatParameter({ in: location, name }: Parameter): string {
  return `${location} parameter "${name}"`;
}

function mustBePresent({ schemas }: VersionedDocument, parameter: Parameter): boolean {
  return parameter.required && !canBeAbsent(schemas, parameter);
}

function reportAdded(comparison: Comparison, operations: Pair<Operation>, parameter: Parameter): void {
  // A path parameter that only the new spec has replaces a literal segment of the old path: clients send nothing more.
  if (parameter.in === "path") return;
  const isWebhook = operations.new.kind === "webhook";
  const pair = { old: operations.old, new: parameter };
  const report = createReporter(comparison, pair, createPart(operations.new, parameter));
  const label = formatParameter(parameter);
  if (!isWebhook && mustBePresent(comparison.new, parameter))
    report("request.parameter.required", `a required ${label} was added`, { advice: MAKE_OPTIONAL });
  else report(isWebhook ? "webhook.parameter.added" : "request.parameter.added", `the ${label} was added`);
}

function reportRemoved(comparison: Comparison, operation: Operation, parameter: Parameter): void {
  if (parameter.in === "path") return;
  const report = createReporter(comparison, { old: parameter, new: operation }, createPart(operation, parameter));
  const label = formatParameter(parameter);
  if (operation.kind === "path") report("request.parameter.removed", `the ${label} was removed`);
  else if (parameter.required)
    report("webhook.parameter.optional", `the required ${label} was removed`, {
      advice: "keep it to stay compatible",
    });
}

function compareParameter(comparison: Comparison, operations: Pair<Operation>, pair: Pair<Parameter>): void {
  const { old, new: next } = pair;
  const affected = createPart(operations.new, next);
  const label = formatParameter(next);
  const report = createReporter(comparison, pair, affected);
  const isWebhook = operations.old.kind === "webhook";
  if (!isWebhook) reportRequestParameter(comparison, pair, report);
  else if (old.required && !next.required)
    report("webhook.parameter.optional", `the ${label} is now optional`, { advice: KEEP_REQUIRED });
  const flow = isWebhook ? WEBHOOK_REQUEST_FLOW : REQUEST_FLOW;
  compareParameterValues(comparison, pair, operations, { flow, affected, label });
}

function reportRequestParameter(
  comparison: Comparison,
  { old, new: next }: Pair<Parameter>,
  report: ChangeReporter,
): void {
  const label = formatParameter(next);
  const [wasRequired, isRequired] = [mustBePresent(comparison.old, old), mustBePresent(comparison.new, next)];
  // No client sends the parameter at its new place.
  if (old.in !== next.in) return;
  if (!wasRequired && isRequired)
    report("request.parameter.required", `the ${label} is now required`, { advice: MAKE_OPTIONAL });
  else if (wasRequired && !isRequired) report("request.parameter.optional", `the ${label} is now optional`);
  else if (old.required !== next.required)
    report(
      "keyword.changed",
      `required of the ${label} changed to ${next.required}; an object without properties is written as nothing`,
    );
  const isNowDeprecated = isDeprecated(comparison.new.document, next.pointer);
  if (isNowDeprecated && !isDeprecated(comparison.old.document, old.pointer))
    report("request.parameter.deprecated", `the ${label} is now deprecated`);
}

type ParameterUse = {
  readonly flow: MessageFlow;
  readonly affected: OperationPart;
  /** The parameter in messages, such as `query parameter "limit"`. */
  readonly label: string;
};

/** Compares the values of a parameter by the text that is sent, because values such as 1 and "1" have the same text. */
function compareParameterValues(
  comparison: Comparison,
  { old, new: next }: Pair<Parameter>,
  operations: Pair<Operation>,
  { flow, affected, label }: ParameterUse,
): void {
  const isMoved = old.in !== next.in;
  const channel = {
    // An exploded object depends on the names of the operation's other parameters.
    key: `${old.pointer} ${next.pointer} ${operations.old.pointer} ${operations.new.pointer}`,
    old: createParameterCodec(comparison.old, old, operations.old),
    new: isMoved ? createMovedCodec(comparison.new, next) : createParameterCodec(comparison.new, next, operations.new),
  };
  const pointers = { old: old.pointer, new: next.pointer };
  const contents = { old: old.content?.pointer ?? "", new: next.content?.pointer ?? "" };
  const isWrittenAlike = contents.old === "" || contents.new === "" || hasSameEncodings(comparison, contents);
  const change = isMoved
    ? `the ${formatParameter(old)} moved: it is a ${next.in} parameter now`
    : (describeSerializationChange({ old, new: next }, `the serialization of the ${label}`) ??
      (isWrittenAlike ? undefined : `the encoding of the ${label} changed`));
  const refusedCode = flow === REQUEST_FLOW ? "request.parameter.serialization" : flow.serialization;
  const isRefused = compareSerialization(comparison, { flow, affected, pointers, channel, change, refusedCode });
  if (!isRefused && !isMoved)
    compareSchemas(comparison, flow, affected, {
      ...{ old: channel.old.schema, new: channel.new.schema, channel },
      isSent: mustBePresent(comparison.old, old),
    });
}

/** Reads what clients send at the old place of a parameter: nothing. */
function createMovedCodec(spec: VersionedDocument, parameter: Parameter): WireCodec {
  const isRefused = mustBePresent(spec, parameter);
  return {
    ...{ spec, schema: undefined, serialize: () => undefined },
    read: () => (isRefused ? { kind: "refused" } : { kind: "accepted", value: undefined }),
  };
}

/**
 * Returns the parameters of an operation, where a whole query string is replaced by the query parameters that have the same text:
 * one for each property of its form. Unchanged if no such parameters exist.
 */
function expandQuerystring(document: Document, { parameters }: Operation): readonly Parameter[] {
  return parameters.flatMap((parameter) =>
    parameter.in === "querystring" ? (expandForm(document, parameter) ?? [parameter]) : [parameter],
  );
}

/** Keywords that say nothing more about a form than its properties do. */
const PLAIN_KEYWORDS = /^(type|properties|required|additionalProperties|title|description|examples?|deprecated|x-.*)$/;

function expandForm(
  document: Document,
  { content, required: isWholeRequired }: Parameter,
): readonly Parameter[] | undefined {
  if (content?.schema === undefined || !/^application\/x-www-form-urlencoded\b/i.test(content.range)) return undefined;
  const schema = resolvePointer(document, content.schema);
  const properties = asObject(schema?.value.properties);
  if (schema === undefined || properties === undefined) return undefined;
  const { required, additionalProperties = false } = schema.value;
  if (typeof additionalProperties !== "boolean") return undefined;
  if (!Object.keys(schema.value).every((keyword) => PLAIN_KEYWORDS.test(keyword))) return undefined;
  const names = Object.keys(properties);
  const expanded = names.flatMap((name): Parameter[] => {
    const pointer = joinPointer(schema.pointer, "properties", name);
    const types = [resolvePointer(document, pointer)?.value.type].flat();
    const encoding = resolvePointer(document, joinPointer(content.pointer, "encoding", name))?.value ?? {};
    // Without a style, an object in a form is JSON.
    if (Object.keys(encoding).length > 0 || types.includes("object") || types.includes(undefined)) return [];
    const isRequired = isWholeRequired && Array.isArray(required) && required.includes(name);
    return [{ pointer, name, in: "query", required: isRequired, schema: pointer, ...FORM_SERIALIZATION }];
  });
  return expanded.length === names.length ? expanded : undefined;
}
