import { type CheckResult, runChecks } from "../../check/exchange/check-context.js";
import type { ExchangeResult } from "../../check/exchange/exchange-result.js";
import type { RepeatedFinding } from "../../check/exchange/finding.js";
import {
  type CheckContext,
  type CheckedParameter,
  checkSelections,
  findPathEnd,
  hasBodyComparison,
  isStandardHeader,
  PARAMETER_CHECKS,
  STATED_CHECKS,
} from "../../check/index.js";
import { listKeyNames } from "../../check/router/documented-parts.js";
import { memoize, type Operation, type Parameter, type Pointer } from "../../document/index.js";
import { type Exchange, getCombinedHeader, type HeaderField } from "../../recording/index.js";
import { getSelections } from "../../resources/index.js";
import { readRequestParameter, type Schemas, splitLocation } from "../../schema/index.js";

/** An exchange without findings, or only with such that all exchanges with its signature have. */
export type PassedExchange = {
  /** Without the bodies that are JSON. */
  readonly context: CheckContext;
  /** The schema of the response body. `requestSchema` is that of the request body if it is JSON. */
  readonly schema: Pointer;
  readonly requestSchema: Pointer | undefined;
  /** Shared by all passing exchanges with the same signature. */
  readonly result: ExchangeResult;
  /** The findings of undeclared headers. */
  readonly repeated: readonly RepeatedFinding[];
};

export type RoutedExchange = { readonly exchange: Exchange; readonly path: ReadonlyMap<string, string> };

/** What is known about the exchanges of an operation. */
export type OperationCache = ReturnType<typeof createOperationCache>;

export function createOperationCache(schemas: Schemas, operation: Operation) {
  const { signatureOf, individualParameters } = createExchangeSignatureReader(operation);
  const seen = new Map<string, PassedExchange>();
  const parameters = individualParameters.map((parameter) => ({ parameter, known: new Map<string, boolean>() }));
  return {
    /** The checks that need the values of the bodies. */
    bodyChecks: [
      ...(hasBodyComparison(schemas, operation) ? STATED_CHECKS : []),
      ...(getSelections(schemas.document, operation).length > 0 ? [checkSelections] : []),
    ],
    signatureOf,
    /** Finds an earlier exchange that passed, with the same signature, and with the same request body if that is not JSON. */
    find: (signature: string, { request: { body } }: Exchange): PassedExchange | undefined =>
      seen.get(signature) ?? (body.kind === "text" ? seen.get(addText(signature, body.text)) : undefined),
    remember: (signature: string, { request: { body } }: Exchange, passed: PassedExchange) => {
      const isKeyedByText = body.kind === "text" && passed.requestSchema === undefined;
      const key = isKeyedByText ? addText(signature, body.text) : signature;
      if (canCache(key, seen, MAX_SIGNATURES)) seen.set(key, passed);
    },
    /** The context of an exchange that has the signature of one that passed. */
    updateContext: ({ context }: PassedExchange, routed: RoutedExchange): CheckContext => {
      const readAgain = (checked: CheckedParameter): CheckedParameter => {
        const { parameter } = checked;
        const text = individualParameters.includes(parameter) ? readText(parameter, routed) : undefined;
        if (text === undefined) return checked;
        return { ...checked, reading: readRequestParameter(schemas, parameter, splitLocation(parameter.in, text)) };
      };
      return { ...context, exchange: routed.exchange, parameters: context.parameters.map(readAgain) };
    },
    /** Whether the individually checked parameters of an exchange have no findings. */
    hasConformingParameters: ({ context }: PassedExchange, { exchange, path }: RoutedExchange): boolean =>
      parameters.every(({ parameter, known }) => {
        const text = readText(parameter, { exchange, path });
        // It was also absent in the checked exchange with this signature.
        if (text === undefined) return true;
        const conforms = known.get(text) ?? isParameterConforming(schemas, parameter, { text, context });
        if (canCache(text, known, MAX_VALUES)) known.set(text, conforms);
        return conforms;
      }),
  };
}

