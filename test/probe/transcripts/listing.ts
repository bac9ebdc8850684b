/** A listing with filters and pages, and its items. */
import type { Service, ServiceRequest, ServiceResponse } from "./run-transcript.js";

export const LISTING_SPEC = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /shops/{shop}/things:
    get:
      operationId: listThings
      x-list: { style: links, items: /things, size: limit, count: /count, total: /count }
      parameters:
        - { name: shop, in: path, required: true, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, default: 3, minimum: 1, maximum: 100 } }
        - { name: after, in: query, schema: { type: string } }
        - { name: state, in: query, schema: { type: string } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: ownerName, in: query, schema: { type: string } }
        - { name: startAt, in: query, schema: { type: string, format: date-time } }
        - { name: endAt, in: query, schema: { type: string, format: date-time } }
        - { name: If-Modified-Since, in: header, schema: { type: string } }
      responses:
        "200": { description: d, content: { application/json: { schema: { type: object, properties: { things: { type: array, items: { $ref: "#/components/schemas/Thing" } }, count: { type: integer } } } } } }
        "404": { description: d }
  /shops/{shop}/things/{thingId}:
    get:
      operationId: getThing
      parameters:
        - { name: shop, in: path, required: true, schema: { type: string } }
        - { name: thingId, in: path, required: true, schema: { type: string } }
      responses:
        "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
        "404": { description: d }
components:
  schemas:
    Thing:
      type: object
      properties:
        id: { type: string }
        state: { type: string }
        tags: { type: array, items: { type: string } }
        owner: { type: object, properties: { name: { type: string } } }
        updatedAt: { type: string }
`;

const THINGS = [
  { id: "a", state: "new", tags: ["x"], owner: { name: "Ann" }, updatedAt: "2026-01-01T00:00:00Z" },
  { id: "b", state: "used", tags: ["x", "y"], owner: { name: "Bo" }, updatedAt: "2026-01-02T00:00:00Z" },
  { id: "c", state: "used", tags: [], owner: { name: "Bo" }, updatedAt: "2026-01-03T00:00:00Z" },
  { id: "d", state: "used", tags: ["y"], owner: { name: "Cy" }, updatedAt: "2026-01-04T00:00:00Z" },
  { id: "e", state: "new", tags: ["y"], owner: { name: "Cy" }, updatedAt: "2026-01-05T00:00:00Z" },
];
type Thing = (typeof THINGS)[number];

export type ListingDefect =
  | "state filter shows others"
  | "tags filter leaves one out"
  | "two filters apply only the first"
  | "filter lost on the next page"
  | "startAt ignored"
  | "endAt ignored"
  | "If-Modified-Since ignored"
  | "short pages"
  | "limit ignored"
  | "a page again"
  | "an item twice"
  | "last page lost"
  | "foreign next link"
  | "wrong count"
  | "item differs"
  | "unknown id found"
  | "item fails"
  | "nothing with small pages";

type Has = (defect: ListingDefect) => boolean;

/** A correct service, or one with defects. */
export function createListing(...defects: readonly ListingDefect[]): Service {
  const has: Has = (defect) => defects.includes(defect);
  return (request) => {
    const [, , shop, , id] = request.path.split("/");
    if (shop !== "s") return { status: 404 };
    return id === undefined ? pageOf(filter(request, has), request, has) : readThing(id, has);
  };
}

function filter({ query, headers }: ServiceRequest, has: Has): readonly Thing[] {
  const isLost = has("filter lost on the next page") && query.has("after");
  const [state, from, to] = ["state", "startAt", "endAt"].map((name) => query.get(name));
  const isFirstOnly = has("two filters apply only the first") && state !== null;
  const tags = isLost || isFirstOnly ? undefined : query.get("tags")?.split(",");
  const owner = isLost || isFirstOnly ? null : query.get("ownerName");
  const since = has("If-Modified-Since ignored") ? undefined : headers["if-modified-since"];
  const isInWindow = ({ updatedAt }: Thing): boolean =>
    (has("startAt ignored") || updatedAt >= (from ?? "")) &&
    (has("endAt ignored") || updatedAt <= (to ?? "9")) &&
    updatedAt >= (since ?? "");
  const isInState = (it: Thing): boolean =>
    isLost || state === null || it.state === state || (has("state filter shows others") && it.id === "c");
  return THINGS.filter((it) => isInWindow(it) && isInState(it))
    .filter((it) => tags === undefined || it.tags.some((tag) => tags.includes(tag)))
    .filter((it) => owner === null || it.owner.name === owner)
    .filter((it) => !has("tags filter leaves one out") || tags === undefined || it.id !== "b");
}

function readThing(id: string, has: Has): ServiceResponse {
  const known = THINGS.find((it) => it.id === id);
  const thing = known ?? (has("unknown id found") ? { ...THINGS[0], id } : undefined);
  if (thing === undefined) return { status: 404 };
  if (has("item fails") && id === "b") return { status: 500, body: "out of order" };
  return { status: 200, body: has("item differs") ? { ...thing, owner: { name: "Zed" } } : thing };
}

function pageOf(all: readonly Thing[], { query }: ServiceRequest, has: Has): ServiceResponse {
  const limit = has("limit ignored") ? 100 : Number(query.get("limit") ?? 3);
  const start = Number(query.get("after") ?? 0);
  const isSmall = query.get("limit") === "1";
  const size = has("short pages") && limit > 1 ? limit - 1 : limit;
  const page = all.slice(start, start + size);
  const things = has("an item twice") && start > 0 ? [...all.slice(start - 1, start), ...page.slice(1)] : page;
  const next = new URLSearchParams(query);
  next.set("after", String(has("a page again") ? start : start + size));
  const origin = has("foreign next link") ? "https://elsewhere.example" : "";
  const isLast = start + size >= all.length || (has("last page lost") && start > 0 && isSmall);
  return {
    status: 200,
    body: {
      things: has("nothing with small pages") && isSmall ? [] : things,
      count: things.length + (has("wrong count") ? 1 : 0),
    },
    headers: isLast ? {} : { Link: `<${origin}/shops/s/things?${next}>; rel="next"` },
  };
}
