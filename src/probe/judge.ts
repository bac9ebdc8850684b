import { type Operation, serverUrl } from "../document/index.js";
import { type Exchange, type Header, ownParts } from "../exchange/index.js";
import type { Contract, Finding, Judgement } from "../gate/index.js";
import { cannotJudge } from "./cannot-judge.js";
import type { ProbeCase } from "./case.js";
import { isSame } from "./same-value.js";
import { type Credentials, writeRequest } from "./write-request.js";

/** What the contract says of a case before it is sent. */
export type Judged = {
  /** What the request contradicts. */
  readonly errors: readonly Finding[];
  /** What the request shows that the contract has not heard of. */
  readonly drift: readonly Finding[];
  /** Whether the request belongs to its operation. */
  readonly isOurs: boolean;
  /** Whether every value is read as the one that was written. */
  readonly isRead: boolean;
  /** Why not everything could be judged. */
  readonly reasons: readonly string[];
};

export type Judge = (it: Judgeable) => Judged;

type Judgeable = Pick<ProbeCase, "operation" | "method" | "request" | "credentials">;

/**
 * Judges a case as the gate would judge the exchange that it leads to, were it answered with success.
 *
 * @param contract without servers of its own: the request is addressed to the description's.
 */
export function createJudge(contract: Contract): Judge {
  const answers = new Map<Operation, Exchange["response"]>();
  return (it) => {
    const answer = answers.get(it.operation) ?? answerOf(it.operation);
    answers.set(it.operation, answer);
    const server = addressOf(it.operation);
    const credentials = sampleCredentials(it.operation);
    const { method, url, headers, body } = writeRequest(contract.document, it, { server, credentials });
    const exchange: Exchange = {
      request: { method, url, headers, body: body === undefined ? { kind: "none" } : { kind: "bytes", bytes: body } },
      response: answer,
      origin: { source: "case", index: 0, pointer: "", parts: ownParts },
    };
    const { findings, operation, reasons, subject } = judgementOf(contract, exchange);
    const own = findings.filter(({ code }) => code.startsWith("request."));
    return {
      errors: own.filter(({ level }) => level === "error"),
      drift: own.filter(({ level }) => level !== "error"),
      isOurs: operation?.pointer === it.operation.pointer,
      isRead: subject !== undefined && isRead(it, subject),
      reasons: reasons.filter((reason) => !reason.startsWith("body of the answer")),
    };
  };
}

/** What a schema that does not compile describes cannot be judged, so that no case is made of it. */
function judgementOf(contract: Contract, exchange: Exchange): Judgement {
  try {
    return contract.check(exchange);
  } catch (error) {
    if (!cannotJudge(error)) throw error;
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
function answerOf({ responses }: Operation): Exchange["response"] {
  const status = responses.map((response) => response.status).find((it) => /^2\d\d$/.test(it));
  return { status: Number(status ?? 200), headers: [], body: { kind: "none" } };
}

function addressOf({ servers: [server] }: Operation): string {
  const url = server === undefined ? "/" : serverUrl(server);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  return url.startsWith("//") ? `https:${url}` : `https://host.example/${url.replace(/^\//, "")}`;
}

/** Presence is all that the contract can see of credentials. */
export function sampleCredentials({ security }: Operation): Credentials {
  const found: { headers: Header[]; query: Header[]; cookies: Header[] } = { headers: [], query: [], cookies: [] };
  for (const { scheme } of security[0] ?? []) {
    const { type, in: place, scheme: http, name } = scheme?.value ?? {};
    const own: Header = [String(name), "sample"];
    if (type === "apiKey" && place === "query") found.query.push(own);
    else if (type === "apiKey" && place === "cookie") found.cookies.push(own);
    else if (type === "apiKey") found.headers.push(own);
    else if (type !== "mutualTLS")
      found.headers.push(["Authorization", `${type === "http" ? String(http) : "Bearer"} sample`]);
  }
  return found;
}

type Subject = NonNullable<ReturnType<Contract["check"]>["subject"]>;

function isRead({ request }: Judgeable, { parameters, bodies }: Subject): boolean {
  for (const { parameter, reading } of parameters) {
    const value = request[parameter.in][parameter.name];
    // A text that is no writing of the parameter is wrong, and so it was meant.
    if (reading.kind === "malformed") continue;
    if (value === undefined ? reading.kind !== "absent" : reading.kind !== "value" || !isSame(reading.value, value))
      return false;
  }
  const { body } = request;
  const { content } = bodies.request;
  if (body === undefined || "text" in body || content.kind !== "value") return true;
  return isSame(content.each === true && Array.isArray(content.value) ? content.value[0] : content.value, body.value);
}