/** The text of a parameter in the path or in a header. */
function readText({ in: location, name }: Parameter, { exchange, path }: RoutedExchange): string | undefined {
  return location === "path" ? path.get(name) : getCombinedHeader(exchange.request.headers, name);
}

type ParameterText = { readonly text: string; readonly context: CheckContext };

function isParameterConforming(schemas: Schemas, parameter: Parameter, { text, context }: ParameterText): boolean {
  const reading = readRequestParameter(schemas, parameter, splitLocation(parameter.in, text));
  return hasNoFindings(runChecks({ ...context, parameters: [{ parameter, reading }] }, PARAMETER_CHECKS));
}

export function hasNoFindings({ findings, notValidated }: CheckResult): boolean {
  return findings.length === 0 && notValidated.length === 0;
}

/** No signature ends in this way. */
function addText(signature: string, text: string): string {
  return `${signature}\n${text}`;
}

/** Limits the cache, so that memory does not grow with the traffic. */
function canCache(key: string, known: ReadonlyMap<string, unknown>, most: number): boolean {
  return known.size < most && key.length < MAX_KEY_LENGTH;
}

/** Traffic usually has few signatures. The limits bound memory if every exchange has its own. */
const MAX_SIGNATURES = 500;
const MAX_VALUES = 1000;
const MAX_KEY_LENGTH = 8000;

/**
 * Reads the signature of an exchange: all data that the checks use, except path parameters, the operation's own headers and
 * bodies. Exchanges of an operation with the same signature differ only in these.
 */
function createExchangeSignatureReader(operation: Operation) {
  const { parameters, responses } = operation;
  const credentials = listKeyNames(operation, "header").map((name) => name.toLowerCase());
  const isOwn = ({ in: location, name }: Parameter): boolean =>
    location === "path" ||
    (location === "header" && !isStandardHeader(name.toLowerCase()) && !credentials.includes(name.toLowerCase()));
  /** The parameters that are checked individually. */
  const individualParameters = parameters.filter(isOwn);
  const ownNames = new Set(
    individualParameters.flatMap(({ in: location, name }) => (location === "header" ? [name.toLowerCase()] : [])),
  );
  const declared = new Set([
    ...credentials,
    ...[...parameters, ...responses.flatMap(({ headers }) => headers)].map(({ name }) => name.toLowerCase()),
  ]);
  const isAnyValue = (name: string): boolean => ownNames.has(name) || !(USED_HEADERS.has(name) || declared.has(name));
  /** Cached by the name as written, because there are few spellings. */
  const isFree = memoize((name: string) => isAnyValue(name.toLowerCase()), MAX_HEADER_NAMES);
  /** Undefined if the request has a body that is not text. */
  const signatureOf = ({ request, response }: Exchange): string | undefined => {
    const { kind } = request.body;
    if (kind !== "none" && kind !== "text") return undefined;
    return `${request.method} ${kind} ${response.status} ${serializeHeaders(request.headers, isFree)} ${serializeHeaders(response.headers, isFree)} ${getUrlSuffix(request.url)}`;
  };
  return { signatureOf, individualParameters };
}

/** Returns the trailing slash of the path, the query and the fragment. */
function getUrlSuffix(url: string): string {
  const end = findPathEnd(url);
  const slash = url[end - 1] === "/" ? "/" : "";
  return end === url.length ? slash : `${slash} ${url.slice(end)}`;
}

/** Includes the lengths, so that a value cannot be mistaken for a name. */
function serializeHeaders(headers: readonly HeaderField[], isFree: (name: string) => boolean): string {
  let text = `${headers.length}`;
  for (const [name, value] of headers) {
    text += `,${name.length}:${name}`;
    if (!isFree(name)) text += `=${value.length}:${value}`;
  }
  return text;
}

/** Headers whose values are used even if the spec does not declare them. Of all others, the checks use only the name. */
const USED_HEADERS: ReadonlySet<string> = new Set(
  "content-type content-encoding transfer-encoding authorization proxy-authorization cookie set-cookie access-control-request-method".split(
    " ",
  ),
);

const MAX_HEADER_NAMES = 1000;
