import type { BodyContext, CheckContext } from "../../checks/index.js";
import { type BodyContent, STATED_CHECKS } from "../../checks/index.js";
import type { Operation, Pointer } from "../../document/index.js";
import {
  createRawJsonString,
  type Exchange,
  getContentBytes,
  parseMediaType,
  type RawBodyValidator,
  type RawJsonString,
  type RecordedBody,
} from "../../exchange/index.js";
import { buildCheckContext, type RecordedBodyReader } from "../../gate/validation/check-context.js";
import { EMPTY_RESULT, type ExchangeResult } from "../../gate/validation/exchange-result.js";
import { isJsonBody, readBody, UNREAD_BODY } from "../../gate/validation/read-body.js";
import { type CheckResult, runChecks } from "../../gate/validation/run-checks.js";
import { findInfrastructureReason } from "../../gate/validation/skipped-request.js";
import type { ReceiverMatcher } from "../../gate/validation/webhook.js";
import type { OperationMatch, Router } from "../../match/index.js";
import { CannotValidateError, type CollectUndeclared, type Schemas } from "../../schema/index.js";
import type { WasmValidator } from "../wasm-validator/index.js";
import {
  createOperationCache,
  hasNoFindings,
  type OperationCache,
  type PassedExchange,
  type RoutedExchange,
} from "./operation-cache.js";
import type { KnownGroupPredicate, RepeatCounter } from "./repeated-findings.js";

export type FastPathDependencies = {
  readonly schemas: Schemas;
  readonly wasmValidator: WasmValidator;
  readonly match: Router["match"];
  readonly isReceiver: ReceiverMatcher;
  readonly collectUndeclared: CollectUndeclared;
  /** Whether there were enough exchanges of an operation, so that compiling its schemas pays. */
  readonly isFrequent: (operation: Operation) => boolean;
  /** Converts the findings of an exchange to its result. */
  readonly completeCheck: (context: CheckContext, found: CheckResult) => ExchangeResult;
  readonly countRepeated: RepeatCounter;
};

type RawMessages = {
  readonly body: RawJsonString;
  readonly requestBody: RawJsonString | RecordedBody;
  readonly hasSeen: KnownGroupPredicate;
};

/** @param needsValues whether results need a context with the values of bodies and parameters, as coverage does */
export type FastValidatorFactory = (
  hasSeen: KnownGroupPredicate,
  needsValues?: boolean,
) => RawBodyValidator<ExchangeResult>;

/**
 * Creates validators that check exchanges without parsing their response bodies. They return undefined for exchanges that need
 * the value of the body.
 *
 * All checks run for the first exchange of a signature (see operation-cache.ts), if the bytes of its body conform. If it
 * passes, only the individual parameters and the bodies are checked for further exchanges with that signature.
 */
