import { type BodyContext, CHECKS, type CheckContext, PARAMETER_CHECKS } from "../../checks/index.js";
import type { Operation, Parameter, Pointer } from "../../document/index.js";
import {
  createRawJsonString,
  type Exchange,
  getCombinedHeader,
  parseMediaType,
  type RawBodyValidator,
  type RawJsonString,
} from "../../exchange/index.js";
import {
  type CollectUndeclared,
  getSchemaTypes,
  type ParameterReading,
  readParameter,
  type Schemas,
} from "../../schema/index.js";
import type { BodyAcceptor, ScalarError, WasmValidator } from "../../schema/wasm-validator/index.js";
import { buildCheckContext } from "../validation/check-context.js";
import { findInfrastructureReason } from "../validation/infrastructure.js";
import { isJsonBody } from "../validation/read-body.js";
import { type CheckResult, runChecks } from "../validation/run-checks.js";
import { createExchangeSignatureReader, type ExchangeSignatureReader } from "./exchange-signature.js";
import { createFastBodyReader } from "./fast-body-reader.js";
import type { RouteCache } from "./route-cache.js";

/** An exchange of which there is nothing to tell but that it keeps the contract. */
export type ConformingMatch = { readonly operation: Operation; readonly status: string | undefined };

/** What is to be told of an exchange beside that: what is wrong with scalars in the body of its answer, judged by `schema`. */
export type ConformingExceptScalars = {
  readonly conforming: ConformingMatch;
  readonly context: CheckContext;
  readonly schema: Pointer;
  readonly scalarErrors: readonly ScalarError[];
};

export type FastPathDependencies = {
  readonly match: RouteCache;
  readonly schemas: Schemas;
  readonly collectUndeclared: CollectUndeclared;
  readonly isConforming: BodyAcceptor;
  readonly findScalarErrors: WasmValidator["listScalarErrors"];
};

/**
 * Tells exchanges that keep the contract from those that have to be looked at, without reading what is the most of them.
 *
 * All checks run, on an exchange whose body is accepted by its bytes. For one of the same signature (see exchange-signature.ts)
 * they would say the same again, except for the parameters that are looked at by themselves, and for the body.
 */
export function createFastPath(parts: FastPathDependencies): RawBodyValidator<ConformingExceptScalars> {
  const known = new Map<Operation, OperationCache>();
  return (exchange, body, alike) => {
    if (exchange.incomplete !== undefined || exchange.gaps !== undefined || exchange.webhook !== undefined)
      return undefined;
    const match = parts.match(exchange.request.method, exchange.request.url, alike);
    if (match.kind !== "operation" || match.ambiguousMatches !== undefined) return undefined;
    const { operation, path } = match;
    const memory = known.get(operation) ?? createOperationCache(parts, operation);
    known.set(operation, memory);
    const signature = memory.signatures.signatureOf(exchange, alike);
    const seen = signature === undefined ? undefined : memory.seen.get(signature);
    if (seen !== undefined && isRequestConforming(parts.isConforming, seen, exchange)) {
      const areKept = memory.signatures.individualParameters.every((parameter) =>
        memory.isConforming(parameter, seen, { exchange, path }),
      );
      return areKept ? addScalarErrors(parts, seen, body) : undefined;
    }
    const settled = runAllChecks(parts, body, { exchange, operation, path });
    if (settled === undefined) return undefined;
    if (signature !== undefined && canCache(signature, memory.seen, MAX_SIGNATURES))
      memory.seen.set(signature, settled);
    return addScalarErrors(parts, settled, body);
  };
}

function addScalarErrors(
  { findScalarErrors: find }: FastPathDependencies,
  settled: ConformingExchange,
  body: RawJsonString,
): ConformingExceptScalars | undefined {
  const { conforming, context, schema } = settled;
  const scalarErrors = find(schema, "response", body);
  return scalarErrors && { conforming, context, schema, scalarErrors };
}

type ConformingExchange = {
  readonly context: CheckContext;
  /** What the body of the answer is judged by, and that of the request where it is JSON. */
  readonly schema: Pointer;
  readonly requestSchema: Pointer | undefined;
  readonly conforming: ConformingMatch;
};

function isRequestConforming(
  accept: BodyAcceptor,
  { requestSchema }: ConformingExchange,
  { request: { body } }: Exchange,
): boolean {
  if (body.kind !== "text") return body.kind === "none";
  return requestSchema !== undefined && accept(requestSchema, "request", createRawJsonString(body.text));
}

function getJsonSchema(schemas: Schemas, { contentType, media, content }: BodyContext): Pointer | undefined {
  const isRead = content.kind === "value" || content.kind === "accepted";
  const type = isRead && media !== undefined ? parseMediaType(contentType ?? media.range) : undefined;
  return type !== undefined && media !== undefined && isJsonBody(schemas, media, type) ? media.schema : undefined;
}

type RoutedExchange = { readonly exchange: Exchange; readonly path: ReadonlyMap<string, string> };

