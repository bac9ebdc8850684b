import { type Contract, createContract, type ExchangeResult, type Finding } from "../../check/index.js";
import { buildServerUrl, type Document, getParameterLocation, type Operation } from "../../document/index.js";
import { memoizeByObject } from "../../document/memoize.js";
import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField } from "../../recording/index.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { isSchemaLimitError } from "../../samples/schema-limit-error.js";
import { getSchemas, isEqual } from "../../schema/index.js";
import type { CaseRequest, ProbeCase } from "../requests/probe-case.js";
import { getCredentialPart, type ProbeCredentials, serializeCaseRequest } from "../requests/serialize-request.js";
import type { RequestLocation } from "./request-location.js";

/** What case generation needs: the schemas of the spec, merged and compiled, and the validator. */
export type GenerationContext = SampleContext & {
  readonly document: Document;
  readonly validate: CaseValidator;
  readonly locations: WeakMap<CaseRequest, Map<Operation, readonly RequestLocation[]>>;
  /** What could not be generated, by location. */
  readonly stats: GenerationStats;
};

/** A valid request of an operation, from which other requests are made. */
export type BaseRequest = {
  readonly context: GenerationContext;
  readonly operation: Operation;
  readonly base: CaseRequest;
};

type GenerationStats = {
  /** Number of generated cases, and of drafts that validation dropped. */
  planned: number;
  dropped: number;
  readonly ungenerated: Map<string, Ungenerated>;
};

/** A location of the spec without cases, and the reason. */
export type Ungenerated = { readonly operation: string; readonly at: string; readonly reason: string };

/** Returns the context of a document. It is created once, so the schemas are compiled once. */
export function getGenerationContext({ document }: Pick<Contract, "document">): GenerationContext {
  return createOnce(document);
}

const createOnce = memoizeByObject(createGenerationContext);

function createGenerationContext(document: Document): GenerationContext {
  // Requests are validated against the servers of the spec, whatever the target is.
  const contract = createContract(document);
  return {
    document,
    schemas: getSchemas(document),
    validate: createCaseValidator(contract),
    locations: new WeakMap(),
    stats: { planned: 0, dropped: 0, ungenerated: new Map() },
  };
}

/** Creates a test whether requests are valid by the spec. */
export function createRequestTest(contract: Pick<Contract, "document">) {
  return (operation: Operation, request: CaseRequest): boolean => {
    const { validate } = getGenerationContext(contract);
    const { errors, isMatched } = validate({ operation, method: operation.method, request });
    return errors.length === 0 && isMatched;
  };
}

export function recordUngenerated({ stats }: GenerationContext, ungenerated: Ungenerated): void {
  stats.ungenerated.set(`${ungenerated.operation}\n${ungenerated.at}`, ungenerated);
}

type CaseValidation = {
  readonly errors: readonly Finding[];
  /** Undocumented data in the request. */
  readonly drift: readonly Finding[];
  readonly isMatched: boolean;
  /** Whether every value parses back to the value that was serialized. */
  readonly isRoundTripped: boolean;
  /** Reasons why parts could not be checked. */
  readonly reasons: readonly string[];
};

type CaseValidator = (it: CaseInput) => CaseValidation;

type CaseInput = Pick<ProbeCase, "operation" | "method" | "request" | "credentials">;

/**
 * Creates a validator that checks a case as the gate checks an exchange with a success response.
 *
 * @param contract Without servers of its own, because the request is addressed to the servers of the spec.
 */
function createCaseValidator(contract: Contract): CaseValidator {
  const getResponse = memoizeByObject(buildSampleResponse);
  return (it) => {
    const response = getResponse(it.operation);
    const server = getServerAddress(it.operation);
    const credentials = buildSampleCredentials(it.operation);
    const { method, url, headers, body } = serializeCaseRequest(contract.document, it, { server, credentials });
    const exchange: Exchange = {
      request: { method, url, headers, body: body === undefined ? { kind: "none" } : { kind: "bytes", bytes: body } },
      response,
      origin: { source: "case", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    };
    const { findings, operation, reasons, context } = checkExchange(contract, exchange);
    const requestFindings = findings.filter(({ code }) => code.startsWith("request."));
    return {
      errors: requestFindings.filter(({ level }) => level === "error"),
      drift: requestFindings.filter(({ level }) => level !== "error"),
      isMatched: operation?.pointer === it.operation.pointer,
      isRoundTripped: context !== undefined && isRoundTripped(it, context),
      reasons: reasons.filter((reason) => !RESPONSE_BODY.test(reason)),
    };
  };
}

/** A schema that does not compile cannot be checked, so it gets no cases. */
function checkExchange(contract: Contract, exchange: Exchange): ExchangeResult {
  try {
    return contract.check(exchange);
  } catch (error) {
    if (!isSchemaLimitError(error)) throw error;
    return {
      verdict: "partial",
      operation: undefined,
      findings: [],
      status: undefined,
      reasons: [String(error)],
      refused: [],
    };
  }
}

/** The first documented success, without a body, because only the request is checked. */
function buildSampleResponse({ responses }: Operation): Exchange["response"] {
  const status = responses.map((response) => response.status).find((it) => /^2\d\d$/.test(it));
  return { status: Number(status ?? 200), headers: [], body: { kind: "none" } };
}

function getServerAddress({ servers: [server] }: Operation): string {
  const url = server === undefined ? "/" : buildServerUrl(server);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  return url.startsWith("//") ? `https:${url}` : `https://host.example/${url.replace(/^\//, "")}`;
}

/** Sample credentials. The spec only says whether credentials are present. */
export function buildSampleCredentials({ security }: Operation): ProbeCredentials {
  const found: { headers: HeaderField[]; query: HeaderField[]; cookies: HeaderField[] } = {
    headers: [],
    query: [],
    cookies: [],
  };
  for (const { scheme } of security[0] ?? []) {
    const { type, in: place, scheme: http, name } = scheme?.value ?? {};
    if (type === "apiKey") found[getCredentialPart(place)].push([String(name), "sample"]);
    else if (type !== "mutualTLS")
      found.headers.push(["Authorization", `${type === "http" ? String(http) : "Bearer"} sample`]);
  }
  return found;
}

/** The start of a reason that concerns the response body; see `readBody`. */
const RESPONSE_BODY = /^response body\b/;

type CheckedExchange = NonNullable<ReturnType<Contract["check"]>["context"]>;

function isRoundTripped({ request }: CaseInput, { parameters, bodies }: CheckedExchange): boolean {
  for (const { parameter, reading } of parameters) {
    const value = request[getParameterLocation(parameter)][parameter.name];
    // The case sends malformed text on purpose.
    if (reading.kind === "malformed") continue;
    if (value === undefined ? reading.kind !== "absent" : reading.kind !== "value" || !isEqual(reading.value, value))
      return false;
  }
  const { body } = request;
  const { content } = bodies.request;
  if (body === undefined || "text" in body || content.kind !== "value") return true;
  const isItem = content.each === true && Array.isArray(content.value) && !Array.isArray(body.value);
  return isEqual(isItem ? (content.value as readonly unknown[])[0] : content.value, body.value);
}
