import type { CheckParts, Contract } from "../../check/contract.js";
import {
  buildCheckContext,
  type CheckResult,
  type RecordedBodyReader,
  runChecks,
} from "../../check/exchange/check-context.js";
import { EMPTY_RESULT, type ExchangeResult } from "../../check/exchange/exchange-result.js";
import type { Finding, KnownGroupPredicate, RepeatedFinding } from "../../check/exchange/finding.js";
import { isJsonBody, readBody, UNREAD_BODY } from "../../check/exchange/read-body.js";
import { findInfrastructureReason } from "../../check/exchange/skipped-request.js";
import {
  type BodyContent,
  type BodyContext,
  type CheckContext,
  hasMessageComparison,
  type OperationMatch,
} from "../../check/index.js";
import type { Check } from "../../check/rules/check.js";
import { type Json, memoizeByObject, type Operation, type Pointer, tryParseJson } from "../../document/index.js";
import {
  type Exchange,
  parseMediaType,
  type RawBodyValidator,
  type RawJsonString,
  type RecordedBody,
} from "../../recording/index.js";
import {
  CannotValidateError,
  listDuplicateNames,
  type MessageDirection,
  parseJson,
  type Schemas,
} from "../../schema/index.js";
import {
  createOperationCache,
  hasNoFindings,
  type OperationCache,
  type PassedExchange,
  type RoutedExchange,
} from "./operation-cache.js";

type FastPathDependencies = CheckParts & { readonly readConforming: ConformingReader };

/** Reads a JSON text without violations and drift; undefined if it has some. */
type ConformingReader = (
  schema: Pointer,
  direction: MessageDirection,
  text: string,
) => { readonly value: Json } | undefined;

type RawMessages = {
  readonly body: RawJsonString;
  readonly requestBody: RawJsonString | RecordedBody;
  readonly hasSeen: KnownGroupPredicate;
};

/**
 * Creates a validator that checks exchanges from the bytes of their response bodies. It returns undefined for an exchange that
 * needs the value of its body. Without it, the results are the same.
 *
 * @param hasSeen findings in a body are only counted if it says that all are in known groups
 * @param needsValues whether results need a context with the values of bodies and parameters, as coverage does
 */
export function createFastValidator(
  { checkParts }: Pick<Contract, "checkParts">,
  hasSeen: KnownGroupPredicate,
  needsValues = false,
): RawBodyValidator<ExchangeResult> {
  const [first, ...others] = checkParts.map(getFactory);
  if (first === undefined) return () => undefined;
  if (others.length === 0) return first(hasSeen, needsValues);
  // Only a passing exchange certainly belongs to the spec that accepts it; `check` compares the others.
  const validators = [first, ...others].map((create) => create(() => false, needsValues));
  return (...raw) => {
    for (const validate of validators) {
      const result = validate(...raw);
      if (result?.verdict === "passed" && result.findings.length === 0) return result;
    }
    return undefined;
  };
}

type FastValidatorFactory = (hasSeen: KnownGroupPredicate, needsValues: boolean) => RawBodyValidator<ExchangeResult>;

/** The validators of a contract share what they have learned. */
const getFactory = memoizeByObject(createFastValidatorFactory);

/**
 * All checks run for the first exchange of a signature (see operation-cache.ts), if the bytes of its body conform. If it
 * passes, only the individual parameters and the bodies are checked for further exchanges with that signature.
 */
function createFastValidatorFactory(checkParts: CheckParts): FastValidatorFactory {
  const parts: FastPathDependencies = {
    ...checkParts,
    readConforming: createConformingReader(checkParts),
  };
  const caches = new Map<Operation, OperationCache>();
  const validate = (
    exchange: Exchange,
    { operation, path }: FrequentMatch,
    { body, requestBody, hasSeen }: RawMessages,
  ): ExchangeResult | undefined => {
    const cache = caches.get(operation) ?? createOperationCache(parts.schemas, operation);
    caches.set(operation, cache);
    const signature = cache.signatureOf(exchange);
    const known = signature === undefined ? undefined : cache.find(signature, exchange);
    const isKnown = known !== undefined && isRequestConforming(parts, known, requestBody);
    if (isKnown && !cache.hasConformingParameters(known, { exchange, path })) return undefined;
    const found = isKnown ? known : runAllChecks(parts, body, { exchange, operation, path });
    if (found === undefined || "verdict" in found) return cache.bodyChecks.length > 0 ? undefined : found;
    if (!isKnown && signature !== undefined) cache.remember(signature, exchange, found);
    const mayViolate = (value: Json): boolean =>
      cache.bodyChecks.length > 0 &&
      mayViolateChecks(cache.updateContext(found, { exchange, path }), value, cache.bodyChecks);
    return checkResponseBody(parts, found, { exchange, body, hasSeen, mayViolate });
  };
  return (hasSeen, needsValues) => (exchange, body, rawRequest) => {
    try {
      const match = matchFrequentOperation(parts, exchange);
      const requestBody = rawRequest ?? exchange.request.body;
      const result = match && validate(exchange, match, { body, requestBody, hasSeen });
      if (match === undefined || result === undefined || !needsValues) return result;
      return { ...result, context: readValues(parts, body, { ...match, exchange }) };
    } catch (error) {
      // Validation exceeds its limits; `check` reports the reason.
      if (!(error instanceof CannotValidateError)) throw error;
      return undefined;
    }
  };
}

