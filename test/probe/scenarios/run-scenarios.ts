/** Runs scenarios against a service inside of the test, and writes down what they send, get and find. */

import { type Contract, createContract } from "../../../src/check/index.js";
import { loadDocument, type Operation } from "../../../src/document/index.js";
import { createProbePlan } from "../../../src/probe/plan.js";
import type { CaseRequest } from "../../../src/probe/requests/probe-case.js";
import type { SignInContext } from "../../../src/probe/scenarios/access/credentials.js";
import type { ProbeTask } from "../../../src/probe/session/case-recorder.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { addServiceCheck, type TaskSession } from "../../../src/probe/session/session.js";
import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField } from "../../../src/recording/index.js";

export type Sent = Omit<CaseRequest, "body"> & {
  readonly id: string;
  readonly method: string;
  /** The value of the body. */
  readonly value: unknown;
  /** The kind of credentials, or the value of Authorization; undefined for those of the run. */
  readonly credentials: string | undefined;
  /** The path and the query of a link that is followed. */
  readonly url: string | undefined;
  readonly requestId: string | undefined;
};

export type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: readonly HeaderField[] };

export type ScenarioRun = {
  readonly spec: string;
  readonly service: (sent: Sent) => Reply;
  readonly create: readonly ((context: SignInContext) => readonly ProbeTask[])[];
  /** Whether to write down how the first accepted requests are found. */
  readonly showsSeeds?: boolean;
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  /** The value of Authorization in requests with the credentials of the run. */
  readonly authorization?: string;
};

/** By spec, because each takes as long as a run. */
const contracts = new Map<string, Contract>();

export async function runScenarios(run: ScenarioRun): Promise<string[]> {
  const contract = contracts.get(run.spec) ?? createContract(loadDocument("spec.yaml", () => run.spec));
  contracts.set(run.spec, contract);
  const { document, operations } = contract;
  const plan = createProbePlan({
    ...{ contract, operations, parameters: run.parameters ?? {}, seed: 1, safe: false, phases: [] },
    ...{ baseUrl: BASE, servers: [] },
  });
  const lines: string[] = [];
  const session = createSession(run, lines);
  for (const task of [...plan.seeds.tasks, ...plan.seeds.lastTasks]) await task.run(session);
  if (run.showsSeeds !== true) lines.length = 0;
  const { reachable, seeds, known, createId, isValid } = plan;
  if (run.showsSeeds === true)
    for (const operation of reachable) lines.push(`seed of ${operation.id}: ${formatSeed(seeds.get(operation))}`);
  const pause = async (ms: number): Promise<void> => void lines.push(`(pause of ${ms} ms)`);
  const context = { document, operations: reachable, seeds, known, createId, isValid, nonce: "n", pause };
  for (const { id, run: runTask } of run.create.flatMap((create) => create(context))) {
    lines.push(`# ${id}`);
    await runTask(session);
  }
  return lines;

  function createSession({ service, authorization = "Bearer key" }: ScenarioRun, written: string[]): TaskSession {
    return addServiceCheck({
      send: async (given) => {
        const { operation, method = operation.method, edit, expect, requestId, credentials, url } = given;
        const request = given.transform?.(given.request) ?? given.request;
        const value = readBody(request.body);
        const sentCredentials = typeof credentials === "object" ? credentials.headers[0]?.[1] : credentials;
        const { path, query, header, cookie } = request;
        const sent = {
          ...{ path, query, header, cookie },
          ...{ id: operation.id, method, value, requestId, url, credentials: sentCredentials },
        };
        const reply = service(sent);
        const own = method === operation.method ? undefined : method;
        const shown = {
          path,
          query,
          header,
          value,
          method: own,
          url,
          requestId,
          credentials: sentCredentials,
          edit: edit?.what,
          expect,
        };
        written.push(`${operation.id} ${formatParts(shown)} -> ${reply.status}`);
        const exchange = buildExchange(
          { operation, request, method, url, authorization: sentCredentials ?? authorization },
          reply,
        );
        return new ProbeExchange({ document, operation, request, exchange, edit, expect });
      },
      report: ({ operation }, finding) => {
        if (finding === undefined) return;
        const { code, message, part, at = "", contract: place, valueClass } = finding;
        written.push(`  ${code} of ${operation.id}: ${message} (${part}${at}, ${place}, ${valueClass})`);
      },
      discard: () => void written.push("  (discarded)"),
      recordDelivery: () => {
        throw new Error("no deliveries");
      },
    });
  }
}

function formatSeed(seed: ReturnType<ReturnType<typeof createProbePlan>["seeds"]["get"]>): string {
  if (seed === undefined) return "-";
  const { request, accepted, isGuessed } = seed;
  return `${formatParts({ path: request.path, query: request.query, body: request.body })} ${accepted === undefined ? "rejected" : accepted.exchange.response.status}${isGuessed === true ? ", guessed" : ""}`;
}

const BASE = "https://service.example/v1";

function formatParts(parts: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).filter(([, it]) => it !== undefined && JSON.stringify(it) !== "{}")),
  );
}

type Outgoing = {
  readonly operation: Operation;
  readonly request: CaseRequest;
  readonly method: string;
  readonly url: string | undefined;
  readonly authorization: string;
};

function buildExchange(
  { operation, request, method, url, authorization }: Outgoing,
  reply: Reply,
): ProbeExchange["exchange"] {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path[name])),
  );
  const query = new URLSearchParams(
    Object.entries(request.query).map(([name, it]): [string, string] => [name, String(it)]),
  );
  const exchange: Exchange = {
    request: {
      method,
      url: url ?? `${BASE}${path}${query.size === 0 ? "" : `?${query}`}`,
      headers: [["Authorization", authorization]],
      body: { kind: "none" },
    },
    response: {
      status: reply.status,
      headers: [
        ...(reply.body === undefined ? [] : [["Content-Type", "application/json"] as const]),
        ...(reply.headers ?? []),
      ],
      body:
        reply.body === undefined ? { kind: "none" } : { kind: "bytes", bytes: Buffer.from(JSON.stringify(reply.body)) },
    },
    origin: { source: "service", index: 0, pointer: "/0", parts: EXCHANGE_PART_POINTERS },
  };
  return exchange;
}

/** Only the findings, each with the line before it. */
export function keepFindings(lines: readonly string[]): string[] {
  return lines.filter((line, at) => line.startsWith("  ") || lines[at + 1]?.startsWith("  ") === true);
}

/** The value of a body. A form that is sent as text is read. */
function readBody(body: CaseRequest["body"]): unknown {
  if (body === undefined) return undefined;
  if ("value" in body) return body.value;
  return body.contentType.startsWith("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(String(body.text)))
    : body.text;
}
