/** Builds the exchanges of a scenario of the checks. */
import { join } from "node:path";
import { loadContract } from "../../../src/check/index.js";
import type { CaseEdit } from "../../../src/probe/requests/probe-case.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { EXCHANGE_PART_POINTERS, type RecordedBody } from "../../../src/recording/index.js";

export const { document, operations } = loadContract(join(import.meta.dirname, "description.yaml"));

export type ScenarioStep = {
  readonly ask?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly send?: unknown;
  readonly status?: number;
  /** The URL of the next page, sent in a Link header. */
  readonly link?: string;
  readonly encoding?: string;
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** The default is that of the operation. */
  readonly method?: string;
  readonly body?: unknown;
  /** The bytes of the body, one for each character, and its media type. */
  readonly raw?: string;
  readonly type?: string;
  /** A URL that the operation does not have. */
  readonly url?: string;
  readonly incomplete?: string;
  /** A webhook delivery of the service. Its request may have the bytes of `sentRaw`. */
  readonly event?: boolean;
  readonly sentRaw?: string;
};

export function buildProbeExchange(step: ScenarioStep, edit: CaseEdit | undefined): ProbeExchange {
  const {
    ask = "listThings",
    path = {},
    query = {},
    send,
    status = 200,
    link,
    encoding,
    etag,
    headers = {},
    body,
    raw,
    type = "application/json",
    incomplete,
    sentRaw,
  } = step;
  const operation = operations.find(({ id }) => id === ask);
  if (operation === undefined) throw new Error(`there is no operation ${ask}`);
  const contentType = operation.requestBody?.content[0]?.range ?? "application/json";
  const search = new URLSearchParams(Object.entries(query).map(([name, it]): [string, string] => [name, String(it)]));
  const url = `https://service.example/v1${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "")}`;
  const text: RecordedBody = send === undefined ? { kind: "none" } : { kind: "text", text: JSON.stringify(send) };
  const written: RecordedBody = sentRaw === undefined ? text : { kind: "bytes", bytes: Buffer.from(sentRaw, "latin1") };
  const bytes: RecordedBody =
    body === undefined && raw === undefined
      ? { kind: "none" }
      : { kind: "bytes", bytes: raw === undefined ? Buffer.from(JSON.stringify(body)) : Buffer.from(raw, "latin1") };
  return new ProbeExchange({
    ...{ document, operation, edit },
    request: { path, query, header: {}, cookie: {}, ...(send !== undefined && { body: { contentType, value: send } }) },
    exchange: {
      request: {
        method: step.method ?? operation.method,
        url: step.url ?? (search.size === 0 ? url : `${url}?${search}`),
        headers: Object.entries(step.requestHeaders ?? {}),
        body: written,
      },
      response: {
        status: incomplete === undefined ? status : 0,
        headers: [
          ["Content-Type", type],
          ...(link === undefined ? [] : [["Link", `<${link}>; rel="next"`] as const]),
          ...(etag === undefined ? [] : [["ETag", etag] as const]),
          ...Object.entries(headers),
          ...(encoding === undefined ? [] : [["Content-Encoding", encoding] as const]),
        ],
        body: bytes,
      },
      origin: { source: "https://service.example", index: 0, pointer: "/0", parts: EXCHANGE_PART_POINTERS },
      ...(step.event && { webhook: {} }),
      ...(incomplete !== undefined && { incomplete }),
    },
  });
}
