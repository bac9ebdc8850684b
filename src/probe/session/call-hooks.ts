import type { CheckFinding } from "../../checks/index.js";
import type { Operation } from "../../document/index.js";
import { decodeBody, decodeBodyText, type Exchange, type HeaderField, redactText } from "../../exchange/index.js";
import type { HookExchange, HookOperation, ProbeHooks } from "../../gate/index.js";
import { toPrintable } from "../../schema/index.js";
import { createProbeFinding } from "../checks/probe-finding.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { ProbeCredentials } from "../requests/serialize-request.js";
import type { ProbeExchange } from "./probe-exchange.js";

/** Asks the hooks for credentials; undefined if they have no function for that. */
export async function getHookCredentials(
  { getCredentials }: ProbeHooks,
  operation: Operation,
): Promise<ProbeCredentials | undefined> {
  if (getCredentials === undefined) return undefined;
  const { headers, query, cookies } = await getCredentials(toHookOperation(operation));
  return { headers: toFields(headers), query: toFields(query), cookies: toFields(cookies) };
}

/** Lets the hooks change a valid request. */
export async function applyRequestHook(
  { prepareRequest }: ProbeHooks,
  operation: Operation,
  request: CaseRequest,
): Promise<CaseRequest> {
  return (await prepareRequest?.(toHookOperation(operation), request)) ?? request;
}

/** Lets the hooks check an exchange. */
export async function runCheckHook(
  { checkExchange }: ProbeHooks,
  result: ProbeExchange,
): Promise<CheckFinding | undefined> {
  if (checkExchange === undefined) return undefined;
  const message = await checkExchange({ ...toHookOperation(result.operation), ...toHookMessages(result.exchange) });
  return createHookFinding(result, message);
}

/** Creates the finding for the text that a check of the hooks returned. */
export function createHookFinding(result: ProbeExchange, text: string | undefined): CheckFinding | undefined {
  if (text === undefined) return undefined;
  const message = toPrintable(redactText(String(text)));
  const part = "response.status";
  return createProbeFinding(result, { code: "exchange.hook.failed", part, message, valueClass: message });
}

function toHookOperation({ id, method, path }: Operation): HookOperation {
  return { operationId: id, method, path };
}

function toHookMessages({ request, response }: Exchange): Pick<HookExchange, "request" | "response"> {
  return {
    request: { method: request.method, url: request.url, headers: toRecord(request.headers), body: readBody(request) },
    response: { status: response.status, headers: toRecord(response.headers), body: readBody(response) },
  };
}

function readBody({ body, headers }: Pick<Exchange["response"], "body" | "headers">): string {
  const text = decodeBodyText(decodeBody(body, headers));
  return text.kind === "text" ? text.text : "";
}

function toRecord(headers: readonly HeaderField[]): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

function toFields(values: Readonly<Record<string, string>> = {}): readonly HeaderField[] {
  return Object.entries(values);
}
