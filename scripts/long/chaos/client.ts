import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { selfSignedAssertion } from "../../../src/sandbox/index.js";
import type { Replicas } from "./replicas.js";

const REQUEST_TIMEOUT = 10_000;

export type ChaosRequest = {
  readonly method: "GET" | "PUT" | "PATCH" | "POST";
  readonly path: string;
  readonly requestId?: string;
  readonly body?: unknown;
};

export type ChaosResponse = { readonly status: number; readonly text: string; readonly requests: number };

/** A client that retries requests without a response, with the same request id, at any replica. */
export type Client = {
  readonly token: string;
  /** Sends one request to one replica. Returns undefined if there was no response. */
  readonly sendOnce: (request: ChaosRequest) => Promise<Omit<ChaosResponse, "requests"> | undefined>;
  /** Retries until there is a response. */
  readonly sendUntilResponse: (request: ChaosRequest) => Promise<ChaosResponse>;
};

export async function createClient(replicas: Replicas, random: () => number): Promise<Client> {
  const send = async (
    request: ChaosRequest,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response | undefined> => {
    const url = replicas.urls[Math.floor(random() * replicas.urls.length)] ?? "";
    const { method, path, requestId, body } = request;
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
  const sendOnce: Client["sendOnce"] = async (request) => {
    const response = await send(request, {
      Authorization: `Bearer ${token}`,
      ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
    });
    try {
      return response && { status: response.status, text: await response.text() };
    } catch {
      // The replica was killed while it sent the response.
      return undefined;
    }
  };
  return {
    token,
    sendOnce,
    sendUntilResponse: async (request) => {
      for (let requests = 1; ; requests += 1) {
        const response = await sendOnce(request);
        if (response !== undefined) return { ...response, requests };
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
    const response = await send(form);
    const text = (await response?.text().catch(() => undefined)) ?? "";
    if (response?.ok) return (JSON.parse(text) as { accessToken: string }).accessToken;
    if (response !== undefined) throw new Error(`no access token: ${response.status} ${text}`);
  }
}