type FrequentMatch = OperationMatch & { readonly kind: "operation" };

function matchFrequentOperation(
  { schemas, match, isReceiver, isFrequent }: FastPathDependencies,
  exchange: Exchange,
): FrequentMatch | undefined {
  const { request, incomplete, gaps, notLogged, webhook } = exchange;
  const { method, url } = request;
  const isPartial = incomplete !== undefined || gaps !== undefined || notLogged !== undefined;
  if (isPartial || webhook !== undefined || isReceiver(url)) return undefined;
  const found = match(method, url);
  const isCertain = found.kind === "operation" && found.ambiguousMatches === undefined;
  if (!isCertain || !isFrequent(found.operation)) return undefined;
  return hasMessageComparison(schemas, found.operation) ? undefined : found;
}

function checkResponseBody(
  { readConforming }: FastPathDependencies,
  known: PassedExchange,
  {
    exchange,
    body,
    hasSeen,
    mayViolate,
  }: Omit<RawMessages, "requestBody"> & {
    readonly exchange: Exchange;
    readonly mayViolate: (value: Json) => boolean;
  },
): ExchangeResult | undefined {
  const read = readConforming(known.schema, "response", decodeRawText(body));
  if (read === undefined || mayViolate(read.value)) return undefined;
  const { repeated } = known;
  if (repeated.length === 0) return known.result;
  if (!hasSeen(exchange, repeated)) return undefined;
  const verdict = repeated.some(({ level }) => level === "error") ? "failed" : "passed";
  return { ...known.result, verdict, repeated };
}

/** Reads an exchange that is already checked. Its bodies are parsed, and not validated again. */
function readValues(
  { schemas, collectUndeclared }: FastPathDependencies,
  body: RawJsonString,
  { exchange, operation, path }: RoutedExchange & { readonly operation: Operation },
): CheckContext {
  const response = { ...exchange.response, body: { kind: "text", text: decodeRawText(body) } } as const;
  return buildCheckContext(
    schemas,
    collectUndeclared,
    { exchange: { ...exchange, response }, operation, path },
    (...given) => {
      const content = readBody(...given);
      return content.kind === "value" ? { ...content, conformity: "documented" } : content;
    },
  );
}

/** The text of a JSON string without its quotes; nothing if its end was guessed wrongly. */
function decodeRawText({ bytes, start, end }: RawJsonString): string {
  return String(tryParseJson(`"${bytes.toString("utf8", start, end)}"`) ?? "");
}

function isRequestConforming(
  { readConforming }: FastPathDependencies,
  { requestSchema }: PassedExchange,
  body: RawMessages["requestBody"],
): boolean {
  // The text of a body that is not JSON is a part of the signature.
  if (requestSchema === undefined || ("kind" in body && body.kind !== "text")) return true;
  return readConforming(requestSchema, "request", "kind" in body ? body.text : decodeRawText(body)) !== undefined;
}

function getJsonSchema(schemas: Schemas, { contentType, media, content }: BodyContext): Pointer | undefined {
  const isRead = content.kind === "value" || content.kind === "accepted";
  const type = isRead && media !== undefined ? parseMediaType(contentType ?? media.range) : undefined;
  return type !== undefined && media !== undefined && isJsonBody(schemas, media, type) ? media.schema : undefined;
}

