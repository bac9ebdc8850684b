import type { BodyContext, CheckContext } from "../../checks/index.js";
import type { Operation, Pointer } from "../../document/index.js";
import {
  type Exchange,
  getContentBytes,
  parseMediaType,
  type RawBodyValidator,
  type RawJsonString,
} from "../../exchange/index.js";
import { buildCheckContext } from "../../gate/validation/check-context.js";
import type { ExchangeResult } from "../../gate/validation/exchange-result.js";
import { findInfrastructureReason } from "../../gate/validation/infrastructure.js";
import { isJsonBody } from "../../gate/validation/read-body.js";
import type { ReceiverMatcher } from "../../gate/validation/receivers.js";
import { type CheckResult, runChecks } from "../../gate/validation/run-checks.js";
import type { Router } from "../../match/index.js";
import type { CollectUndeclared, Schemas } from "../../schema/index.js";
import type { BodyAcceptor, ScalarError } from "../wasm-validator/index.js";
import { createFastBodyReader, encodeText } from "./fast-body-reader.js";
import {
  type ConformingExchange,
  type ConformingMatch,
  createOperationCache,
  hasNoFindings,
  type OperationCache,
  type OperationCacheDependencies,
  type RoutedExchange,
} from "./operation-cache.js";
import { canViolateStatedRules } from "./stated-rules.js";

/** An exchange that passes except for errors in scalars of its response body, which `schema` applies to. */
export type ConformingExceptScalars = {
  readonly conforming: ConformingMatch;
  readonly context: CheckContext;
  readonly schema: Pointer;
  readonly scalarErrors: readonly ScalarError[];
};

export type FastPathDependencies = OperationCacheDependencies & {
  readonly match: Router["match"];
  readonly isReceiver: ReceiverMatcher;
  readonly collectUndeclared: CollectUndeclared;
  /** Whether there were enough exchanges of an operation, so that compiling its schemas pays. */
  readonly isFrequent: (operation: Operation) => boolean;
  /** Converts the findings of an exchange to its result. */
  readonly completeCheck: (context: CheckContext, found: CheckResult) => ExchangeResult;
};

/**
 * Checks exchanges without parsing their response bodies.
 *
 * All checks run for the first exchange of a signature (see exchange-signature.ts), if the bytes of its body conform. If it
 * passes, only the individual parameters and the bodies are checked for further exchanges with that signature.
 */
export function createFastPath(
  parts: FastPathDependencies,
): RawBodyValidator<ConformingExceptScalars | ExchangeResult> {
  const known = new Map<Operation, OperationCache>();
  return (exchange, body, alike) => {
    const match = matchFrequentOperation(parts, exchange);
    if (match === undefined) return undefined;
    const { operation, path } = match;
    const memory = known.get(operation) ?? createOperationCache(parts, operation);
    known.set(operation, memory);
    const signature = memory.signatures.signatureOf(exchange, alike);
    const seen = signature === undefined ? undefined : memory.find(signature, exchange);
    if (seen !== undefined && isRequestConforming(parts.wasmValidator.accepts, seen, exchange)) {
      const areConforming = memory.signatures.individualParameters.every((parameter) =>
        memory.isConforming(parameter, seen, { exchange, path }),
      );
      return areConforming ? addScalarErrors(parts, seen, { exchange, body, memory }) : undefined;
    }
    const settled = runAllChecks(parts, body, { exchange, operation, path });
    if (settled === undefined || "verdict" in settled) return memory.comparesBodies ? undefined : settled;
    if (signature !== undefined) memory.remember(signature, settled);
    return addScalarErrors(parts, settled, { exchange, body, memory });
  };
}

function matchFrequentOperation({ match, isReceiver, isFrequent }: FastPathDependencies, exchange: Exchange) {
  const { method, url } = exchange.request;
  if (!isOrdinary(exchange) || isReceiver(url)) return undefined;
  const found = match(method, url);
  const isCertain = found.kind === "operation" && found.ambiguousMatches === undefined;
  return isCertain && isFrequent(found.operation) ? found : undefined;
}

