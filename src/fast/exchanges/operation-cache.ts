import { type BodyContent, type CheckContext, hasBodyComparison, PARAMETER_CHECKS } from "../../checks/index.js";
import type { Operation, Parameter, Pointer } from "../../document/index.js";
import { type Exchange, getCombinedHeader } from "../../exchange/index.js";
import { type CheckResult, runChecks } from "../../gate/validation/run-checks.js";
import { readParameter, type Schemas } from "../../schema/index.js";
import type { WasmValidator } from "../wasm-validator/index.js";
import { createExchangeSignatureReader, type ExchangeSignatureReader } from "./exchange-signature.js";

/** The operation and documented status of an exchange that passes. */
export type ConformingMatch = { readonly operation: Operation; readonly status: string | undefined };

/** An exchange that passed, without its bodies. */
export type ConformingExchange = {
  readonly context: CheckContext;
  /** The schema of the response body. `requestSchema` is that of the request body if it is JSON. */
  readonly schema: Pointer;
  readonly requestSchema: Pointer | undefined;
  /** A request body that is not JSON, such as a form. Only the same text conforms. */
  readonly sent: { readonly text: string; readonly content: BodyContent } | undefined;
  readonly conforming: ConformingMatch;
};

export type RoutedExchange = { readonly exchange: Exchange; readonly path: ReadonlyMap<string, string> };

export type OperationCacheDependencies = { readonly schemas: Schemas; readonly wasmValidator: WasmValidator };

/** What is known about the exchanges of an operation. */
export type OperationCache = {
  /** Whether checks compare values of the bodies. */
  readonly comparesBodies: boolean;
  readonly signatures: ExchangeSignatureReader;
  /** Finds an earlier exchange that passed, with the same signature. */
  readonly find: (signature: string, exchange: Exchange) => ConformingExchange | undefined;
  readonly remember: (signature: string, conforming: ConformingExchange) => void;
  /** Whether an individually checked parameter has no findings. */
  readonly isConforming: (parameter: Parameter, settled: ConformingExchange, found: RoutedExchange) => boolean;
};

export function createOperationCache(parts: OperationCacheDependencies, operation: Operation): OperationCache {
  const signatures = createExchangeSignatureReader(operation);
  const values = new Map(signatures.individualParameters.map((parameter) => [parameter, new Map<string, boolean>()]));
  const isConforming: OperationCache["isConforming"] = (parameter, conformingExchange, { exchange, path }) => {
    const { in: location, name } = parameter;
    const text = location === "path" ? path.get(name) : getCombinedHeader(exchange.request.headers, name);
    // It was also absent in the checked exchange with this signature.
    if (text === undefined) return true;
    const memory = values.get(parameter);
    const cached = memory?.get(text);
    if (cached !== undefined) return cached;
    const conforms = isParameterConforming(parts, parameter, { text, context: conformingExchange.context });
    if (memory !== undefined && canCache(text, memory, MAX_VALUES)) memory.set(text, conforms);
    return conforms;
  };
  return {
    comparesBodies: hasBodyComparison(parts.schemas, operation),
    signatures,
    ...createSignatureCache(),
    isConforming,
  };
}

function createSignatureCache(): Pick<OperationCache, "find" | "remember"> {
  const seen = new Map<string, ConformingExchange>();
  // Those with request bodies that are not JSON, by their text.
  const seenTexts = new Map<string, Map<string, ConformingExchange>>();
  return {
    find: (signature, { request: { body } }) =>
      seen.get(signature) ?? (body.kind === "text" ? seenTexts.get(body.text)?.get(signature) : undefined),
    remember: (signature, conforming) => {
      const { sent } = conforming;
      const known = sent === undefined ? seen : (seenTexts.get(sent.text) ?? new Map<string, ConformingExchange>());
      if (sent !== undefined && canCache(sent.text, seenTexts, MAX_TEXTS)) seenTexts.set(sent.text, known);
      if (canCache(signature, known, MAX_SIGNATURES)) known.set(signature, conforming);
    },
  };
}

type ParameterText = { readonly text: string; readonly context: CheckContext };

function isParameterConforming(
  { schemas }: OperationCacheDependencies,
  parameter: Parameter,
  { text, context }: ParameterText,
): boolean {
  const reading = readParameter(schemas, parameter, { in: parameter.in === "path" ? "path" : "header", text });
  return hasNoFindings(runChecks({ ...context, parameters: [{ parameter, reading }] }, PARAMETER_CHECKS));
}

export function hasNoFindings({ findings, notValidated }: CheckResult): boolean {
  return findings.length === 0 && notValidated.length === 0;
}

/** Limits the cache, so that memory does not grow with the traffic. */
function canCache(key: string, known: ReadonlyMap<string, unknown>, most: number): boolean {
  return known.size < most && key.length < MAX_KEY_LENGTH;
}

/** Traffic usually has few signatures. The limits bound memory if every exchange has its own. */
const MAX_SIGNATURES = 500;
const MAX_TEXTS = 20;
const MAX_VALUES = 1000;
const MAX_KEY_LENGTH = 8000;
