/** Calls a sandbox as a client, and checks every response against the spec. */
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { type Contract, loadContract } from "../../src/check/contract.js";
import type { ExchangeResult } from "../../src/check/exchange/exchange-result.js";
import { EXCHANGE_PART_POINTERS } from "../../src/recording/index.js";
import { createSandbox, type Sandbox, type SandboxOptions, selfSignedAssertion } from "../../src/sandbox/index.js";

export type TestRequest = {
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Objects are sent as JSON. */
  readonly body?: string | Uint8Array | object;
};

export type CheckedResponse = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly header: (name: string) => string | undefined;
  readonly bytes: Buffer;
  readonly text: string;
  /** Untyped, for access to any member. */
  readonly json: ReturnType<typeof JSON.parse>;
  readonly checkResult: ExchangeResult;
};

export type CheckedClient = {
  readonly sandbox: Sandbox;
  /** Sends a request with the common headers and an access token. */
  readonly call: (sent: TestRequest) => Promise<CheckedResponse>;
  /** Sends a request without additional headers. */
  readonly raw: (sent: TestRequest) => Promise<CheckedResponse>;
  readonly admin: (method: string, path: string, body?: object) => Promise<CheckedResponse>;
  readonly token: string;
  readonly businessId: string;
  readonly applicationId: string;
  /** Number of checked responses. */
  readonly checkedCount: () => number;
  readonly close: () => Promise<void>;
};

let contract: Contract | undefined;

/** Starts a sandbox and signs in the demo application. */
export async function openCheckedClient(options: SandboxOptions = {}): Promise<CheckedClient> {
  // Sandboxes with the same seed share the cache of password hashes, and start five times as fast.
  const sandbox = await createSandbox({ seed: "tests", onDefect: (error) => defects.push(error), ...options });
  return createCheckedClient(sandbox);
}

/** Internal errors of all sandboxes of this process; tests expect it to be empty. */
export const defects: unknown[] = [];

export async function createCheckedClient(sandbox: Sandbox): Promise<CheckedClient> {
  const demo = sandbox.demo;
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  let checked = 0;
  const raw = async (sent: TestRequest): Promise<CheckedResponse> => {
    checked += 1;
    return sendChecked(sent.path.startsWith("/apps/") ? sandbox.billingUrl : sandbox.url, sent);
  };
  const { applicationId, businessId } = demo;
  const token = await signIn(sandbox, raw);
  return {
    sandbox,
    raw,
    call: ({ headers, ...sent }) =>
      raw({
        ...sent,
        headers: { "Api-Version": "1.2", Authorization: `Bearer ${token}`, ...createIdHeader(sent.method), ...headers },
      }),
    admin: (method, path, body) =>
      sendUnchecked(sandbox.adminUrl, {
        method,
        path,
        ...(body === undefined ? {} : { body }),
        headers: {
          "Content-Type": body instanceof Uint8Array ? "application/x-ndjson" : "application/json",
          // Waits until an advance of the clock has ended.
          ...(path === "/clock" ? { Prefer: "wait=600" } : {}),
        },
      }),
    token,
    businessId,
    applicationId,
    checkedCount: () => checked,
    close: () => sandbox.close(),
  };
}

function createIdHeader(method: string | undefined): Readonly<Record<string, string>> {
  return method === "PUT" || method === "PATCH" || method === "POST" ? { "Service-Request-Id": randomUUID() } : {};
}

/** Signs in as the demo application. */
export async function signIn({ demo, url }: Sandbox, raw: CheckedClient["raw"]): Promise<string> {
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  const { header } = await sendUnchecked(url, { method: "HEAD", path: "/token" });
  const assertion = await selfSignedAssertion({
    applicationId: demo.applicationId,
    privateKeyPem: demo.privateKey,
    audience: demo.audience,
    now: Date.parse(header("date") ?? ""),
    jti: randomUUID(),
  });
  const got = await raw({
    method: "POST",
    path: "/token",
    headers: { "Api-Version": "1.2", "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }).toString(),
  });
  if (got.status !== 200) throw new Error(`not signed in: ${got.status} ${got.text}`);
  return got.json.accessToken;
}

/** Sends a request and checks the response against the spec: no violation, no drift, nothing unchecked. */
export async function sendChecked(base: string, sent: TestRequest): Promise<CheckedResponse> {
  const got = await sendUnchecked(base, sent);
  const { verdict, findings, reasons } = got.checkResult;
  // Ignores findings in the request: tests send invalid requests on purpose.
  const own = findings.filter(({ code }) => code.startsWith("response."));
  if (verdict === "partial" || own.length > 0) {
    const violations = own.map(({ code, message }) => `${code}: ${message}`);
    throw new Error(
      `${sent.method ?? "GET"} ${sent.path} got ${got.status}: ${[...violations, ...reasons].join("; ")}\n${got.text}`,
    );
  }
  return got;
}

export function sendUnchecked(
  base: string,
  { method = "GET", path, headers = {}, body }: TestRequest,
): Promise<CheckedResponse> {
  const bytes =
    body === undefined
      ? undefined
      : typeof body === "string"
        ? Buffer.from(body)
        : body instanceof Uint8Array
          ? body
          : Buffer.from(JSON.stringify(body));
  const isJson = bytes !== undefined && !hasHeader(headers, "content-type");
  const all = { ...headers, ...(isJson ? { "Content-Type": "application/json" } : {}) };
  return new Promise((got, failed) => {
    const { hostname, port, pathname } = new URL(base);
    const request = httpRequest(
      {
        hostname,
        port,
        method,
        path: pathname === "/" ? path : pathname + path,
        headers: { ...all, ...(bytes === undefined ? {} : { "Content-Length": String(bytes.length) }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", failed);
        response.on("end", () =>
          got(
            checkResponse(
              { base, method, path, headers: toHeaderPairs(request.getRawHeaderNames(), request.getHeaders()), bytes },
              { status: response.statusCode ?? 0, raw: response.rawHeaders, bytes: Buffer.concat(chunks) },
            ),
          ),
        );
      },
    );
    request.on("error", failed);
    request.end(bytes);
  });
}

export type SentRequest = {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly headers: [string, string][];
  readonly bytes: Uint8Array | undefined;
};

/** Checks a response, and returns it with the result. */
export function checkResponse(
  sent: SentRequest,
  { status, raw, bytes }: { status: number; raw: string[]; bytes: Buffer },
): CheckedResponse {
  const headers = Array.from(
    { length: raw.length / 2 },
    (_, at) => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""] as const,
  );
  const text = bytes.toString();
  contract ??= loadContract("spec/openapi.yaml", { servers: ["http://sandbox.example"] });
  const checkResult = contract.check({
    request: {
      method: sent.method,
      url: `http://sandbox.example${sent.path}`,
      headers: sent.headers,
      body:
        sent.bytes === undefined || sent.bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: sent.bytes },
    },
    response: { status, headers, body: bytes.length === 0 ? { kind: "none" } : { kind: "text", text } },
    origin: { source: "sandbox", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  });
  return {
    status,
    headers,
    header: (name) => headers.find(([it]) => it.toLowerCase() === name.toLowerCase())?.[1],
    bytes,
    text,
    get json() {
      return JSON.parse(text);
    },
    checkResult,
  };
}

function toHeaderPairs(names: readonly string[], values: Readonly<Record<string, unknown>>): [string, string][] {
  return names.flatMap((name) =>
    [values[name.toLowerCase()] ?? ""].flat().map((value): [string, string] => [name, String(value)]),
  );
}

function hasHeader(headers: Readonly<Record<string, unknown>>, wanted: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}