/** Whether an exchange is complete and no webhook delivery. */
function isOrdinary({ incomplete, gaps, notLogged, webhook }: Exchange): boolean {
  return incomplete === undefined && gaps === undefined && notLogged === undefined && webhook === undefined;
}

function addScalarErrors(
  { wasmValidator }: FastPathDependencies,
  { conforming, context, schema, sent }: ConformingExchange,
  { exchange, body, memory }: { exchange: Exchange; body: RawJsonString; memory: OperationCache },
): ConformingExceptScalars | undefined {
  const scalarErrors = wasmValidator.listScalarErrors(schema, "response", getContentBytes(body));
  if (scalarErrors === undefined) return undefined;
  body.onMarked?.(wasmValidator.readMarkedValues());
  const readBody = (): unknown => wasmValidator.readOutline() ?? JSON.parse(decodeRawText(body));
  if (memory.comparesBodies && canViolateStatedRules(context, { exchange, sent: sent?.content }, readBody))
    return undefined;
  return { conforming, context, schema, scalarErrors };
}

/** The text of a JSON string without its quotes. */
function decodeRawText({ bytes, start, end }: RawJsonString): string {
  return JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
}

function isRequestConforming(
  accept: BodyAcceptor,
  { requestSchema, sent }: ConformingExchange,
  { request: { body } }: Exchange,
): boolean {
  if (body.kind !== "text") return body.kind === "none";
  if (sent !== undefined) return sent.text === body.text;
  return requestSchema !== undefined && accept(requestSchema, "request", encodeText(body.text));
}

function getJsonSchema(schemas: Schemas, { contentType, media, content }: BodyContext): Pointer | undefined {
  const isRead = content.kind === "value" || content.kind === "accepted";
  const type = isRead && media !== undefined ? parseMediaType(contentType ?? media.range) : undefined;
  return type !== undefined && media !== undefined && isJsonBody(schemas, media, type) ? media.schema : undefined;
}

function runAllChecks(
  { schemas, collectUndeclared, wasmValidator: { accepts, listScalarErrors }, completeCheck }: FastPathDependencies,
  body: RawJsonString,
  { exchange, operation, path }: RoutedExchange & { readonly operation: Operation },
): ConformingExchange | ExchangeResult | undefined {
  if (operation.gaps !== undefined || operation.responses.some(({ gaps }) => gaps !== undefined)) return undefined;
  if (findInfrastructureReason(exchange, operation) !== undefined) return undefined;
  const context = buildCheckContext(
    schemas,
    collectUndeclared,
    { exchange, operation, path },
    createFastBodyReader(accepts, { findScalarErrors: listScalarErrors, responseBody: body }),
  );
  const { content, media } = context.bodies.response;
  if (content.kind !== "accepted" || media?.schema === undefined) return undefined;
  const checked = runChecks(context);
  if (!hasNoFindings(checked)) {
    const needsBody = checked.findings.some(({ part }) => part === "response.body");
    const hasErrors = listScalarErrors(media.schema, "response", getContentBytes(body))?.length !== 0;
    return needsBody || hasErrors ? undefined : completeCheck(context, checked);
  }
  const requestSchema = getJsonSchema(schemas, context.bodies.request);
  const { body: sentBody } = exchange.request;
  return {
    context: stripBodies(context),
    schema: media.schema,
    requestSchema,
    sent:
      requestSchema === undefined && sentBody.kind === "text"
        ? { text: sentBody.text, content: context.bodies.request.content }
        : undefined,
    conforming: { operation, status: context.response?.status },
  };
}

/** Removes the bodies: the context is cached for checking the parameters of other exchanges. */
function stripBodies(context: CheckContext): CheckContext {
  const { exchange, bodies } = context;
  const body = { kind: "none" } as const;
  const content = { kind: "unread" } as const;
  return {
    ...context,
    exchange: { ...exchange, request: { ...exchange.request, body }, response: { ...exchange.response, body } },
    bodies: { request: { ...bodies.request, content }, response: { ...bodies.response, content } },
  };
}
