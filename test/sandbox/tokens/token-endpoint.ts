/** A token endpoint with two applications. Every response is checked against the spec. */

import { createContract } from "../../../src/check/contract.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../../src/recording/index.js";
import { HANDLERS } from "../../../src/sandbox/commerce.js";
import { type AppContext, DEFAULT_POLICIES, type Policies } from "../../../src/sandbox/context/app-context.js";
import { handleRefusal, type RequestContext } from "../../../src/sandbox/context/request-context.js";
import { createDeliveryProfile } from "../../../src/sandbox/delivery-urls/delivery-profile.js";
import { createOperationServer } from "../../../src/sandbox/requests/operation-server.js";
import type { Database, Queries } from "../../../src/sandbox/store/database.js";
import { type PublicJwk, readPublicKey } from "../../../src/sandbox/tenants/public-key.js";
import { registerTenants } from "../../../src/sandbox/tenants/tenants.js";
import { authenticate } from "../../../src/sandbox/tokens/access-token.js";
import { createToken } from "../../../src/sandbox/tokens/create-token.js";
import { createSchemas } from "../../../src/schema/index.js";
import { type Algorithm, ecPair, type Parts, rsaPair, type Signer, signer, token } from "./forge.js";

const contract = createContract(loadDocument("spec/openapi.yaml"));
const schemas = createSchemas(contract.document);

export const APP = "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1";
export const OTHER_APP = "urn:aid:7e9f1c3b-b0d3-49fa-8cfe-6a8c0e2d4be2";
export const SHOP = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
export const OTHER_SHOP = "8a4d2e63-5c9f-4b68-8d2f-3e7b9c1a5f22";
export const AUDIENCE = "https://services.commerce-cloud.example";
export const START = Date.parse("2026-03-14T12:00:00Z");
/** Composed Unicode, as most keyboards produce it. */
export const USERNAME = "zo\u00eb@shop.example";
export const PASSWORD = "correct horse battery staple";
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

export const ec = ecPair();
export const rsa = rsaPair();
/** Registered for PS256 only. */
export const pss = rsaPair();
export const others = ecPair();

const REGISTRY = {
  businesses: [
    { id: SHOP, name: "Shop" },
    { id: OTHER_SHOP, name: "Other shop" },
  ],
  applications: [
    { id: APP, name: "Till", keys: [jwk(ec, "ec"), jwk(rsa, "rsa"), jwk(pss, "pss", "PS256")], businessIds: [SHOP] },
    { id: OTHER_APP, name: "Other till", keys: [jwk(others, "others")], businessIds: [OTHER_SHOP] },
  ],
  users: [
    { businessId: SHOP, username: USERNAME, password: PASSWORD },
    { businessId: OTHER_SHOP, username: "max@other.example", password: PASSWORD },
  ],
};

function jwk({ publicKey }: ReturnType<typeof ecPair>, kid: string, alg?: string): PublicJwk {
  return readPublicKey({ ...publicKey.export({ format: "jwk" }), kid, ...(alg === undefined ? {} : { alg }) }, "");
}

export type Tokens = { readonly accessToken: string; readonly refreshToken: string; readonly expiresIn: number };
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Tokens & { readonly code: string; readonly message: string };
  readonly text: string;
};
type Headers = readonly (readonly [string, string])[];
type Form = Readonly<Record<string, string>> | string;
type Sending = {
  readonly headers?: Headers;
  readonly query?: string;
  readonly contentType?: string;
  readonly apiVersion?: readonly string[];
};

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>;

/** Registers the applications in a database, once for all its endpoints. */
export async function openShop(database: Database, seed = "test"): Promise<void> {
  await registerTenants(database, REGISTRY, createTokenEndpoint(database, { seed }).world);
}

type TokenEndpointOptions = {
  readonly seed?: string;
  readonly baseUrl?: string;
  readonly policies?: Partial<Policies>;
};

