/** A sandbox and clients of it. Records what is sent, and checks every response against the spec. */

import {
  type ApplicationId,
  type BusinessId,
  type Client,
  type ClientOptions,
  createClient,
  jwtBearer,
} from "../../../src/index.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox/index.js";
import { deriveDemoAccess } from "../../../src/sandbox/seed-data/fixtures.js";
import { deriveDemoKey } from "../../../src/sandbox/tenants/public-key.js";
import { checkResponse } from "../../sandbox/checked-client.js";

export const SEED = "client";
export const DEMO = deriveDemoAccess(SEED);
export const DEMO_JWK = deriveDemoKey(SEED).publicJwk;

export type IntegrationSetup = {
  readonly sandbox: Sandbox;
  readonly businessId: BusinessId;
  readonly appId: ApplicationId;
  readonly key: { readonly applicationId: string; readonly privateKey: string; readonly audience: string };
  /** A client that signs in with a JWT. Its responses are checked unless it has its own fetch. */
  readonly client: (options?: Partial<ClientOptions>) => Client;
  readonly admin: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Method, path and status of every exchange, in order. */
  readonly sent: string[];
  /** The access tokens that were sent, in order. */
  readonly tokens: string[];
  /** Sends without checking the response, which takes longer than reading a page. */
  readonly fetch: typeof fetch;
  readonly close: () => Promise<void>;
};

export async function openSetup(options: SandboxOptions = {}): Promise<IntegrationSetup> {
  const sandbox = await createSandbox({ seed: SEED, ...options });
  const audience = sandbox.demo?.audience ?? sandbox.url;
  const key = { applicationId: DEMO.applicationId, privateKey: DEMO.privateKeyPem, audience };
  const sent: string[] = [];
  const tokens: string[] = [];
  const counted: typeof fetch = async (url, init) => {
    const [scheme, token] = new Headers(init?.headers).get("authorization")?.split(" ") ?? [];
    if (scheme === "Bearer" && token !== undefined) tokens.push(token);
    const response = await fetch(url, init);
    sent.push(`${init?.method} ${new URL(String(url)).pathname} ${response.status}`);
    return response;
  };
  const checkedFetch: typeof fetch = async (url, init) => {
    const { origin, pathname, search } = new URL(String(url));
    const response = await counted(url, init);
    const bytes = Buffer.from(await response.clone().arrayBuffer());
    const { checkResult } = checkResponse(
      {
        base: origin,
        method: init?.method ?? "GET",
        path: pathname + search,
        headers: [...new Headers(init?.headers)],
        bytes: init?.body == null ? undefined : Buffer.from(String(init.body)),
      },
      { status: response.status, raw: [...response.headers].flat(), bytes },
    );
    const { findings, verdict, reasons } = checkResult;
    if (verdict !== "passed")
      throw new Error(`${verdict}: ${findings.map(({ message }) => message).join("; ")} ${reasons.join()}`);
    return response;
  };
  return {
    sandbox,
    businessId: DEMO.businessIds[0] as BusinessId,
    appId: DEMO.applicationId as ApplicationId,
    key,
    sent,
    tokens,
    fetch: counted,
    client: (more = {}) =>
      createClient({
        baseUrl: sandbox.url,
        billingUrl: sandbox.billingUrl,
        signIn: { oauth2: jwtBearer(key) },
        fetch: checkedFetch,
        ...(more as object),
      }),
    admin: async (method, path, body) => {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(sandbox.adminUrl + path, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    close: () => sandbox.close(),
  };
}
