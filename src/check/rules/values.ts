import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  joinPointer,
  type Parameter,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import {
  decodeBody,
  decodeBodyText,
  type Exchange,
  isMask,
  isSecretName,
  isSecretPath,
  isSuccess,
  REDACTED,
  type RecordedMessage,
  redactText,
} from "../../recording/index.js";
import { getIdempotencyKey } from "../../resources/index.js";
import {
  describeViolation,
  explainClosedSchema,
  getPropertyPath,
  isEqual,
  isSensitive,
  isSensitiveKey,
  type MessageDirection,
  maskSensitiveKeys,
  type ParameterReading,
  quote,
  reduceToClosestBranch,
  toPrintable,
  tryParseExactJson,
  type Undeclared,
  type Violation,
  type ViolationMessage,
} from "../../schema/index.js";
import type { BodyContent, Check, CheckContext, CheckFinding, FindingReporter } from "./check.js";

/** A parameter or header as it was read, and what findings about it have. */
export type NamedReading = {
  readonly direction: MessageDirection;
  readonly location: "path" | "query" | "header" | "cookie";
  readonly definition: Pick<Parameter, "name" | "pointer" | "schema" | "content">;
  /** The start of messages, such as `path parameter "id"`. */
  readonly label: string;
  readonly reading: ParameterReading;
  readonly getPlace: () => Pick<CheckFinding, "part" | "at">;
  /** Explains how its encoding makes it invalid; see `explainEncoding`. */
  readonly explain: () => string | undefined;
};

/**
 * Reports the undocumented data in a value, each item once: `<side>.<location>.not-in-enum`, and for properties of objects
 * `<side>.<location>.undeclared`.
 */
export function reportValueDrift(context: CheckContext, named: NamedReading, report: FindingReporter): void {
  const { direction, location, definition, label, reading } = named;
  const schema = getValueSchema(definition);
  if (reading.kind !== "value" || schema === undefined) return;
  if (context.schemas.assess(schema, direction, reading.value) === "documented") return;
  const reported = new Set<string>();
  for (const undeclared of context.collectUndeclared(schema, direction, reading.value)) {
    const { kind, pointer, name: found, declared, instance } = undeclared;
    const property = joinPointer("", definition.name) + getRedactedPath(context, schema, instance);
    const key = `${kind} ${property} ${found}`;
    if (reported.has(key) || (kind !== "not-in-enum" && kind !== "undeclared")) continue;
    reported.add(key);
    const common = { code: codeOf(named, kind), ...named.getPlace(), contract: pointer, property, declared };
    if (kind === "undeclared") {
      const name = isSensitiveKey(context.schemas, schema, instance) ? REDACTED : found;
      const message = `${label}: the property ${quote(name)} is not declared`;
      report({ ...common, message, valueClass: `property ${name}`, name });
      continue;
    }
    // The name of a cookie does not show whether its value is secret.
    const isSecret = location === "cookie";
    const { message, name } = describeNotInEnum(context, { schema, name: definition.name, undeclared, isSecret });
    report({ ...common, message: `${label}: ${message}`, valueClass: "not-in-enum", name });
  }
}

/** The schema of a parameter or header, whose value may have a media type. */
function getValueSchema({ schema, content }: NamedReading["definition"]): Pointer | undefined {
  return schema ?? content?.schema;
}

function codeOf<Kind extends "invalid" | "not-in-enum" | "undeclared">(
  { direction, location }: NamedReading,
  kind: Kind,
) {
  return direction === "request" ? (`request.${location}.${kind}` as const) : (`response.header.${kind}` as const);
}

/** Reports how a value violates its schema or style, or why it was not checked: `<side>.<location>.invalid`. */
export function reportInvalidValue(context: CheckContext, named: NamedReading, report: FindingReporter): void {
  const { direction, location, definition, label, reading } = named;
  const code = codeOf(named, "invalid");
  const { schemas } = context;
  const schema = getValueSchema(definition);
  const { name, pointer } = definition;
  // The names of headers have no case.
  const toProperty = (instance: Pointer): string => {
    const path = joinPointer("", name) + getRedactedPath(context, schema, instance);
    return direction === "request" ? path : path.toLowerCase();
  };
  if (reading.kind === "not-checked") report({ notValidated: `${label} ${reading.reason}` });
  if (reading.kind === "malformed") {
    const explanation = named.explain();
    const message = `${label} ${reading.reason}${explanation === undefined ? "" : `; ${explanation}`}`;
    const property = toProperty("");
    report({ code, message, ...named.getPlace(), contract: pointer, property, valueClass: reading.mode });
  }
  if (reading.kind !== "value" || schema === undefined) return;
  const failures = reduceToClosestBranch(schemas, direction, schemas.validate(schema, direction, reading.value));
  if (failures.length === 0) return;
  const encoding = named.explain();
  for (const failure of failures) {
    const { instance, keyword, pointer: contract } = failure;
    const { expected, actual, valueClass } = describeRedacted(context, schema, failure);
    const explanation = encoding ?? explainClosedSchema(schemas, schema, failure);
    // The name of a cookie does not show whether its value is secret.
    const isSecret = location === "cookie";
    const shown = formatRedactedValue(context, { schema, instance, name, got: actual, isSecret });
    const inside = instance === "" ? "" : ` at ${toPrintable(redactPlace(context, schema, instance))}`;
    const cause = explanation === undefined ? "" : `; ${explanation}`;
    const message = `${label}${inside}: expected ${expected}, got ${shown}${cause}`;
    const property = toProperty(instance);
    report({ code, message, ...named.getPlace(), contract, property, keyword, valueClass });
  }
}

