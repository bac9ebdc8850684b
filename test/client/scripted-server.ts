/** A service with scripted responses, and a clock that advances when everything waits. */
import { setImmediate as turn } from "node:timers/promises";
import { type ClientOptions, type Clock, createClient } from "../../src/index.js";

/** The reaction to a request: a response, a broken connection, a clock that advances meanwhile, or no response at all. */
export type Step =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | { readonly after: number; readonly status: number }
  | "broken"
  | "silence"
  /** No response, and the abort signal is ignored. */
  | "deaf";

export type Sent = {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
};

export const START = Date.parse("2026-03-14T09:26:53Z");

export type ScriptedServer = {
  readonly sent: readonly Sent[];
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  /** Milliseconds since the start. */
  readonly elapsed: () => number;
  /** Awaits work independently of real time: the clock advances to the next timer whenever nothing else happens. */
  readonly runUntilDone: <Value>(promise: Promise<Value>) => Promise<Value>;
};

/** Key operations run outside the event loop; the clock stops while they run. */
let keysAtWork = 0;
for (const name of ["importKey", "sign"] as const) {
  const work = crypto.subtle[name].bind(crypto.subtle) as (...given: unknown[]) => Promise<unknown>;
  const counted = (...given: unknown[]): Promise<unknown> => {
    keysAtWork += 1;
    return work(...given).finally(() => {
      keysAtWork -= 1;
    });
  };
  Object.defineProperty(crypto.subtle, name, { value: counted });
}

/** The last step repeats forever. Random numbers are always the same. */
export function createScriptedServer(steps: readonly Step[], randomValue = 0.5): ScriptedServer {
  let now = START;
  let ids = 0;
  const waiting = new Set<{ readonly at: number; readonly wake: () => void }>();
  const sent: Sent[] = [];
  const after: Clock["after"] = (ms, then) => {
    const waiter = { at: now + ms, wake: then };
    waiting.add(waiter);
    return () => waiting.delete(waiter);
  };
  const sleep = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = after(ms, resolve);
      signal?.addEventListener("abort", () => {
        cancel();
        reject(signal.reason);
      });
    });
  const clock: Clock = {
    now: () => now,
    random: () => randomValue,
    uuid: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`,
    after,
  };
  const response = async (step: Step, signal: AbortSignal | null | undefined): Promise<Response> => {
    if (step === "broken") throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
    if (step === "silence") await sleep(Number.POSITIVE_INFINITY, signal);
    if (step === "silence" || step === "deaf") return new Promise(() => {});
    if ("after" in step) await sleep(step.after, signal);
    const { status, headers = {}, body = {} } = step as Extract<Step, { body?: unknown }>;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(text === "" ? null : text, {
      status,
      headers: { "content-type": "application/json", ...headers },
    });
  };
  return {
    sent,
    clock,
    elapsed: () => now - START,
    fetch: async (url, init) => {
      sent.push({
        at: now - START,
        method: init?.method ?? "GET",
        url: String(url),
        headers: new Headers(init?.headers),
        body: String(init?.body ?? ""),
      });
      return response(steps[Math.min(sent.length, steps.length) - 1] ?? "silence", init?.signal);
    },
    runUntilDone: async (promise) => {
      let isSettled = false;
      const end = () => {
        isSettled = true;
      };
      promise.then(end, end);
      for (;;) {
        for (let turns = 0; turns < 5; turns = keysAtWork > 0 ? 0 : turns + 1) await turn();
        if (isSettled) return promise;
        const next = [...waiting].filter(({ at }) => Number.isFinite(at)).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) throw new Error("everybody waits for ever");
        waiting.delete(next);
        now = next.at;
        next.wake();
      }
    },
  };
}

/** A client of a scripted service, with a fixed token. */
export function createScriptedClient(service: ScriptedServer, options: Partial<ClientOptions> = {}) {
  const { clock, fetch } = service;
  return createClient({
    baseUrl: "https://api.example",
    billingUrl: "https://billing.example",
    signIn: { oauth2: "token-1" },
    ...(options as object),
    clock,
    fetch,
  });
}
