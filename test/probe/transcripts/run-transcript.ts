/** Runs the probe against a service of the test, and writes down everything that it sends, gets and finds. */
import { createServer } from "node:http";
import { createContract, type ExchangeResult } from "../../../src/check/index.js";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";
import { loadDocument } from "../../../src/document/index.js";
import { readArazzoDocument } from "../../../src/probe/arazzo/arazzo-document.js";
import { type ProbeOptions, type ProbeResult, runProbe } from "../../../src/probe/index.js";
import type { Exchange, RecordedBody } from "../../../src/recording/index.js";

export type ServiceRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The JSON of the body; undefined if it is none. */
  readonly json: unknown;
};

export type ServiceResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type Service = (request: ServiceRequest) => ServiceResponse;

export type TranscriptOptions = Partial<ProbeOptions> & {
  readonly spec: string;
  readonly service: Service;
  /** An Arazzo document, whose workflows alone are run. */
  readonly workflows?: string;
  /** Writes down only exchanges with findings. */
  readonly isShort?: boolean;
};

export async function runTranscript({
  spec,
  service,
  workflows,
  isShort = false,
  ...options
}: TranscriptOptions): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const url = new URL(incoming.url ?? "", "http://host.example");
    const respond = (): ServiceResponse =>
      service({
        // Node leaves out the body of a response to HEAD.
        method: incoming.method === "HEAD" ? "GET" : (incoming.method ?? ""),
        ...{ path: decodePath(url.pathname), query: url.searchParams, text, json: parseText(text) },
        headers: incoming.headers as ServiceRequest["headers"],
      });
    const isTrace = incoming.method === "TRACE";
    const { status, headers, body }: ServiceResponse = isTrace ? { status: 405, headers: { Allow: "GET" } } : respond();
    outgoing.sendDate = false;
    if (status === 0) return void incoming.socket.destroy();
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    outgoing.writeHead(status, { ...type, ...REQUIRED[status], ...headers });
    outgoing.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  });
  const baseUrl = await listenOn(server);
  const contract = createContract(
    loadDocument("spec.yaml", () => spec),
    { servers: [baseUrl] },
  );
  const { operations } = contract;
  const arazzo = workflows === undefined ? undefined : readArazzoDocument("flows.json", workflows, operations);
  const lines: [number, string, ...string[]][] = [];
  const repeated = new Map<string, number>();
  let time = 0;
  const result = await runProbe({
    ...{ contract, operations, arazzo, baseUrl, source: "service", levels: [] },
    ...{ servers: [], parameters: {}, seed: 1, safe: false, phases: ["examples", "stateful"], nonce: "run" },
    ...{ credentials: { get: async () => withToken("key"), invalidate: () => false } },
    ...{ limits: { maxRequests: 400, maxTimeMs: 60_000 }, timeoutMs: 10_000, workers: 1 },
    ...{ signal: new AbortController().signal, now: () => (time += 1), command: (caseId) => caseId },
    onExchange: (exchange, checked) =>
      lines.push(...describeExchange(exchange, checked, isShort ? repeated : undefined)),
    ...options,
  }).finally(() => closeServer(server));
  const again = [...repeated].flatMap(([what, count]) => (count > 1 ? [`${count} × ${what}`] : []));
  return `${[...groupExchanges(lines), ...again, ...describeResult(result)].join("\n")}`
    .replaceAll(baseUrl, "URL")
    .replaceAll(/(.)\1{40,}/g, (text, letter) => `(${text.length} × ${letter})`);
}

/** What HTTP requires of these statuses (RFC 9110, section 15.5). */
const REQUIRED: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "WWW-Authenticate": "Bearer" },
};

export function withToken(token: string) {
  return { headers: [["Authorization", `Bearer ${token}`]], query: [], cookies: [] } as const;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Equal exchanges without findings are on one line, with the numbers of all of them. */
function groupExchanges(
  lines: readonly (readonly [number: number, exchange: string, ...findings: string[]])[],
): string[] {
  const groups = new Map<string, string[]>();
  const shown = lines.map(([number, exchange, ...findings]) => {
    const known = findings.length === 0 ? groups.get(exchange) : undefined;
    known?.push(String(number));
    if (known !== undefined) return [];
    const numbers = [String(number)];
    if (findings.length === 0) groups.set(exchange, numbers);
    return [{ numbers, exchange, findings }];
  });
  return shown.flat().flatMap(({ numbers, exchange, findings }) => [`${numbers.join(" ")} ${exchange}`, ...findings]);
}

/** @param repeated Counts the findings of a short transcript, which shows each of them once. */
function describeExchange(
  exchange: Exchange,
  checked: ExchangeResult,
  repeated: Map<string, number> | undefined,
): [number, string, ...string[]][] {
  const { request, response, origin } = exchange;
  const isNew = ({ code, operationId, message }: ExchangeResult["findings"][number]): boolean => {
    const what = `${code} ${operationId}: ${message}`;
    repeated?.set(what, (repeated.get(what) ?? 0) + 1);
    return repeated === undefined || repeated.get(what) === 1;
  };
  const findings = checked.findings
    .filter(isNew)
    .flatMap((it) => [
      `    ${it.level} ${it.code}: ${it.message}`,
      `      ${it.reproduce?.probe} at ${it.recording.pointer} ${it.recording.body ?? ""} ${it.contract.pointer} ${it.property ?? ""} ${it.keyword ?? ""} ${JSON.stringify(it.consequences ?? [])}`,
    ]);
  if (repeated !== undefined && findings.length === 0) return [];
  const shown = ([name, value]: readonly [string, string]): string => `{${name}: ${value}}`;
  const headers = request.headers.filter(([name]) => !/^(accept|user-agent)$/i.test(name)).map(shown);
  const links = response.headers.filter(([name]) => /^(link|location|retry-after|content-encoding)$/i.test(name));
  const received = [response.status, exchange.incomplete ?? [], links.map(shown), showBody(response.body)].flat(2);
  const sent = [`${request.method} ${request.url}`, ...headers, showBody(request.body)].flat();
  return [[origin.index, `${sent.join(" ")} -> ${received.join(" ")} (${checked.verdict})`, ...findings]];
}

function showBody(body: RecordedBody): string[] {
  return body.kind === "bytes" ? [Buffer.from(body.bytes).toString()] : body.kind === "text" ? [body.text] : [];
}

function describeResult(probed: ProbeResult): string[] {
  const { unexecuted, unreachable, unseenEvents, unregistrableEvents, acceptance, ...others } = probed;
  const { untestedParameters: untested, ...result } = others;
  const names = (operations: readonly { readonly id: string }[]): string[] => operations.map(({ id }) => id);
  const lists = {
    unexecuted: unexecuted.map(({ operation, reason }) => `${operation.id}: ${reason}`),
    unreachable: names(unreachable),
    "unseen events": names(unseenEvents),
    "unregistrable events": names(unregistrableEvents),
    "untested parameters": untested,
  };
  return [
    JSON.stringify(result),
    JSON.stringify(acceptance, (_, value) => (value?.pointer === undefined ? value : value.id)),
    ...Object.entries(lists).flatMap(([name, list]) => (list.length === 0 ? [] : [`${name}: ${list.join("; ")}`])),
  ];
}