type ValueLocation = {
  /** The schema of the whole value. */
  readonly schema: Pointer | undefined;
  /** The location within the value. */
  readonly instance: Pointer;
  /** The name of the parameter or header that holds the value. */
  readonly name?: string;
  /** The value as formatted for a message. */
  readonly got: string;
  /** Whether it is known to be a secret. */
  readonly isSecret?: boolean;
};

/** Redacts a value for a message if the spec, its name or its format marks it as secret. */
export function formatRedactedValue(
  { schemas }: CheckContext,
  { schema, instance, name = "", got, isSecret = false }: ValueLocation,
): string {
  const value = got.replace(/^(string|integer|number) /, "");
  const isNamedSecret = isSecret || isSecretName(name) || isSecretPath(parsePointer(instance), value);
  return isNamedSecret || isSensitive(schemas, schema, instance) ? redactToType(got) : redactText(got);
}

/** Formats the location of a value for a message, without keys that the spec marks as secret. */
export function redactPlace({ schemas }: CheckContext, schema: Pointer | undefined, instance: Pointer): Pointer {
  return maskSensitiveKeys(schemas, schema, { instance, mask: REDACTED });
}

/** The path of a property, without keys that the spec marks as secret; it folds the keys of maps itself. */
export function getRedactedPath(context: CheckContext, schema: Pointer | undefined, instance: Pointer): string {
  const path = getPropertyPath(context.schemas, schema, instance);
  const shown = redactPlace(context, schema, instance);
  if (shown === instance) return path;
  const [sent, masked] = [parsePointer(instance), parsePointer(shown)];
  return joinPointer("", ...parsePointer(path).map((it, index) => (it === sent[index] ? (masked[index] ?? it) : it)));
}

/** Describes a violation, without a key that the spec marks as secret. */
export function describeRedacted(
  { schemas }: CheckContext,
  schema: Pointer | undefined,
  violation: Violation,
): ViolationMessage {
  const { params, instance } = violation;
  const described = describeViolation(violation);
  const key = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  return key !== undefined && isSensitiveKey(schemas, schema, joinPointer(instance, String(key)))
    ? { ...described, actual: `the property ${REDACTED}` }
    : described;
}

/** Redacts the value but keeps its type, which is not secret and helps with diagnosis. */
function redactToType(got: string): string {
  const [, type] = /^(string|integer|number|boolean) /.exec(got) ?? [];
  if (type !== undefined) return `${type} ${REDACTED}`;
  return got.startsWith('"') ? REDACTED : got;
}

/** Whether the element and attribute names of a value mark it as secret. They may differ from the property names. */
export function isSecretInXml(content: BodyContent, at: Pointer): boolean {
  const { text, getPart } = (content.kind === "value" ? content.xml : undefined) ?? NO_XML;
  const part = getPart(at);
  if (part === undefined) return false;
  const tokens = parsePointer(at);
  const names = tokens.map((_, index) => getPart(joinPointer("", ...tokens.slice(0, index + 1)))?.local ?? "");
  return isSecretPath(names, text.slice(part.contentStart, Math.min(part.end, part.contentStart + MAX_SECRET_LENGTH)));
}

const NO_XML = { text: "", getPart: () => undefined };

/** The maximum number of characters to inspect: codes and tokens are shorter. */
const MAX_SECRET_LENGTH = 100;

type EnumValueContext = {
  readonly schema: Pointer;
  readonly name?: string;
  readonly undeclared: Undeclared;
  readonly isSecret?: boolean;
};

/** Formats the message and name for a value that `x-extensible-enum` does not list. */
export function describeNotInEnum(context: CheckContext, place: EnumValueContext): { message: string; name: string } {
  const { undeclared, ...holder } = place;
  const { instance, declared } = undeclared;
  const shown = formatRedactedValue(context, { ...holder, instance, got: quote(undeclared.name) });
  return {
    message: `${shown} is not among the listed values ${declared.map(quote).join(", ")}`,
    name: shown.replace(/^"(.*)"$/s, "$1"),
  };
}

/** `exchange.secret.shown` in a recording: the response to a write repeats a secret of the request in plain text. */
export const secretShown: Check = ({ exchange, operation, schemas, bodies }, report) => {
  const { request, response } = bodies;
  const schema = request.media?.schema;
  if (request.content.kind !== "value" || response.content.kind !== "value" || !isSuccess(exchange)) return;
  const { content } = response;
  const isSecret = (at: Pointer): boolean => isSensitive(schemas, schema, at);
  const name = findShownSecret(request.content.value, () => content.value, isSecret);
  if (name !== undefined) report(createShownSecretFinding(operation.pointer, name));
};