/** A replica; several can share a database. */
export function createTokenEndpoint(
  database: Database,
  { seed = "test", baseUrl = AUDIENCE, policies = {} }: TokenEndpointOptions = {},
) {
  const clock = { now: START };
  let ids = 0;
  const app: AppContext = {
    seed,
    baseUrl: () => baseUrl,
    billingUrl: () => baseUrl,
    schemas,
    policies: { ...DEFAULT_POLICIES, ...policies },
    deliveryProfile: createDeliveryProfile({ reach: "shared" }),
    wake: () => undefined,
    realClock: { now: () => clock.now, randomBytes: (count) => new Uint8Array(count) },
  };
  const service = createOperationServer({
    database,
    app,
    operations: listOperations(contract.document),
    handlers: HANDLERS,
    authenticate,
    onDefect: (error) => {
      throw error;
    },
  });
  const send = async (method: string, target: string, given: { headers: Headers; body?: string }): Promise<Reply> => {
    const body = Buffer.from(given.body ?? "");
    const located = service.locate({ method, target, headers: given.headers, body });
    const { response } = await service.serve(located, clock.now);
    const text = Buffer.from(response.body).toString();
    checkResponse({ method, target, headers: given.headers, body: given.body }, { ...response, text });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value])),
      body: JSON.parse(text),
      text,
    };
  };
  const claims = (more: object = {}) => {
    const now = Math.floor(clock.now / 1000);
    ids += 1;
    return { iss: APP, sub: APP, aud: AUDIENCE, iat: now, exp: now + 300, jti: `id-${seed}-${ids}`, ...more };
  };
  const forged = (parts: Partial<Parts> = {}, by: Signer = signer("ES256", ec)): string =>
    token({ header: { alg: "ES256", typ: "JWT" }, claims: claims(), ...parts }, by);
  const ask = (
    form: Form,
    { headers = [], query = "", contentType = FORM, apiVersion = ["1.2"] }: Sending = {},
  ): Promise<Reply> => {
    const body = typeof form === "string" ? form : new URLSearchParams(form).toString();
    const target = query === "" ? "/token" : `/token?${query}`;
    return send("POST", target, {
      headers: [
        ...apiVersion.map((value) => ["Api-Version", value] as const),
        ["Content-Type", contentType],
        ...headers,
      ],
      body,
    });
  };
  return {
    database,
    world: app,
    clock,
    claims,
    /** A valid assertion, except for the given parts. */
    forged,
    ask,
    /** Calls the handler without a transaction, so that statements of several replicas interleave. */
    untied: (body: Readonly<Record<string, string>>, authorization?: string, queries: Queries = database) =>
      handleRefusal(() => createToken(createContext(body, authorization, clock.now), queries, app)),
    bearer: (assertion: string) => ask({ grantType: JWT_BEARER, assertion }),
    signIn: (more: Record<string, string> = {}, authorization = forged()) =>
      ask(
        { grantType: "PASSWORD", businessId: SHOP, username: USERNAME, password: PASSWORD, ...more },
        { headers: [["Authorization", authorization]] },
      ),
    refresh: (refreshToken: string, headers: Headers = []) =>
      ask({ grantType: app.policies.refreshGrantType, refreshToken }, { headers }),
    /** Calls another operation with the given Authorization headers. */
    use: (authorization: readonly string[], { headers = [], query = "", business = SHOP } = {} as Using) =>
      send("GET", `/businesses/${business}/orders${query === "" ? "" : `?${query}`}`, {
        headers: [
          ["Api-Version", "1.2"],
          ...authorization.map((value) => ["Authorization", value] as const),
          ...headers,
        ],
      }),
  };
}

type Using = { readonly headers?: Headers; readonly query?: string; readonly business?: string };
const FORM = "application/x-www-form-urlencoded";

function createContext(
  body: Readonly<Record<string, string>>,
  authorization: string | undefined,
  now: number,
): RequestContext {
  return {
    ...{ operationId: "createToken", method: "POST", path: "/token", parameters: {}, body, now },
    headers: authorization === undefined ? {} : { authorization },
    bytes: new Uint8Array(),
    contentType: FORM,
    caller: { applicationId: "", businessIds: [] },
  };
}

export function signedBy(
  desk: TokenEndpoint,
  algorithm: Algorithm,
  pair: ReturnType<typeof ecPair>,
  more: object = {},
): string {
  return desk.forged({ header: { alg: algorithm, ...more } }, signer(algorithm, pair));
}

/** The stored state of authentication. */
export async function memory(database: Database): Promise<string> {
  const tables = ["applications", "application_businesses", "businesses", "users", "request_ids"];
  const rows = [...tables, "used_assertions", "refresh_tokens", "login_failures"].map(async (table) =>
    (await database.all(`SELECT * FROM ${table}`)).map((row) => JSON.stringify(row)).sort(),
  );
  return JSON.stringify(await Promise.all(rows));
}

type Sent = {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body?: string | undefined;
};

function checkResponse(sent: Sent, response: { status: number; headers: Headers; text: string }): void {
  const { verdict, findings, reasons } = contract.check({
    request: {
      method: sent.method,
      url: `${AUDIENCE}${sent.target}`,
      headers: sent.headers,
      body: sent.body === undefined ? { kind: "none" } : { kind: "text", text: sent.body },
    },
    response: { status: response.status, headers: response.headers, body: { kind: "text", text: response.text } },
    origin: { source: "test", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  } satisfies Exchange);
  // Ignores findings in rejected requests, which are invalid on purpose.
  // The spec lists no grant type for refresh tokens, so that each one is drift.
  const faults = findings.filter(
    ({ recording, property, level }) =>
      !(property === "/grantType" && level === "warn") &&
      (!recording.pointer.startsWith("/request") || response.status < 300),
  );
  if (verdict !== "passed" || faults.length > 0 || response.status >= 500)
    throw new Error(
      `${sent.method} ${sent.target} (${response.status}): ${verdict} ${JSON.stringify(faults)} ${reasons.join()}`,
    );
}
