/** The context of a sign-in: a service with a list of responses, and a clock that a test moves. */
import { setImmediate as turn } from "node:timers/promises";
import type { ClientRuntime } from "../../../src/client/retries/send-with-retries.js";

export type Reply = {
  readonly status?: number;
  /** Objects are sent as JSON. */
  readonly body: string | object;
  /** Milliseconds by which the service is ahead; without it there is no Date header. */
  readonly ahead?: number;
  /** Duration of the response, in milliseconds. */
  readonly after?: number;
};

export type Sent = {
  readonly form: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Claims of the assertion, from the form or the header. */
  readonly claims: {
    readonly iat: number;
    readonly exp: number;
    readonly jti: string;
    readonly [name: string]: unknown;
  };
};

export const START = Date.parse("2026-03-14T09:26:53Z");

/** Sends replies in order and repeats the last one. Errors are thrown, as if the service could not be reached. */
export function connectTo(replies: readonly (Reply | Error)[]) {
  let now = START;
  let ids = 0;
  const sent: Sent[] = [];
  const core: ClientRuntime = {
    clock: {
      now: () => now,
      random: () => 0.5,
      uuid: () => `id-${++ids}`,
      after: () => () => {},
    },
    baseUrl: "https://service.example/v1",
    retries: 0,
    fetch: async (_, init) => {
      sent.push(readRequest(init));
      const reply = replies[Math.min(sent.length, replies.length) - 1] ?? new Error("nothing to answer");
      await turn();
      if (reply instanceof Error) throw reply;
      const { status = 200, body, ahead, after = 0 } = reply;
      now += after;
      const headers = new Headers(ahead === undefined ? {} : { Date: new Date(now + ahead).toUTCString() });
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return new Response(text, { status, headers });
    },
  };
  return { core, sent, move: (ms: number) => (now += ms) };
}

function readRequest({ body, headers: sent }: RequestInit = {}): Sent {
  const form = JSON.parse(String(body)) as Sent["form"];
  const { "content-type": _, ...headers } = Object.fromEntries(new Headers(sent));
  const jwt = form.assertion ?? headers.authorization?.split(" ").at(-1) ?? "";
  const [, claims = ""] = jwt.split(".");
  return { form, headers, claims: JSON.parse(Buffer.from(claims, "base64url").toString() || "{}") };
}

/** A response as in the spec. */
export function issued(accessToken: string, more: object = {}): Reply {
  return { body: { accessToken, expiresIn: 3600, refreshToken: `refresh-${accessToken}`, ...more } };
}

export const refusal: Reply = { status: 401, body: { code: "REFUSED", message: "no" } };
