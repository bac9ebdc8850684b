import type { CallDescription } from "../../generated/calls.js";
import { readAnswer } from "./answer.js";
import { CallError } from "./call-error.js";
import { deliver, type Machine } from "./delivery.js";
import type { Judge } from "./judge.js";
import type { CallSettings } from "./operation-types.js";
import type { AnyResult } from "./result.js";
import type { TokenSource } from "./sign-in/token-source.js";
import { type Params, requestBody, requestHeaders, requestPath } from "./transport.js";

/** What every call of a client shares. */
export type Core = {
  readonly machine: Machine;
  /** By the names of the contract, without a slash at the end. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly tokens?: TokenSource | undefined;
  /** In development, what holds calls against the contract. */
  readonly judge?: (() => Promise<Judge>) | undefined;
};

/** Options of a call, whichever it is: types have seen to it that they fit. */
export type LooseOptions = CallSettings & { readonly params?: Params | undefined; readonly body?: unknown };

/** An operation, and what the table says of it. */
export type Called = { readonly operation: string; readonly description: CallDescription };

/** A request but for its token. */
export type Written = {
  readonly url: string;
  readonly requestId: string | undefined;
  readonly headers: Headers;
  readonly init: RequestInit & { readonly body?: string };
};

/**
 * Calls one operation.
 *
 * @param at instead of the URL that the parameters give: where a listing goes on
 * @throws CallError, and SignInError where nobody could be signed in
 */
export async function invoke(core: Core, called: Called, options: LooseOptions, at?: string): Promise<AnyResult> {
  const { operation, description } = called;
  const { url, requestId, headers, init } = written(core, called, options, at);
  const judge = await core.judge?.();
  judge?.request(operation, options, headers, init.body);
  const tokens = description.token === false || headers.has("authorization") ? undefined : core.tokens;
  const delivered = await deliver(core.machine, {
    operation,
    requestId: () => requestId,
    // The others are safe only under an id that says so (RFC 9110, section 9.2.1).
    isRepeatable: init.method === "GET" || (description.key === true && requestId !== undefined),
    settings: options,
    prepare: async () => {
      const token = await tokens?.get();
      if (token) headers.set("authorization", `Bearer ${token}`);
      return { url, token, init };
    },
    refused: tokens?.refused,
  });
  const result = readAnswer(called, requestId, delivered);
  judge?.response(operation, result);
  return result;
}

/** @throws CallError of the kind `request` when what is given makes no request of the operation */
export function written(
  { addresses, machine }: Core,
  { operation, description }: Called,
  { params = {}, body, headers: further }: LooseOptions,
  at?: string,
): Written {
  const { call, server = "baseUrl", id, styles } = description;
  const [method = "", template = ""] = call.split(" ");
  const refuse = (what: string): never => {
    throw new CallError("request", what, { operation, attempts: 0 });
  };
  const baseUrl = addresses[server] ?? refuse(`goes to another address: give createClient a ${server}`);
  try {
    const type = body === undefined ? undefined : (description.body ?? "application/json");
    const headers = requestHeaders({ ...description.headers, "Content-Type": type }, further, params.header);
    if (id && !headers.get(id)) headers.set(id, machine.clock.uuid());
    return {
      url: at ?? baseUrl + requestPath(template, params, styles, refuse),
      requestId: (id && headers.get(id)) ?? undefined,
      headers,
      init: {
        method,
        headers,
        // It could lead the token to another origin.
        redirect: "manual",
        ...(type && { body: requestBody(headers.get("content-type"), body) }),
      },
    };
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    // What the platform says of a value that it cannot write might hold that value.
    return refuse("a parameter, a header or the body cannot be written");
  }
}