function runAllChecks(
  { schemas, collectUndeclared, readConforming, completeCheck }: FastPathDependencies,
  body: RawJsonString,
  { exchange, operation, path }: RoutedExchange & { readonly operation: Operation },
): PassedExchange | ExchangeResult | undefined {
  if (operation.gaps !== undefined || operation.responses.some(({ gaps }) => gaps !== undefined)) return undefined;
  if (findInfrastructureReason(exchange, operation) !== undefined) return undefined;
  const read = createFastBodyReader(readConforming, body);
  const context = buildCheckContext(schemas, collectUndeclared, { exchange, operation, path }, read);
  const { content, media } = context.bodies.response;
  if (content.kind !== "accepted" || media?.schema === undefined) return undefined;
  const checked = runChecks(context);
  const completed = hasNoFindings(checked) ? undefined : completeCheck(context, checked);
  if (completed !== undefined && !hasOnlyUndeclaredHeaders(checked, completed)) {
    return checked.findings.some(({ part }) => part === "response.body") ? undefined : completed;
  }
  const requestSchema = getJsonSchema(schemas, context.bodies.request);
  return {
    context: stripBodies(context, requestSchema !== undefined),
    schema: media.schema,
    requestSchema,
    result: { ...EMPTY_RESULT, operation, status: context.response?.status, verdict: "passed" },
    repeated: (completed?.findings ?? []).map(toRepeated),
  };
}

/** Whether all exchanges with the same signature have these findings, which depend only on the names of headers. */
function hasOnlyUndeclaredHeaders(
  { findings, notValidated }: CheckResult,
  { variants, reasons, refused }: ExchangeResult,
): boolean {
  const isOfHeader = findings.every(({ code }) => /^re(quest|sponse)\.header\.undeclared$/.test(code));
  return isOfHeader && notValidated.length + reasons.length + refused.length === 0 && variants === undefined;
}

/** Removes the bodies that can vary: the context is cached for other exchanges. */
function stripBodies(context: CheckContext, isJsonRequest: boolean): CheckContext {
  const { exchange, bodies } = context;
  const body = { kind: "none" } as const;
  const content = { kind: "unread" } as const;
  return {
    ...context,
    exchange: { ...exchange, request: { ...exchange.request, body }, response: { ...exchange.response, body } },
    bodies: {
      request: isJsonRequest ? { ...bodies.request, content } : bodies.request,
      response: { ...bodies.response, content },
    },
  };
}

/** Creates a reader of bodies that accepts a JSON body which conforms. Any other response body stays unread; a request body is parsed. */
function createFastBodyReader(readConforming: ConformingReader, responseBody: RawJsonString): RecordedBodyReader {
  return (schemas, media, recorded) => {
    const { direction, view, body, contentType } = recorded;
    const isResponse = direction === "response";
    const text = isResponse ? decodeRawText(responseBody) : body.kind === "text" ? body.text : undefined;
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    if (text !== undefined && media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type))
      if (readConforming(media.schema, view, text) !== undefined) return CONFORMING_BODY;
    return isResponse ? UNREAD_BODY : readBody(schemas, media, recorded);
  };
}

function createConformingReader({ schemas, collectUndeclared }: CheckParts): ConformingReader {
  return (schema, direction, text) => {
    try {
      const value = parseJson(text);
      const conformity = schemas.assess(schema, direction, value);
      if (conformity === "invalid" || listDuplicateNames(value).length > 0) return undefined;
      return conformity === "documented" || collectUndeclared(schema, direction, value).length === 0
        ? { value }
        : undefined;
    } catch {
      // A text that is no JSON, or a schema that cannot be compiled: `check` reports the reason.
      return undefined;
    }
  };
}

const CONFORMING_BODY: BodyContent = { kind: "accepted" };

/**
 * Whether checks have, or may have, a finding. The bodies conform to their schemas, so that only these checks need the values.
 *
 * @param context has the content of the request body if it is not JSON
 */
function mayViolateChecks(context: CheckContext, value: Json, checks: readonly Check[]): boolean {
  const { request, response } = context.bodies;
  const { body } = context.exchange.request;
  const isJson = body.kind === "text" && request.content.kind === "unread";
  const toContent = (content: unknown): BodyContent => ({ kind: "value", value: content });
  try {
    const bodies = {
      request: isJson ? { ...request, content: toContent(JSON.parse(body.text)) } : request,
      response: { ...response, content: toContent(value) },
    };
    return !hasNoFindings(runChecks({ ...context, bodies }, checks));
  } catch {
    // A text that is no JSON.
    return true;
  }
}

function toRepeated({ code, level, fingerprint, name, occurrences }: Finding): RepeatedFinding {
  return { code, level, fingerprint, occurrences, ...(name === undefined ? {} : { name }) };
}
