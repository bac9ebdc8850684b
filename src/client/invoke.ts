import type { CallDescription } from "../../generated/calls.js";
import { readAnswer } from "./answer.js";
import { CallError } from "./call-error.js";
import type { Clock } from "./clock.js";
import { deliver, type Limits } from "./delivery.js";
import type { Judge, Judged } from "./judge.js";
import type { CallSettings } from "./operation-types.js";
import { RequestFault } from "./request-fault.js";
import type { AnyResult } from "./result.js";
import type { TokenSource } from "./sign-in/token-source.js";
import { methodOf, type Params, requestBody, requestHeaders, requestUrl } from "./transport.js";

/** What every call of a client shares. */
export type Core = {
  readonly machine: { readonly clock: Clock; readonly fetch: typeof fetch };
  readonly limits: Limits;
  /** By the names of the contract, without a slash at the end. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly tokens: TokenSource | undefined;
  /** In development, what holds calls against the contract. */
  readonly judge: (() => Promise<Judge>) | undefined;
};

/** Options of a call, whichever it is: types have seen to it that they fit. */
export type LooseOptions = CallSettings & { readonly params?: Params; readonly body?: unknown };

/** An operation, and what the table says of it. */
export type Called = { readonly operation: string; readonly description: CallDescription };

/** Only these may reach the service more than once without an id that says so (RFC 9110, section 9.2.1). */
const SAFE = /^(GET|HEAD|OPTIONS)$/;

/**
 * Calls one operation.
 *
 * @param at instead of the URL that the parameters give: where a listing goes on
 * @throws CallError, and SignInError where nobody could be signed in
 */
export async function invoke(core: Core, called: Called, options: LooseOptions, at?: string): Promise<AnyResult> {
  const { machine, tokens } = core;
  const { operation, description } = called;
  const { headers, requestId, body } = written(core, called, options);
  const url = at ?? callUrl(core, called, options);
  const method = methodOf(description);
  const judge = await core.judge?.();
  judge?.request(operation, judgedOf(headers, options, body.body));
  const isOpen = description.token === false || headers.has("authorization");
  const delivered = await deliver(machine, {
    operation,
    requestId,
    isRepeatable: SAFE.test(method) || (description.key === true && requestId !== undefined),
    limits: limitsOf(core.limits, options),
    signal: options.signal,
    prepare: async (signal) => {
      const token = isOpen ? undefined : await tokens?.get(signal);
      const signed = token === undefined ? headers : requestHeaders(headers, { Authorization: `Bearer ${token}` });
      // A redirect is not followed: it could lead the token to another origin.
      return { url, token, init: { method, headers: signed, redirect: "manual", ...body } };
    },
    refused: tokens?.refused,
  });
  const result = readAnswer(called, requestId, delivered);
  judge?.response(operation, result);
  return result;
}

/** @throws CallError of the kind `request` when the parameters make no URL of the operation */
export function callUrl(core: Core, { operation, description }: Called, { params = {} }: LooseOptions): string {
  const { server = "baseUrl" } = description;
  return orRequestError(operation, () => {
    const baseUrl = core.addresses[server];
    if (baseUrl === undefined) throw new RequestFault(`goes to another address: give createClient a ${server}`);
    return requestUrl(baseUrl, description, params);
  });
}

/** The limits of a client, where a call has none of its own. */
export function limitsOf(limits: Limits, own: Partial<Record<keyof Limits, number | undefined>>): Limits {
  const { timeout = limits.timeout, totalTimeout = limits.totalTimeout, retries = limits.retries } = own;
  return { timeout, totalTimeout, retries };
}

type Written = {
  readonly headers: Headers;
  readonly requestId: string | undefined;
  readonly body: { readonly body?: string };
};

function written({ machine }: Core, { operation, description }: Called, options: LooseOptions): Written {
  const { id } = description;
  const { body, params } = options;
  const type = body === undefined ? {} : { "Content-Type": description.body ?? "application/json" };
  return orRequestError(operation, () => {
    const headers = requestHeaders({ ...description.headers, ...type }, options.headers, params?.header);
    if (id !== undefined && !headers.has(id)) headers.set(id, machine.clock.uuid());
    const requestId = id === undefined ? undefined : (headers.get(id) ?? undefined);
    const text = body === undefined ? {} : { body: requestBody(headers.get("content-type") ?? "", body) };
    return { headers, requestId, body: text };
  });
}

/** A body as the service will read it: what JSON leaves out is not there. */
function judgedOf(headers: Headers, { params = {}, body }: LooseOptions, text: string | undefined): Judged {
  const contentType = headers.get("content-type") ?? "";
  const isJson = text !== undefined && contentType.endsWith("json");
  return { params, body: isJson ? JSON.parse(text) : body, contentType };
}

/** What the platform says of a value that it cannot write might hold that value; ours does not. */
function orRequestError<Value>(operation: string, make: () => Value): Value {
  try {
    return make();
  } catch (cause) {
    const what = cause instanceof RequestFault ? cause.message : "a parameter, a header or the body cannot be written";
    throw new CallError("request", what, { operation, attempts: 0 });
  }
}
