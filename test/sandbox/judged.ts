/** Calls a sandbox as a client does, and holds every answer that comes to the contract. */
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { ownParts } from "../../src/exchange/index.js";
import { type Contract, type Judgement, loadContract } from "../../src/gate/index.js";
import { createSandbox, type Sandbox, type SandboxOptions, selfSignedAssertion } from "../../src/sandbox/index.js";

export type Sent = {
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object;
};

export type Got = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly header: (name: string) => string | undefined;
  readonly bytes: Buffer;
  readonly text: string;
  /** Looked into freely, as by any client without types. */
  readonly json: ReturnType<typeof JSON.parse>;
  readonly judgement: Judgement;
};

export type Client = {
  readonly sandbox: Sandbox;
  /** Sends with the headers that every call has, signed in. */
  readonly call: (sent: Sent) => Promise<Got>;
  /** Sends with nothing but what is given. */
  readonly raw: (sent: Sent) => Promise<Got>;
  readonly admin: (method: string, path: string, body?: object) => Promise<Got>;
  readonly token: string;
  readonly businessId: string;
  readonly applicationId: string;
  /** How many answers were judged. */
  readonly judged: () => number;
  readonly close: () => Promise<void>;
};

let contract: Contract | undefined;

/** A new sandbox, with the demo application signed in. */
export async function openClient(options: SandboxOptions = {}): Promise<Client> {
  // Sandboxes of one seed share the password hashes of this process, and start five times as fast.
  const sandbox = await createSandbox({ seed: "tests", onDefect: (error) => defects.push(error), ...options });
  return clientOf(sandbox);
}

/** What should not have happened in any sandbox of this process; tests expect it to be empty. */
export const defects: unknown[] = [];

export async function clientOf(sandbox: Sandbox): Promise<Client> {
  const demo = sandbox.demo;
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  let judged = 0;
  const raw = async (sent: Sent): Promise<Got> => {
    judged += 1;
    return sendJudged(sandbox.url, sent);
  };
  const { applicationId, businessId } = demo;
  const token = await signIn(sandbox, raw);
  return {
    sandbox,
    raw,
    call: ({ headers, ...sent }) =>
      raw({
        ...sent,
        headers: { "Api-Version": "1.2", Authorization: `Bearer ${token}`, ...idOf(sent.method), ...headers },
      }),
    admin: (method, path, body) =>
      sendUnjudged(sandbox.adminUrl, {
        method,
        path,
        ...(body === undefined ? {} : { body }),
        headers: { "Content-Type": body instanceof Uint8Array ? "application/x-ndjson" : "application/json" },
      }),
    token,
    businessId,
    applicationId,
    judged: () => judged,
    close: () => sandbox.close(),
  };
}

function idOf(method: string | undefined): Readonly<Record<string, string>> {
  return method === "PUT" || method === "PATCH" || method === "POST" ? { "Service-Request-Id": randomUUID() } : {};
}

/** Signs in as the demo application does. */
export async function signIn({ demo, url }: Sandbox, raw: Client["raw"]): Promise<string> {
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  const { header } = await sendUnjudged(url, { method: "HEAD", path: "/token" });
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

/** Sends one request and holds its answer to the contract: no error, no drift, nothing that could not be judged. */
export async function sendJudged(base: string, sent: Sent): Promise<Got> {
  const got = await sendUnjudged(base, sent);
  const { verdict, findings, reasons } = got.judgement;
  // What the client did wrong is its own matter; what the answer says is the service's.
  const own = findings.filter(({ code }) => code.startsWith("response."));
  if (verdict === "partial" || own.length > 0) {
    const told = own.map(({ code, message }) => `${code}: ${message}`);
    throw new Error(
      `${sent.method ?? "GET"} ${sent.path} got ${got.status}: ${[...told, ...reasons].join("; ")}\n${got.text}`,
    );
  }
  return got;
}

export function sendUnjudged(base: string, { method = "GET", path, headers = {}, body }: Sent): Promise<Got> {
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
    const { hostname, port } = new URL(base);
    const request = httpRequest(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...all, ...(bytes === undefined ? {} : { "Content-Length": String(bytes.length) }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", failed);
        response.on("end", () =>
          got(
            gotOf(
              { base, method, path, headers: pairs(request.getRawHeaderNames(), request.getHeaders()), bytes },
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

export type SentExactly = {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly headers: [string, string][];
  readonly bytes: Uint8Array | undefined;
};

/** An answer as it came, and what the contract says of it. */
export function gotOf(
  sent: SentExactly,
  { status, raw, bytes }: { status: number; raw: string[]; bytes: Buffer },
): Got {
  const headers = Array.from(
    { length: raw.length / 2 },
    (_, at) => [raw[2 * at] ?? "", raw[2 * at + 1] ?? ""] as const,
  );
  const text = bytes.toString();
  contract ??= loadContract("spec/openapi.yaml", { servers: ["http://sandbox.example"] });
  const judgement = contract.check({
    request: {
      method: sent.method,
      url: `http://sandbox.example${sent.path}`,
      headers: sent.headers,
      body:
        sent.bytes === undefined || sent.bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: sent.bytes },
    },
    response: { status, headers, body: bytes.length === 0 ? { kind: "none" } : { kind: "text", text } },
    origin: { source: "sandbox", index: 0, pointer: "", parts: ownParts },
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
    judgement,
  };
}

function pairs(names: readonly string[], values: Readonly<Record<string, unknown>>): [string, string][] {
  return names.flatMap((name) =>
    [values[name.toLowerCase()] ?? ""].flat().map((value): [string, string] => [name, String(value)]),
  );
}

function hasHeader(headers: Readonly<Record<string, unknown>>, wanted: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}
