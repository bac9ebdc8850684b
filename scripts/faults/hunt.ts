import { randomBytes, randomUUID } from "node:crypto";
import { loadContract } from "../../src/gate/index.js";
import { createTargets, PHASES, type Phase, runProbe } from "../../src/probe/index.js";
import { type Sandbox, selfSignedAssertion } from "../../src/sandbox/index.js";
import type { Fault } from "./fault.js";
import { startProxy } from "./proxy.js";

export type Hunt = {
  readonly name: string;
  readonly expected: readonly string[];
  readonly found: boolean;
  /** Every code of a finding at error level, and where it was found first. */
  readonly errors: readonly string[];
  readonly requests: number;
  readonly ms: number;
};

export type HuntOptions = {
  readonly sandbox: Sandbox;
  readonly fault?: Fault;
  readonly seed?: number;
  readonly phases?: readonly Phase[];
  readonly maxRequests?: number;
};

/** Probes the sandbox through a proxy that does one thing wrong, until that is found or the budget is used up. */
export async function hunt({
  sandbox,
  fault,
  seed = 1,
  phases = PHASES,
  maxRequests = 1500,
}: HuntOptions): Promise<Hunt> {
  const { demo } = sandbox;
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  const proxy = await startProxy(sandbox.url, fault);
  const servers = [`billingUrl=${proxy.url}`];
  const plain = loadContract("spec/openapi.yaml");
  const own = plain.operations.filter(({ kind }) => kind === "path");
  const contract = loadContract("spec/openapi.yaml", { servers: createTargets(own, proxy.url, servers).servers });
  const token = await signIn(sandbox);
  const stop = new AbortController();
  const errors: string[] = [];
  let found = false;
  const started = performance.now();
  const credentials = { headers: [["Authorization", `Bearer ${token}`]] as const, query: [], cookies: [] };
  const { requests, ended } = await runProbe({
    contract,
    levels: [],
    operations: contract.operations,
    baseUrl: proxy.url,
    servers,
    credentials: { get: async () => credentials, refused: () => false },
    limits: { maxRequests, maxTimeMs: 600_000 },
    timeoutMs: 30_000,
    seed,
    nonce: randomBytes(6).toString("hex"),
    phases,
    parameters: { businessId: [demo.businessId], appId: [demo.applicationId], applicationId: [demo.applicationId] },
    safe: false,
    signal: stop.signal,
    now: () => performance.now(),
    command: (caseId) => caseId,
    onExchange: (_, { findings }) => {
      for (const { code, level, operationId, message } of findings) {
        if (level === "error") errors.push(`${code} ${operationId}: ${message}`);
        if (fault?.codes.includes(code) === true && operationId === fault.operation) found = true;
      }
      if (found) stop.abort();
    },
  });
  await proxy.close();
  if (ended !== undefined) errors.push(ended);
  const name = fault?.name ?? `healthy, seed ${seed}`;
  return { name, expected: fault?.codes ?? [], found, errors, requests, ms: Math.round(performance.now() - started) };
}

async function signIn({ url, demo }: Sandbox): Promise<string> {
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  const assertion = await selfSignedAssertion({
    applicationId: demo.applicationId,
    privateKeyPem: demo.privateKey,
    audience: demo.audience,
    now: Date.now(),
    jti: randomUUID(),
  });
  const form = new URLSearchParams({ grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const response = await fetch(`${url}/token`, { method: "POST", headers: { "Api-Version": "1.2" }, body: form });
  return ((await response.json()) as { accessToken: string }).accessToken;
}
