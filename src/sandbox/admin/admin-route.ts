import { isObject, type JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { parseTimestamp, readDomainTime } from "../context/domain-clock.js";
import { Refusal } from "../context/request-context.js";
import type { DemoCredentials } from "../options.js";
import type { PlayedService } from "../requests/operation-server.js";
import type { RequestLog } from "../requests/request-log.js";
import type { sendAndClose } from "../server/send-response.js";
import { readStrictJson } from "../server/strict-json.js";
import type { Mutex } from "../store/cluster-lock.js";
import type { Database, Queries } from "../store/database.js";
import type { ClockAdvances } from "./clock/clock-advances.js";

/** What the admin API works on. */
export type AdminContext = {
  readonly database: Database;
  readonly app: AppContext;
  readonly log: RequestLog;
  readonly service: PlayedService;
  readonly demo: DemoCredentials | undefined;
  /**
   * Fills an empty database as at the start, including the clock. Uses the data of the start when `pack` is undefined.
   */
  readonly fill: (queries: Queries, pack: string | undefined) => Promise<void>;
  /** Versions to report, such as those of the package and of Node. */
  readonly versions: Readonly<Record<string, string>>;
  /** Host and port of the admin API; the port is known once the server listens. */
  readonly address: () => { readonly host: string; readonly port: number };
  /** Required of every request except those for the page and the health check, when defined. */
  readonly token?: string | undefined;
  /** Serializes work across all replicas: changes of the clock, resets and restores must not overlap. */
  readonly exclusive: Mutex;
  /** Changes of the clock. */
  readonly advances: ClockAdvances;
};

/** A change of the database: in one transaction, at a domain time in milliseconds. */
export type AdminChange = AdminContext & { readonly queries: Queries; readonly now: number };

/** Runs a change, and sends the deliveries that it makes due. */
export async function runChange<T>(control: AdminContext, change: (at: AdminChange) => Promise<T>): Promise<T> {
  const { database, app } = control;
  const now = await readDomainTime(database, app);
  const result = await database.transaction((queries) => change({ ...control, queries, now }));
  app.wake();
  return result;
}

/** A complete request to the admin API. */
export type AdminRequest = {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

export type AdminResponse = Parameters<typeof sendAndClose>[1];

/** Sent with every response: no caching, content sniffing, framing or disclosure to other sites. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

export function createJsonResponse(value: unknown, status = 200): AdminResponse {
  return createTextResponse(`${JSON.stringify(value, undefined, 2)}\n`, "application/json", { status });
}

export function createTextResponse(
  body: string | Uint8Array,
  contentType: string,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> | undefined } = {},
): AdminResponse {
  return { status, headers: { ...COMMON_HEADERS, "Content-Type": contentType, ...headers }, body };
}

/** The body has the shape of the service's error responses. */
export function createRefusalResponse({ status, code, message, headers }: Refusal): AdminResponse {
  const body = `${JSON.stringify({ status, code, message })}\n`;
  return createTextResponse(body, "application/json", { status, headers });
}

/**
 * Parses the body of a request as a JSON object. An empty body is an empty object.
 *
 * @param known names of the allowed members; any when undefined
 * @throws Refusal 400 when the body is no JSON object or has an unknown member
 */
export function readJsonObject({ body }: AdminRequest, known?: readonly string[]): JsonObject {
  if (body.length === 0) return {};
  const reading = readStrictJson(body);
  if (reading.kind === "refused") throw new Refusal(400, "INVALID_BODY", reading.reason);
  if (!isObject(reading.value)) throw new Refusal(400, "INVALID_BODY", "the body must be a JSON object");
  const unknown = Object.keys(reading.value).find((name) => known?.includes(name) === false);
  if (unknown === undefined) return reading.value;
  const name = JSON.stringify(unknown.slice(0, 60));
  throw new Refusal(400, "INVALID_BODY", `unknown member ${name}; expected ${known?.join(", ")}`);
}

/**
 * Parses a time in GMT, with or without fractions of a second.
 *
 * @param name the parameter or member, for the error message
 * @returns milliseconds since 1970
 * @throws Refusal 400 when the value is no time or names a date that does not exist
 */
export function readTime(value: unknown, name: string): number {
  const text = typeof value === "string" ? value : "";
  if (parseTimestamp(text.replace(/\.\d{1,3}(?=Z$)/, "")) !== undefined) return Date.parse(text);
  throw new Refusal(400, "INVALID_TIME", `\`${name}\` must be a time in GMT such as 2026-03-14T09:30:00Z`);
}
