/** The service whose scenarios are tested. */
import { isObject, type Json } from "../../src/document/index.js";
import type { ProbeRequest } from "../../src/probe/session/session.js";

export type Thing = Readonly<Record<string, Json>>;
export type StubResponse = { readonly status: number; readonly body?: unknown; readonly next?: string };
export type Defect = (response: StubResponse, request: ProbeRequest) => StubResponse;

type PatchStep = { readonly op: string; readonly path: string; readonly from?: string; readonly value?: Json };

/** Applies a JSON Patch to the members of an object. */
function respondAsCounter({ operation, request }: ProbeRequest, counter: Record<string, Json>): StubResponse {
  const steps = operation.method === "PATCH" ? (request.body as unknown as { value: PatchStep[] }).value : [];
  const next = { ...counter };
  for (const { op, path, from, value } of steps) {
    const name = path.slice(1);
    const source = from?.slice(1) ?? name;
    if (op !== "add" && next[source] === undefined) return { status: 400 };
    const written = from === undefined ? value : next[source];
    if (op === "remove" || op === "move") delete next[source];
    if (op !== "remove") next[name] = written ?? null;
  }
  for (const name of Object.keys(counter)) delete counter[name];
  return { status: 200, body: Object.assign(counter, next) };
}

/** A service with four things. */
export function createService(defect: Defect) {
  const things = new Map<string, Thing>(
    ["new", "used", "used", "used"].map((state, at) => [
      `t${at}`,
      { id: `t${at}`, state, updatedAt: `2026-01-0${at + 1}T00:00:00Z`, tags: [state] },
    ]),
  );
  const list = ({ url, request: { query, header } }: ProbeRequest): StubResponse => {
    const page = Number(new URL(url ?? "https://a").searchParams.get("page") ?? 0);
    const limit = Number(new URL(url ?? "https://a").searchParams.get("limit") ?? query.limit ?? 20);
    const from = String(query.startAt ?? header["If-Modified-Since"] ?? "");
    const given = new URL(url ?? "https://a").searchParams.getAll("states");
    const states = url === undefined ? [query.state ?? query.states ?? []].flat() : given;
    const all = [...things.values()]
      .filter((it) => states.length === 0 || states.some((state) => state === it.state))
      .filter((it) => String(it.updatedAt) >= from);
    const listed = query.includeTags === true ? all : all.map(({ tags: _, ...it }) => it);
    const items = listed.slice(page * limit, (page + 1) * limit);
    const search = new URLSearchParams([
      ...states.map((it): [string, string] => ["states", String(it)]),
      ["limit", `${limit}`],
      ["page", `${page + 1}`],
    ]);
    const next = (page + 1) * limit < all.length ? `/shops/s/things?${search}` : undefined;
    return { status: 200, body: items, ...(next === undefined ? {} : { next }) };
  };
  const response = (sent: ProbeRequest): StubResponse => {
    const { operation, request, credentials } = sent;
    if (credentials !== undefined) return { status: 401 };
    if (operation.id === "open") return { status: 200, body: {} };
    return request.path.shop === "s" ? respondInShop(sent) : { status: 404 };
  };
  const respondInShop = (sent: ProbeRequest): StubResponse => {
    if (sent.operation.id === "list") return list(sent);
    return sent.operation.path.includes("counters") ? respondAsCounter(sent, counter) : respondAsThing(sent);
  };
  const respondAsThing = ({ operation, request }: ProbeRequest): StubResponse => {
    const id = String(request.path.id);
    const known = things.get(id);
    if (operation.id === "parts")
      return known === undefined ? { status: 404 } : { status: 200, body: known.parts ?? [] };
    if (operation.id !== "put" && known === undefined) return { status: 404 };
    const given =
      request.body !== undefined && "value" in request.body && isObject(request.body.value as Json)
        ? request.body.value
        : {};
    if (operation.method !== "GET")
      things.set(id, { ...(operation.id === "patch" ? known : {}), ...(given as Thing), id });
    return {
      status: operation.id === "put" && known === undefined ? 201 : 200,
      body: { ...things.get(id), pin: "****" },
    };
  };
  const counter: Record<string, Json> = { count: 1, total: 1 };
  const replays = new Map<string, StubResponse>();
  return (request: ProbeRequest): StubResponse => {
    // The same id with another payload is another request.
    const key = request.requestId === undefined ? undefined : JSON.stringify([request.requestId, request.request.body]);
    const known = ["put", "count"].includes(request.operation.id) ? replays.get(key ?? "none") : undefined;
    const given = known ?? response(request);
    if (key !== undefined) replays.set(key, given);
    return defect(given, request);
  };
}
