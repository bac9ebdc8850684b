import { type CallDescription, calls, servers } from "../../generated/calls.js";
import { baseAddress } from "./base-address.js";
import type { ClientFace } from "./client-face.js";
import { type Core, invoke, type LooseOptions, limitsOf } from "./invoke.js";
import type { Drift, Judge } from "./judge.js";
import { listings } from "./listings.js";
import { type ClientOptions, LIMITS } from "./options.js";
import { realClock } from "./real-clock.js";
import { tokenSourceOf } from "./sign-in/index.js";
import { signInPost } from "./sign-in-post.js";

/**
 * A client of the service: every operation by its name and by its path, signed in, repeated where that is safe.
 * (seed: Endpoints, Authentication, Common request headers)
 *
 * @example
 * const client = createClient({ baseUrl, signIn: jwtBearer({ applicationId, privateKey }) });
 * const result = await client.listOrders({ params: { path: { businessId } } });
 *
 * @throws TypeError when a base address is none
 */
export function createClient(options: ClientOptions): ClientFace {
  const { clock = realClock, signIn } = options;
  const addresses = Object.fromEntries(
    Object.keys(servers).flatMap((name) => {
      const given = options[name as keyof typeof servers];
      return given === undefined ? [] : [[name, baseAddress(name, given)]];
    }),
  );
  const machine = { clock, fetch: options.fetch ?? ((url, init) => fetch(url, init)) } satisfies Core["machine"];
  const limits = limitsOf(LIMITS, options);
  const baseUrl = addresses.baseUrl ?? "";
  const post = signInPost(machine, limits, baseUrl);
  const core: Core = {
    machine,
    limits,
    addresses,
    judge: options.validate ? judgeOf(options.onDrift) : undefined,
    tokens: signIn === undefined ? undefined : tokenSourceOf(signIn, { baseUrl, clock, post }),
  };
  const byName: Record<string, unknown> = { ...listings(core) };
  const byLine = new Map<string, (options?: LooseOptions) => unknown>();
  for (const [name, description] of Object.entries<CallDescription>(calls)) {
    const call = (given: LooseOptions = {}) => invoke(core, { operation: name, description }, given);
    byName[name] = call;
    byLine.set(description.call, call);
    const [method = ""] = description.call.split(" ");
    byName[method] ??= (path: string, given?: LooseOptions) => {
      const found = byLine.get(`${method} ${path}`);
      if (found === undefined) throw new TypeError(`the contract has no ${method} ${path}`);
      return found(given);
    };
  }
  // Every name of the face is a row of the table that it is made from.
  return byName as unknown as ClientFace;
}

/** Loaded with the first call, once. */
function judgeOf(onDrift: (drift: Drift) => void): () => Promise<Judge> {
  let judge: Promise<Judge> | undefined;
  return () => {
    judge ??= import("./judge.js").then(({ loadJudge }) => loadJudge(onDrift));
    return judge;
  };
}
