import type { Body, LogPart } from "../exchange.js";
import { type HeaderList, noHeaders } from "../header-list.js";
import { joinedHeader } from "../headers.js";
import { isUrl } from "../is-url.js";
import { missing, noBody, textBody } from "../recorded-body.js";
import { type Found, statusOf } from "../recorded-fields.js";
import { UnreadableEntry } from "../unreadable-entry.js";

/** Something that an entry of a log holds, and where. */
export type Field = { readonly value: unknown; readonly place: string };

/** Headers as far as they were logged. */
export type LoggedHeaders = { readonly list: HeaderList; readonly place: string; readonly isWhole: boolean };

/** What an entry of a log tells of a request and its answer. */
export type Logged = {
  readonly method: Field;
  /** A path with its query, or a whole URL. */
  readonly target: Field;
  /** The path of a target is the template of the route, below the base URL. */
  readonly isTemplate?: boolean;
  readonly hasQuery?: boolean;
  /** Why nobody can tell what was asked. */
  readonly trouble?: string;
  readonly host?: unknown;
  readonly scheme?: unknown;
  readonly status: Field;
  readonly requestHeaders?: LoggedHeaders;
  readonly responseHeaders?: LoggedHeaders;
  readonly requestBody?: Field;
  readonly time?: unknown;
};

/** Makes an exchange of what was logged; what no log could tell is left out, and what this one does not tell is named. */
export function loggedExchange(logged: Logged, baseUrl: string | undefined): Found {
  const { requestHeaders = nothingLogged, responseHeaders = nothingLogged, requestBody, time } = logged;
  const method = methodOf(logged);
  const status = loggedStatus(logged.status);
  const trouble = troubleOf(logged, method, status);
  const url = trouble === undefined ? urlOf(logged, baseUrl) : { url: String(logged.target.value ?? "") };
  const asked = isBlank(requestBody?.value) ? undefined : requestBody?.value;
  const sent = typeof asked === "string" ? textBody(asked) : bodyBeside(requestHeaders);
  const isBodiless = method === "HEAD" || status < 200 || bodilessStatuses.has(status);
  const came = isBodiless ? noBody : bodyBeside(responseHeaders);
  return {
    request: { method: method ?? "", url: url.url, headers: requestHeaders.list, body: sent ?? noBody },
    response: { status, headers: responseHeaders.list, body: came ?? noBody },
    parts: {
      "request.method": logged.method.place,
      "request.url": logged.target.place,
      "request.headers": requestHeaders.place,
      "request.body": requestBody?.place ?? "",
      "response.status": logged.status.place,
      "response.headers": responseHeaders.place,
      "response.body": "",
    },
    unlogged: unloggedParts([
      ["request.path", logged.isTemplate === true],
      ["request.query", logged.hasQuery === false],
      ["request.headers", !requestHeaders.isWhole],
      ["request.body", sent === undefined || sent.kind === "missing"],
      ["response.headers", !responseHeaders.isWhole],
      ["response.body", came === undefined || came.kind === "missing"],
    ]),
    startedAt: typeof time === "string" && /^\d{4}-\d\d-\d\dT/.test(time) ? time : undefined,
    incomplete: trouble ?? url.incomplete,
  };
}

/** Whether a field stands for nothing; nginx, Apache and Envoy write a dash. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === "-";
}

/** The first of several names under which an entry holds something. */
export function firstField(entry: { readonly [name: string]: unknown }, names: readonly string[]): Field {
  const name = names.find((it) => !isBlank(entry[it])) ?? names.find((it) => it in entry) ?? names[0] ?? "";
  return { value: entry[name], place: `/${name}` };
}

function methodOf({ method: { value, place } }: Logged): string | undefined {
  if (value === undefined) throw new UnreadableEntry(place, value, "the method of a request");
  return typeof value === "string" && /^[!#$%&'*+.^_`|~0-9A-Za-z-]*[A-Za-z]/.test(value)
    ? value.toUpperCase()
    : undefined;
}

/** As a number or as text; 0 where there was no answer. */
function loggedStatus({ value, place }: Field): number {
  if (value === undefined) throw new UnreadableEntry(place, value, "the status of an answer");
  const status = isBlank(value) ? 0 : Number(value);
  return status === 0 ? 0 : statusOf(Number.isNaN(status) ? value : status, place);
}

/** Servers log what they could not read, and what nobody waited for, as they log everything else. */
function troubleOf({ target, trouble }: Logged, method: string | undefined, status: number): string | undefined {
  if (trouble !== undefined) return trouble;
  if (target.value === undefined) throw new UnreadableEntry(target.place, target.value, "the path of a request");
  if (method === undefined || isBlank(target.value)) return "the server could not read what was asked";
  if (target.value === "*") return "asked of the server as a whole";
  return status === 0 || status === 499 ? `the connection ended before there was an answer (${status})` : undefined;
}

function urlOf(logged: Logged, baseUrl: string | undefined): { readonly url: string; readonly incomplete?: string } {
  const { target, host, scheme, isTemplate } = logged;
  if (typeof target.value !== "string") throw new UnreadableEntry(target.place, target.value, "the path of a request");
  const path = target.value;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path) && isUrl(path)) return { url: path };
  const url = `${isTemplate === true ? base(baseUrl, target) : originOf(logged, baseUrl)}${path}`;
  if (path.startsWith("/") && isUrl(url)) return { url };
  const shown = [scheme, host].filter((it) => typeof it === "string").join("://");
  return { url, incomplete: `what was asked is no URL${shown === "" ? "" : ` of ${shown}`}` };
}

/** Who stands behind a gateway need not know by which scheme it is called; the description does. */
function originOf({ host, scheme, target }: Logged, baseUrl: string | undefined): string {
  const [origin, baseScheme] = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]+/i.exec(baseUrl ?? "") ?? [];
  // A server that answers for every name is called "_" by nginx.
  if (typeof host !== "string" || isBlank(host) || host === "_") return origin ?? base(undefined, target);
  return `${typeof scheme === "string" && /^https?$/i.test(scheme) ? scheme : (baseScheme ?? "https")}://${host}`;
}

function base(baseUrl: string | undefined, { place, value }: Field): string {
  if (baseUrl !== undefined) return baseUrl.replace(/\/+$/, "");
  throw new UnreadableEntry(place, value, "a path of a host, or a base URL given for the whole log (--server)");
}

/** What headers tell of a body beside them; undefined when they tell nothing. */
function bodyBeside({ list: { headers } }: LoggedHeaders): Body | undefined {
  const length = joinedHeader(headers, "content-length");
  if (length === "0") return noBody;
  return length !== undefined || joinedHeader(headers, "content-type") !== undefined ? notLogged : undefined;
}

function unloggedParts(parts: readonly (readonly [part: LogPart, isUnlogged: boolean])[]): readonly LogPart[] {
  return parts.filter(([, isUnlogged]) => isUnlogged).map(([part]) => part);
}

const nothingLogged: LoggedHeaders = { list: noHeaders, place: "", isWhole: false };
const notLogged = missing("the log holds no bodies");
const bodilessStatuses: ReadonlySet<number> = new Set([204, 205, 304]);
