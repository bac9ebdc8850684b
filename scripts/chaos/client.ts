import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { selfSignedAssertion } from "../../src/sandbox/index.js";
import type { Replicas } from "./replicas.js";

const REQUEST_TIMEOUT = 10_000;

export type Ask = {
  readonly method: "GET" | "PUT" | "PATCH" | "POST";
  readonly path: string;
  readonly requestId?: string;
  readonly body?: unknown;
};

export type Answered = { readonly status: number; readonly text: string; readonly requests: number };

/** A client as the contract wants one: it repeats what was not answered, with the same request id, at any replica. */
export type Client = {
  /** One request to one replica; undefined when no answer came. */
  readonly once: (ask: Ask) => Promise<Omit<Answered, "requests"> | undefined>;
  /** Repeats until an answer comes. */
  readonly untilAnswered: (ask: Ask) => Promise<Answered>;
};

export async function createClient(replicas: Replicas, random: () => number): Promise<Client> {
  const send = async (ask: Ask, headers: Readonly<Record<string, string>>): Promise<Response | undefined> => {
    const url = replicas.urls[Math.floor(random() * replicas.urls.length)] ?? "";
    const { method, path, requestId, body } = ask;
    try {
      return await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT),
        headers: {
          "Api-Version": "1.2",
          ...headers,
          ...(requestId === undefined ? {} : { "Service-Request-Id": requestId }),
        },
        ...(body === undefined ? {} : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      });
    } catch {
      return undefined;
    }
  };
  const token = await signIn(replicas, (body) => send({ method: "POST", path: "/token", body }, {}));
  const once: Client["once"] = async (ask) => {
    const response = await send(ask, {
      Authorization: `Bearer ${token}`,
      ...(ask.body === undefined ? {} : { "Content-Type": "application/json" }),
    });
    try {
      return response && { status: response.status, text: await response.text() };
    } catch {
      // It died while it answered.
      return undefined;
    }
  };
  return {
    once,
    untilAnswered: async (ask) => {
      for (let requests = 1; ; requests += 1) {
        const answered = await once(ask);
        if (answered !== undefined) return { ...answered, requests };
        await pause(20 + 80 * random());
      }
    },
  };
}

async function signIn(
  { demo }: Replicas,
  send: (form: URLSearchParams) => Promise<Response | undefined>,
): Promise<string> {
  for (;;) {
    const assertion = await selfSignedAssertion({
      applicationId: demo.applicationId,
      privateKeyPem: demo.privateKey,
      audience: demo.audience,
      now: Date.now(),
      jti: randomUUID(),
    });
    const form = new URLSearchParams({ grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
    const answer = await send(form);
    const text = (await answer?.text().catch(() => undefined)) ?? "";
    if (answer?.ok) return (JSON.parse(text) as { accessToken: string }).accessToken;
    if (answer !== undefined) throw new Error(`no access token: ${answer.status} ${text}`);
  }
}
