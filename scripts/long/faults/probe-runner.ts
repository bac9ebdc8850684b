import { randomBytes, randomUUID } from "node:crypto";
import { loadContract, type ProbeHooks, selectOperations } from "../../../src/check/index.js";
import { createWebhookListener } from "../../../src/cli/webhooks/delivery-receiver.js";
import { createServerUrls, PHASES, type Phase, runProbe } from "../../../src/probe/index.js";
import type { Exchange } from "../../../src/recording/index.js";
import { createSandbox, type Sandbox, selfSignedAssertion } from "../../../src/sandbox/index.js";
import { type Edits, type Fault, revealsFault } from "./fault.js";
import { startProxy } from "./proxy.js";

export type RunFinding = {
  readonly code: string;
  readonly level: string;
  readonly operationId: string | null;
  readonly message: string;
  /** The task of the probe that made it. */
  readonly task?: string | undefined;
};

export type ProbeRun = {
  readonly name: string;
  /** The code of the finding that revealed the fault. */
  readonly found: string | undefined;
  /** Every finding at error level, as text. */
  readonly errors: readonly string[];
  /** All findings: `code operation` by fingerprint. */
  readonly seen: ReadonlyMap<string, string>;
  readonly findings: readonly RunFinding[];
  readonly requests: number;
  /** The number of requests by task. */
  readonly costs: ReadonlyMap<string, number>;
  readonly ms: number;
  /** The exchanges that the proxy recorded. */
  readonly exchanges: readonly Exchange[];
};

/** The default budget is that of `contract probe`. */
export type ProbeRunOptions = {
  readonly fault?: Fault;
  /** Planted if there is no `fault`. */
  readonly edits?: Edits;
  /** Ends the run at a finding. */
  readonly isEnough?: (finding: RunFinding) => boolean;
  readonly seed?: number;
  readonly phases?: readonly Phase[];
  readonly hasCases?: (operationId: string) => boolean;
  readonly only?: readonly string[];
  readonly maxRequests?: number;
  readonly timeoutMs?: number;
  /** Gives the probe a hooks module that signs the assertions of sign-in requests. */
  readonly canSignIn?: boolean;
  /** Fingerprints of the findings of the healthy sandbox, which reveal no fault. */
  readonly healthy?: ReadonlySet<string>;
};

export type ProbeRunner = {
  readonly url: string;
  readonly run: (options: ProbeRunOptions) => Promise<ProbeRun>;
  readonly close: () => Promise<void>;
};

/** Starts a proxy that plants one fault per run. The spec is loaded once, and each run has its own sandbox. */
export async function createProbeRunner(): Promise<ProbeRunner> {
  const proxy = await startProxy();
  const servers = [`billingUrl=${proxy.url}`];
  const operations = loadContract("spec/openapi.yaml").operations.filter(({ kind }) => kind === "path");
  const targets = createServerUrls(operations, proxy.url, servers);
  const contract = loadContract("spec/openapi.yaml", { servers: targets.servers });

  const run = async (options: ProbeRunOptions): Promise<ProbeRun> => {
    const { fault, seed = 1, phases = PHASES, only = [], maxRequests = 10_000, timeoutMs = 10_000 } = options;
    const sandbox = await createSandbox({ seed: "faults", baseUrl: proxy.url, singleAddress: true });
    const credentials = {
      headers: [["Authorization", `Bearer ${await signIn(sandbox)}`]],
      query: [],
      cookies: [],
    } as const;
    const { applicationId, businessId } = getDemo(sandbox);
    proxy.plant(sandbox.url, fault ?? options.edits);
    const stop = new AbortController();
    const errors: string[] = [];
    const all: RunFinding[] = [];
    const seen = new Map<string, string>();
    const costs = new Map<string, number>();
    let found: string | undefined;
    const started = performance.now();
    const { requests, endReason } = await runProbe({
      contract,
      levels: [],
      operations: selectOperations(contract.operations, only),
      baseUrl: proxy.url,
      servers,
      credentials: { get: async () => credentials, invalidate: () => false },
      limits: { maxRequests, maxTimeMs: 600_000 },
      timeoutMs,
      seed,
      nonce: randomBytes(6).toString("hex"),
      phases,
      hasCases: ({ id }) => options.hasCases?.(id) ?? true,
      hooks: options.canSignIn === true ? createSignInHooks(sandbox) : undefined,
      parameters: { businessId: [businessId], appId: [applicationId], applicationId: [applicationId] },
      safe: false,
      listen: createWebhookListener(proxy.url, proxy.url),
      signal: stop.signal,
      now: () => performance.now(),
      command: (caseId) => caseId,
      onExchange: (_, { findings }, task) => {
        costs.set(task, (costs.get(task) ?? 0) + 1);
        for (const { code, level, operationId, message, fingerprint } of findings) {
          const finding = { code, level, operationId: operationId ?? null, message, task };
          all.push(finding);
          if (options.isEnough?.(finding) === true) stop.abort();
          if (level === "error") errors.push(`${code} ${operationId}: ${message}`);
          seen.set(fingerprint, `${code} ${operationId}`);
          if (isRevealing(options, finding, fingerprint)) found ??= code;
        }
        if (found !== undefined) stop.abort();
      },
    });
    const ms = Math.round(performance.now() - started);
    if (endReason !== undefined) errors.push(endReason);
    await sandbox.close();
    const name = fault?.name ?? `seed ${seed}`;
    return { name, found, errors, seen, findings: all, requests, costs, ms, exchanges: proxy.exchanges() };
  };
  return { url: proxy.url, run, close: proxy.close };
}

function isRevealing({ fault, healthy }: ProbeRunOptions, finding: RunFinding, fingerprint: string): boolean {
  return (
    fault !== undefined && revealsFault(fault, finding.code, finding.operationId) && healthy?.has(fingerprint) !== true
  );
}

export function getDemo({ demo }: Sandbox): NonNullable<Sandbox["demo"]> {
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  return demo;
}

/** What `--hooks` takes: each sign-in request gets a fresh assertion, because one is valid only once. */
function createSignInHooks(sandbox: Sandbox): ProbeHooks {
  return {
    prepareRequest: async ({ operationId }, request) => {
      const { body } = request;
      if (operationId !== "createToken" || body === undefined || !("value" in body)) return request;
      const value = body.value as Readonly<Record<string, unknown>>;
      if (typeof value.assertion !== "string") return request;
      return { ...request, body: { ...body, value: { ...value, assertion: await createAssertion(sandbox) } } };
    },
  };
}

function createAssertion(sandbox: Sandbox): Promise<string> {
  const { applicationId, privateKey, audience } = getDemo(sandbox);
  const own = { applicationId, privateKeyPem: privateKey, audience };
  return selfSignedAssertion({ ...own, now: Date.now(), jti: randomUUID() });
}

export async function signIn(sandbox: Sandbox): Promise<string> {
  const assertion = await createAssertion(sandbox);
  const form = new URLSearchParams({ grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const response = await fetch(`${sandbox.url}/token`, {
    ...{ method: "POST", headers: { "Api-Version": "1.2" }, body: form },
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}