/** Finds a secret in the request body that the response body repeats in plain text. The response is read only if there is one. */
export function findShownSecret(
  sent: unknown,
  readShown: () => unknown,
  isSecret: (at: Pointer) => boolean,
): string | undefined {
  if (!isObject(sent)) return undefined;
  const secrets = Object.entries(sent).filter(
    ([name, value]) => typeof value === "string" && isSecret(joinPointer("", name)) && isReadable(value),
  );
  const shown = secrets.length === 0 ? undefined : readShown();
  return isObject(shown) ? secrets.find(([name, value]) => value === shown[name])?.[0] : undefined;
}

/** Whether a text is not a mask: `****`, or what a recorder writes in place of secrets. */
function isReadable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !text.includes(REDACTED);
}

export function createShownSecretFinding(contract: Pointer, name: string): CheckFinding {
  return {
    code: "exchange.secret.shown",
    message: `"${name}" is returned in plain text; expected a masked value`,
    part: "response.body",
    at: joinPointer("", name),
    contract,
    property: joinPointer("", name),
    valueClass: name,
  };
}

/**
 * `exchange.write.lost` in a recording: the response to a write has another value than the request at a location that the spec
 * lists with `x-returns-sent`. Secrets are not compared.
 */
export const checkReturned: Check = ({ exchange, operation, schemas, bodies }, report) => {
  const { request, response } = bodies;
  if (request.content.kind !== "value" || response.content.kind !== "value" || !isSuccess(exchange)) return;
  const stated = asObject(valueAt(schemas.root, operation.pointer))?.["x-returns-sent"];
  const [sent, returned] = [request.content.value as Json, response.content.value as Json];
  if (stated === undefined || !isObject(sent) || !isObject(returned)) return;
  asArray(stated).forEach((it, index) => {
    const at = asString(it) ?? "";
    const values = [valueAt(sent, at), valueAt(returned, at)];
    const [own, other] = values;
    if (own === undefined || other === undefined || isEqual(own, other)) return;
    if (values.some(isHidden) || isSensitive(schemas, request.media?.schema, at)) return;
    const format = (value: Json): string => toPrintable(redactText(serializeExactJson(value)));
    report({
      code: "exchange.write.lost",
      message: `${toPrintable(at)} is returned as ${format(other)}; the request has ${format(own)}`,
      part: "response.body",
      at,
      contract: joinPointer(operation.pointer, "x-returns-sent", String(index)),
      property: at,
      valueClass: "returned",
    });
  });
};

/** The name of a member that differs between the responses to two writes with the same idempotency key, but for times. */
export function findReplayDifference(first: Exchange, second: Exchange): string | undefined {
  const { body, status } = first.response;
  const other = second.response.body;
  if (status === 202 || body.kind !== "text" || other.kind !== "text" || body.text === other.text) return undefined;
  const [before, now] = [readJson(first.response), readJson(second.response)];
  if (!isObject(before) || !isObject(now)) return undefined;
  return Object.keys({ ...before, ...now }).find((name) => !isSameButForTimes(before[name], now[name]));
}

/** Checks that a write with the idempotency key of an earlier one got the same response. */
export const checkReplay: Check = ({ exchange, operation, schemas, earlier }, report) => {
  const { first } = earlier ?? {};
  const different = first && findReplayDifference(first, exchange);
  if (first === undefined || different === undefined) return;
  const [sent, resent] = [first, exchange].map(({ request: { body } }) =>
    body.kind === "text" ? body.text : body.kind,
  );
  const expected = sent === resent ? "the first response again" : "the first response again, or a rejection";
  const key = getIdempotencyKey(schemas.document, operation);
  const what = sent === resent ? "request" : "request with another body";
  report({
    code: "exchange.replay.differs",
    message: `the second ${what} with the same ${quote(key?.name ?? "")} got another ${quote(different)}; expected ${expected}`,
    part: "response.body",
    at: joinPointer("", different),
    contract: key?.pointer ?? operation.pointer,
    property: joinPointer("", different),
    valueClass: sent === resent ? "repeated" : "other body",
  });
};

/** The value of a body that is not checked again; null if it is not JSON. */
export function readJson({ body, headers }: RecordedMessage): Json {
  const text = decodeBodyText(decodeBody(body, headers));
  return text.kind === "text" ? (tryParseExactJson(text.text) ?? null) : null;
}

export function isSameButForTimes(before: Json = null, now: Json = null): boolean {
  if ([before, now].some(isHidden) || isEqual(before, now)) return true;
  if ([before, now].every((it) => typeof it === "string" && DATE_TIME.test(it))) return true;
  if (typeof before !== "object" || typeof now !== "object" || before === null || now === null) return false;
  const names = Object.keys({ ...before, ...now });
  return names.every((name) =>
    isSameButForTimes(valueAt(before, joinPointer("", name)), valueAt(now, joinPointer("", name))),
  );
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]/;

/** Whether a recorder or a service has replaced a value. */
export function isHidden(value: Json | undefined): boolean {
  return typeof value === "string" && (isMask(value) || value.includes(REDACTED));
}