export function createFastValidatorFactory(parts: FastPathDependencies): FastValidatorFactory {
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
    const isKnown = known !== undefined && isRequestConforming(parts.wasmValidator, known, requestBody);
    if (isKnown && !cache.hasConformingParameters(known, { exchange, path })) return undefined;
    const found = isKnown ? known : runAllChecks(parts, body, { exchange, operation, path });
    if (found === undefined || "verdict" in found) return cache.comparesBodies ? undefined : found;
    if (!isKnown && signature !== undefined) cache.remember(signature, exchange, found);
    return checkResponseBody(parts, found, { exchange, body, hasSeen, comparesBodies: cache.comparesBodies });
  };
  return (hasSeen, needsValues) => (exchange, body, rawRequest) => {
    try {
      const match = matchFrequentOperation(parts, exchange);
      const requestBody = rawRequest ?? exchange.request.body;
      const result = match && validate(exchange, match, { body, requestBody, hasSeen });
      if (match === undefined || result === undefined || needsValues !== true) return result;
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
  { match, isReceiver, isFrequent }: FastPathDependencies,
  exchange: Exchange,
): FrequentMatch | undefined {
  const { request, incomplete, gaps, notLogged, webhook } = exchange;
  const { method, url } = request;
  const isPartial = incomplete !== undefined || gaps !== undefined || notLogged !== undefined;
  if (isPartial || webhook !== undefined || isReceiver(url)) return undefined;
  const found = match(method, url);
  const isCertain = found.kind === "operation" && found.ambiguousMatches === undefined;
  return isCertain && isFrequent(found.operation) ? found : undefined;
}

function checkResponseBody(
  { wasmValidator, countRepeated }: FastPathDependencies,
  known: PassedExchange,
  {
    exchange,
    body,
    hasSeen,
    comparesBodies,
  }: Omit<RawMessages, "requestBody"> & { readonly exchange: Exchange; readonly comparesBodies: boolean },
): ExchangeResult | undefined {
  const scalarErrors = wasmValidator.listScalarErrors(known.schema, "response", getContentBytes(body));
  if (scalarErrors === undefined) return undefined;
  body.onMarked?.(wasmValidator.readMarkedValues());
  const readOutline = (): unknown => wasmValidator.readOutline() ?? JSON.parse(decodeRawText(body));
  if (comparesBodies && canViolateStatedRules(known.context, exchange, readOutline)) return undefined;
  const inBody = scalarErrors.length === 0 ? [] : countRepeated(exchange, known, scalarErrors);
  const repeated = inBody.length === 0 ? known.repeated : [...known.repeated, ...inBody];
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

/** The text of a JSON string without its quotes. */
function decodeRawText({ bytes, start, end }: RawJsonString): string {
  return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
}

function isRequestConforming(
  { listScalarErrors }: WasmValidator,
  { requestSchema }: PassedExchange,
  body: RawMessages["requestBody"],
): boolean {
  // The text of a body that is not JSON is a part of the signature.
  if (requestSchema === undefined || ("kind" in body && body.kind !== "text")) return true;
  const content = "kind" in body ? encodeText(body.text) : getContentBytes(body);
  return listScalarErrors(requestSchema, "request", content)?.length === 0;
}

function getJsonSchema(schemas: Schemas, { contentType, media, content }: BodyContext): Pointer | undefined {
  const isRead = content.kind === "value" || content.kind === "accepted";
  const type = isRead && media !== undefined ? parseMediaType(contentType ?? media.range) : undefined;
  return type !== undefined && media !== undefined && isJsonBody(schemas, media, type) ? media.schema : undefined;
}

function runAllChecks(
  { schemas, collectUndeclared, wasmValidator: { listScalarErrors }, completeCheck }: FastPathDependencies,
  body: RawJsonString,
  { exchange, operation, path }: RoutedExchange & { readonly operation: Operation },
): PassedExchange | ExchangeResult | undefined {
  if (operation.gaps !== undefined || operation.responses.some(({ gaps }) => gaps !== undefined)) return undefined;
  if (findInfrastructureReason(exchange, operation) !== undefined) return undefined;
  const read = createFastBodyReader(listScalarErrors, body);
  const context = buildCheckContext(schemas, collectUndeclared, { exchange, operation, path }, read);
  const { content, media } = context.bodies.response;
  if (content.kind !== "accepted" || media?.schema === undefined) return undefined;
  const checked = runChecks(context);
  const completed = hasNoFindings(checked) ? undefined : completeCheck(context, checked);
  if (completed !== undefined && !hasOnlyUndeclaredHeaders(checked, completed)) {
    const needsBody = checked.findings.some(({ part }) => part === "response.body");
    const hasErrors = listScalarErrors(media.schema, "response", getContentBytes(body))?.length !== 0;
    return needsBody || hasErrors ? undefined : completed;
  }
  const requestSchema = getJsonSchema(schemas, context.bodies.request);
  return {
    context: stripBodies(context, requestSchema !== undefined),
    schema: media.schema,
    requestSchema,
    result: { ...EMPTY_RESULT, operation, status: context.response?.status, verdict: "passed" },
    repeated: (completed?.findings ?? []).map(({ code, level, fingerprint, name, occurrences }) => ({
      ...{ code, level, fingerprint, occurrences },
      ...(name === undefined ? {} : { name }),
    })),
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

/**
 * Creates a reader that checks JSON bodies from their bytes. It accepts a response body that conforms except for scalar
 * errors, which are reported separately. A response body that has to be parsed stays unread; a request body is parsed.
 */
function createFastBodyReader(
  listScalarErrors: WasmValidator["listScalarErrors"],
  responseBody: RawJsonString,
): RecordedBodyReader {
  return (schemas, media, recorded) => {
    const { direction, body, contentType } = recorded;
    const isResponse = direction === "response";
    const content = isResponse ? getContentBytes(responseBody) : body.kind === "text" && encodeText(body.text);
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    if (content && media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type)) {
      const scalarErrors = listScalarErrors(media.schema, direction, content);
      if (isResponse ? scalarErrors !== undefined : scalarErrors?.length === 0) return CONFORMING_BODY;
    }
    return isResponse ? UNREAD_BODY : readBody(schemas, media, recorded);
  };
}

/** Encodes text in the form in which validators read bodies: as the content of a JSON string. */
export function encodeText(text: string): Buffer {
  return getContentBytes(createRawJsonString(text));
}

const CONFORMING_BODY: BodyContent = { kind: "accepted" };

/**
 * Whether a check that compares values of the bodies has, or may have, a finding. The bodies conform to their schemas, so that
 * only these checks need the values. They are parsed when a check reads them.
 *
 * @param context has the content of the request body if it is not JSON
 * @param readBody returns the value of the response body; the items of its arrays are only counted
 */
function canViolateStatedRules(context: CheckContext, exchange: Exchange, readBody: () => unknown): boolean {
  const { request, response } = context.bodies;
  const { body } = exchange.request;
  const isJson = body.kind === "text" && request.content.kind === "unread";
  const bodies = {
    request: isJson ? { ...request, content: createContent(() => JSON.parse(body.text)) } : request,
    response: { ...response, content: createContent(readBody) },
  };
  try {
    const { findings, notValidated } = runChecks({ ...context, exchange, bodies }, STATED_CHECKS);
    return findings.length > 0 || notValidated.length > 0;
  } catch {
    // A text that is no JSON.
    return true;
  }
}

function createContent(readValue: () => unknown): BodyContent {
  return {
    kind: "value",
    get value() {
      return readValue();
    },
  };
}
