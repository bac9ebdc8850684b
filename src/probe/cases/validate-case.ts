import { buildServerUrl, type Operation } from "../../document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField } from "../../exchange/index.js";
import type { Contract, ExchangeResult, Finding } from "../../gate/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { isSchemaLimitError } from "../../samples/schema-limit-error.js";
import type { ProbeCase } from "../requests/probe-case.js";
import { type ProbeCredentials, serializeCaseRequest } from "../requests/serialize-request.js";

/** What the contract says of a case before it is sent. */
export type CaseValidation = {
  /** What the request contradicts. */
  readonly errors: readonly Finding[];
  /** What the request shows that the contract has not heard of. */
  readonly drift: readonly Finding[];
  /** Whether the request belongs to its operation. */
  readonly isMatched: boolean;
  /** Whether every value is read as the one that was written. */
  readonly isRoundTripped: boolean;
  /** Why not everything could be judged. */
  readonly reasons: readonly string[];
};

export type CaseValidator = (it: CaseInput) => CaseValidation;

type CaseInput = Pick<ProbeCase, "operation" | "method" | "request" | "credentials">;

/**
 * Judges a case as the gate would judge the exchange that it leads to, were it answered with success.
 *
 * @param contract without servers of its own: the request is addressed to the description's.
 */
export function createCaseValidator(contract: Contract): CaseValidator {
  const answers = new Map<Operation, Exchange["response"]>();
  return (it) => {
    const answer = answers.get(it.operation) ?? buildSampleResponse(it.operation);
    answers.set(it.operation, answer);
    const server = getServerAddress(it.operation);
    const credentials = buildSampleCredentials(it.operation);
    const { method, url, headers, body } = serializeCaseRequest(contract.document, it, { server, credentials });
    const exchange: Exchange = {
      request: { method, url, headers, body: body === undefined ? { kind: "none" } : { kind: "bytes", bytes: body } },
      response: answer,
      origin: { source: "case", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    };
    const { findings, operation, reasons, context } = checkExchange(contract, exchange);
    const own = findings.filter(({ code }) => code.startsWith("request."));
    return {
      errors: own.filter(({ level }) => level === "error"),
      drift: own.filter(({ level }) => level !== "error"),
      isMatched: operation?.pointer === it.operation.pointer,
      isRoundTripped: context !== undefined && isRoundTripped(it, context),
      reasons: reasons.filter((reason) => !reason.startsWith("body of the answer")),
    };
  };
}

/** What a schema that does not compile describes cannot be judged, so that no case is made of it. */
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

/** The first documented success, without its body: what is wrong with the answer is not asked. */
function buildSampleResponse({ responses }: Operation): Exchange["response"] {
  const status = responses.map((response) => response.status).find((it) => /^2\d\d$/.test(it));
  return { status: Number(status ?? 200), headers: [], body: { kind: "none" } };
}

function getServerAddress({ servers: [server] }: Operation): string {
  const url = server === undefined ? "/" : buildServerUrl(server);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  return url.startsWith("//") ? `https:${url}` : `https://host.example/${url.replace(/^\//, "")}`;
}

/** Presence is all that the contract can see of credentials. */
export function buildSampleCredentials({ security }: Operation): ProbeCredentials {
  const found: { headers: HeaderField[]; query: HeaderField[]; cookies: HeaderField[] } = {
    headers: [],
    query: [],
    cookies: [],
  };
  for (const { scheme } of security[0] ?? []) {
    const { type, in: place, scheme: http, name } = scheme?.value ?? {};
    const own: HeaderField = [String(name), "sample"];
    if (type === "apiKey" && place === "query") found.query.push(own);
    else if (type === "apiKey" && place === "cookie") found.cookies.push(own);
    else if (type === "apiKey") found.headers.push(own);
    else if (type !== "mutualTLS")
      found.headers.push(["Authorization", `${type === "http" ? String(http) : "Bearer"} sample`]);
  }
  return found;
}

type CheckedExchange = NonNullable<ReturnType<Contract["check"]>["context"]>;

function isRoundTripped({ request }: CaseInput, { parameters, bodies }: CheckedExchange): boolean {
  for (const { parameter, reading } of parameters) {
    const value = request[parameter.in][parameter.name];
    // A text that is no writing of the parameter is wrong, and so it was meant.
    if (reading.kind === "malformed") continue;
    if (value === undefined ? reading.kind !== "absent" : reading.kind !== "value" || !isSameJson(reading.value, value))
      return false;
  }
  const { body } = request;
  const { content } = bodies.request;
  if (body === undefined || "text" in body || content.kind !== "value") return true;
  return isSameJson(
    content.each === true && Array.isArray(content.value) ? content.value[0] : content.value,
    body.value,
  );
}