function runAllChecks(
  { schemas, collectUndeclared, isConforming, findScalarErrors }: FastPathDependencies,
  body: RawJsonString,
  { exchange, operation, path }: RoutedExchange & { readonly operation: Operation },
): ConformingExchange | undefined {
  if (findInfrastructureReason(exchange, operation) !== undefined) return undefined;
  const subject = buildCheckContext(
    schemas,
    collectUndeclared,
    { exchange, operation, path },
    createFastBodyReader(isConforming, { shortfalls: findScalarErrors, body }),
  );
  const { content, media } = subject.bodies.response;
  if (content.kind !== "accepted" || media?.schema === undefined) return undefined;
  const others = subject.parameters.filter(
    ({ parameter, reading }) => !isReadingConforming(isConforming, parameter, reading),
  );
  if (!hasNoFindings(runChecks({ ...subject, parameters: others }, PARAMETER_CHECKS))) return undefined;
  if (!hasNoFindings(runChecks(subject, NON_PARAMETER_CHECKS))) return undefined;
  const requestSchema = getJsonSchema(schemas, subject.bodies.request);
  return {
    context: stripBodies(subject),
    schema: media.schema,
    requestSchema,
    conforming: { operation, status: subject.response?.status },
  };
}

/** What is kept for the parameters of others. */
function stripBodies(subject: CheckContext): CheckContext {
  const { exchange, bodies } = subject;
  const body = { kind: "none" } as const;
  const content = { kind: "unread" } as const;
  return {
    ...subject,
    exchange: { ...exchange, request: { ...exchange.request, body }, response: { ...exchange.response, body } },
    bodies: { request: { ...bodies.request, content }, response: { ...bodies.response, content } },
  };
}

/** Memory must not grow with the traffic. */
function canCache(key: string, known: ReadonlyMap<string, unknown>, most: number): boolean {
  return known.size < most && key.length < MAX_KEY_LENGTH;
}

type OperationCache = {
  readonly signatures: ExchangeSignatureReader;
  readonly seen: Map<string, ConformingExchange>;
  /** Whether nothing is to be said of a parameter that is looked at by itself. */
  readonly isConforming: (parameter: Parameter, settled: ConformingExchange, found: RoutedExchange) => boolean;
};

function createOperationCache(parts: FastPathDependencies, operation: Operation): OperationCache {
  const signatures = createExchangeSignatureReader(operation);
  const values = new Map(signatures.individualParameters.map((parameter) => [parameter, new Map<string, boolean>()]));
  const plain = new Set(signatures.individualParameters.filter((parameter) => isPlainString(parts.schemas, parameter)));
  const isConforming: OperationCache["isConforming"] = (parameter, conformingExchange, { exchange, path }) => {
    const { in: location, name } = parameter;
    const text = location === "path" ? path.get(name) : getCombinedHeader(exchange.request.headers, name);
    // That it is absent was as true of the exchange with this signature that was looked at.
    if (text === undefined) return true;
    const memory = values.get(parameter);
    const answer = memory?.get(text);
    if (answer !== undefined) return answer;
    const isKept =
      (plain.has(parameter) && isRawTextConforming(parts.isConforming, parameter, text)) ||
      isParameterConforming(parts, parameter, { text, conformingExchange });
    if (memory !== undefined && canCache(text, memory, MAX_VALUES)) memory.set(text, isKept);
    return isKept;
  };
  return { signatures, seen: new Map(), isConforming };
}

type ParameterText = { readonly text: string; readonly conformingExchange: ConformingExchange };

function isParameterConforming(
  { schemas, isConforming }: FastPathDependencies,
  parameter: Parameter,
  { text, conformingExchange }: ParameterText,
): boolean {
  const reading = readParameter(schemas, parameter, { in: parameter.in === "path" ? "path" : "header", text });
  return (
    isReadingConforming(isConforming, parameter, reading) ||
    hasNoFindings(runChecks({ ...conformingExchange.context, parameters: [{ parameter, reading }] }, PARAMETER_CHECKS))
  );
}

function isReadingConforming(accept: BodyAcceptor, { schema }: Parameter, reading: ParameterReading): boolean {
  if (reading.kind !== "value" || schema === undefined) return false;
  return accept(schema, "request", createRawJsonString(JSON.stringify(reading.value)));
}

/** Whether an identifier is its value, just as it stands in the request. */
function isPlainString(schemas: Schemas, { style, content, schema }: Parameter): boolean {
  const types = getSchemaTypes(schemas, schema);
  return style === "simple" && content === undefined && types.size === 1 && types.has("string");
}

/** Many parameters are identifiers, each of its own value. */
function isRawTextConforming(accept: BodyAcceptor, { schema }: Parameter, text: string): boolean {
  if (schema === undefined || !IDENTIFIER.test(text)) return false;
  const end = SCRATCH_BUFFER.write(`\\"${text}\\"`, "latin1");
  return accept(schema, "request", { bytes: SCRATCH_BUFFER, start: 0, end });
}

const IDENTIFIER = /^[A-Za-z0-9_-]{1,100}$/;
const SCRATCH_BUFFER = Buffer.alloc(128);

function hasNoFindings({ findings, notValidated }: CheckResult): boolean {
  return findings.length === 0 && notValidated.length === 0;
}

const NON_PARAMETER_CHECKS = CHECKS.filter((check) => !PARAMETER_CHECKS.includes(check));

/** Traffic has few signatures; where each exchange has its own, no more than these are remembered. */
const MAX_SIGNATURES = 500;
const MAX_VALUES = 1000;
const MAX_KEY_LENGTH = 8000;
