import { isSameOperation } from "./merge-operations.js";
import {
  createLocation,
  createOperationMatcher,
  type Entry,
  listOperations,
  type Spec,
  type SpecOperation,
} from "./spec-file.js";

/** Why a spec lacks an operation that another tool has. */
export const REASONS = {
  template: "the requests belong to another template of the spec",
  unanswered: "no response is recorded",
  host: "another host than the API",
  cache: "the browser took the response from its cache",
  page: "a page of a web site, or a part of one",
  preflight: "a preflight of a browser (CORS)",
  rejected: "the service rejected the path or the method",
  unmade: "no request of the recording has this path and method",
  unexplained: "unexplained",
} as const;

export type MissedOperation = { readonly name: string; readonly reason: keyof typeof REASONS };

type SpecOfTool = { readonly spec: Spec; readonly operations: readonly SpecOperation[] };

/** The operations of `theirs` that `ours` lacks, each with its reason: the first that holds for all requests of the operation. */
export function listMissedOperations(
  theirs: readonly SpecOperation[],
  ours: Spec,
  entries: readonly Entry[],
): readonly MissedOperation[] {
  const own = { spec: ours, operations: listOperations(ours) };
  return theirs
    .filter((operation) => !own.operations.some((it) => isSameOperation(it, operation)))
    .map((operation) => {
      const requests = entries.filter((entry) => isRequestOf(entry, operation));
      const reasons = requests.map((entry) => explain(entry, own));
      return { name: operation.name, reason: requests.length === 0 ? "unmade" : pickReason(reasons) };
    });
}

/** One request that is explained by nothing leaves the operation unexplained. */
function pickReason(reasons: readonly MissedOperation["reason"][]): MissedOperation["reason"] {
  const order = ["unexplained", ...Object.keys(REASONS)];
  return reasons.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? "unexplained";
}

function isRequestOf(entry: Entry, operation: SpecOperation): boolean {
  const { method = "", url = "" } = entry.request ?? {};
  if (!URL.canParse(url)) return false;
  return createOperationMatcher(operation)(createRequestOperation(method, url));
}

function createRequestOperation(method: string, url: string): SpecOperation {
  return { name: url, locations: [createLocation(method, new URL(url).pathname)] };
}

function explain(
  { request, response, _fromCache, _fetchType }: Entry,
  { spec, operations }: SpecOfTool,
): MissedOperation["reason"] {
  const { method = "", url = "" } = request ?? {};
  const status = response?.status ?? 0;
  const made = createRequestOperation(method, url);
  if (status <= 0) return "unanswered";
  if (!listOrigins(spec).has(new URL(url).origin)) return "host";
  if (operations.some((it) => createOperationMatcher(it)(made))) return "template";
  if (method === "OPTIONS" && findHeader(request, "access-control-request-method") !== undefined) return "preflight";
  if (status === 404 || status === 405 || status === 501) return "rejected";
  if (_fromCache !== undefined || /Cache$/.test(_fetchType ?? "")) return "cache";
  return isPage({ request, response }) ? "page" : "unexplained";
}

function listOrigins({ servers = [], paths = {} }: Spec): ReadonlySet<string> {
  const all = [...servers, ...Object.values(paths).flatMap((item) => (item as Spec).servers ?? [])];
  return new Set(all.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : [])));
}

/** A document, script, style, image or font, by its media type or by what a browser wants it for. */
function isPage({ request, response }: { readonly [part in keyof Entry]: Entry[part] | undefined }): boolean {
  const type = response?.content?.mimeType ?? findHeader(response, "content-type");
  return PAGE_TYPE.test(type ?? "") || (findHeader(request, "sec-fetch-dest") ?? "empty") !== "empty";
}

function findHeader(message: Entry["request"] | Entry["response"], wanted: string): string | undefined {
  return message?.headers?.find(({ name }) => name?.toLowerCase() === wanted)?.value;
}

const PAGE_TYPE =
  /^(?:text\/(?:html|css)|(?:text|application)\/(?:x-)?(?:javascript|font)|image\/|font\/|application\/(?:wasm|manifest))/i;
