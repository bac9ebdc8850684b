/** A list of things with filters, flags, an order and pages, and everything that writes a thing. */
import type { Defect } from "./desk.js";
import type { Reply, Sent } from "./run-scenarios.js";

const THING = 'content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }';
const REFUSED = '"400": { description: d }, "404": { description: d }, "412": { description: d }';
const BODY =
  'requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Thing" }, example: { sku: AB-1234, state: new, size: 3, labels: [x, y], notes: [{ text: Remark, stars: 4 }], extra: Some text } } } }';

export const SHELF_SPEC = `openapi: 3.1.0
info: { title: Shelf, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      x-list: { style: offset }
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
        - { name: sort, in: query, schema: { type: string } }
        - { name: state, in: query, schema: { type: string, enum: [new, used, sold] } }
        - { name: labels, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: sku, in: query, schema: { type: string } }
        - { name: createdFrom, in: query, schema: { type: string, format: date-time } }
        - { name: createdTo, in: query, schema: { type: string, format: date-time } }
        - { name: If-Modified-Since, in: header, description: "Ignored when \`createdFrom\` is given.", schema: { type: string, format: date-time } }
        - { name: unsoldOnly, in: query, schema: { type: boolean } }
        - { name: includeNotes, in: query, schema: { type: boolean, default: false } }
        - { name: includeLabels, in: query, schema: { type: boolean } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } } }, ${REFUSED} }
    post: { operationId: createThing, ${BODY}, responses: { "201": { description: The new thing is returned., ${THING} }, ${REFUSED} } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: readThing, responses: { "200": { description: d, ${THING} }, ${REFUSED} } }
    put: { operationId: putThing, parameters: [{ name: Once, in: header, x-idempotency-key: true, schema: { type: string } }], ${BODY}, responses: { "200": { description: The changed thing is returned., ${THING} }, "201": { description: The new thing is returned., ${THING} }, ${REFUSED} } }
    patch: { operationId: patchThing, requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Change" }, example: { state: used, size: 4 } } } }, responses: { "200": { description: The changed thing is returned., ${THING} }, ${REFUSED} } }
    delete: { operationId: deleteThing, responses: { "204": { description: d }, ${REFUSED} } }
  /things/{id}/notes:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: listNotes, responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } } }, ${REFUSED} } }
components:
  schemas:
    Note: { type: object, required: [text], properties: { text: { type: string }, stars: { type: integer, minimum: 1, maximum: 9 } } }
    Change: { type: object, additionalProperties: false, properties: { state: { type: string, enum: [new, used, sold] }, size: { type: integer, minimum: 0 } } }
    Thing:
      type: object
      required: [sku]
      properties:
        id: { type: string, format: uuid }
        sku: { type: string, minLength: 1, maxLength: 40 }
        state: { type: string, enum: [new, used, sold] }
        size: { type: integer, minimum: 0, maximum: 1000 }
        labels: { type: array, items: { type: string }, maxItems: 9 }
        notes: { type: array, items: { $ref: "#/components/schemas/Note" } }
        extra: { type: string }
        sold: { type: boolean, readOnly: true }
        createdAt: { type: string, format: date-time, readOnly: true }
        updatedAt: { type: string, format: date-time, readOnly: true }
`;

type Thing = Record<string, unknown> & { readonly id: string };

const ID = (count: number): string => `7c9e6679-7425-40de-944b-${String(count).padStart(12, "0")}`;
const DAY = 86_400_000;

export function createShelf(defect: Defect = (reply) => reply): (sent: Sent) => Reply {
  const things = new Map<string, Thing>();
  const replies = new Map<string, Reply>();
  let clock = Date.parse("2026-01-01T00:00:00Z");
  const now = (): string => {
    clock += DAY / 4;
    return new Date(clock).toISOString().replace(".000", "");
  };
  const write = (id: string, value: object): Thing => {
    const before = things.get(id);
    const time = now();
    const state = (value as { state?: unknown }).state;
    const thing = { ...value, id, sold: state === "sold", createdAt: before?.createdAt ?? time, updatedAt: time };
    things.set(id, thing);
    return thing;
  };
  for (const [at, state] of ["new", "used", "sold", "new", "used"].entries())
    write(ID(at), {
      sku: `SK-${at}${at * 7}0`,
      state,
      size: [30, 4, 100, 7, 55][at],
      labels: at % 2 === 0 ? ["x"] : ["y", "z"],
      notes: [{ text: `n${at}`, stars: 1 + at }],
      extra: "e",
    });
  const show = (thing: Thing): Reply => ({
    ...{ status: 200, body: thing },
    headers: [
      ["ETag", `"${String(thing.updatedAt)}"`],
      ["Date", new Date(clock + 10_000).toUTCString()],
    ],
  });
  return (sent) => {
    const key =
      sent.requestId === undefined || sent.id !== "putThing"
        ? undefined
        : JSON.stringify([sent.requestId, sent.path, sent.value]);
    const known = key === undefined ? undefined : replies.get(key);
    const reply = defect(known ?? respond(sent), sent);
    if (key !== undefined) replies.set(key, reply);
    return reply;
  };

  function list({ query, header }: Pick<Sent, "query" | "header">): Reply {
    const since = header["If-Modified-Since"];
    const {
      limit = 20,
      offset = 0,
      sort = "createdAt",
      state,
      labels,
      sku,
      createdFrom,
      createdTo,
      unsoldOnly,
      includeNotes,
      includeLabels,
    } = query;
    const [, sign, name = ""] = /^(-?)(size|createdAt|updatedAt)$/.exec(String(sort)) ?? [];
    if (name === "") return { status: 400 };
    const found = [...things.values()].filter(
      (it) =>
        (state ?? it.state) === it.state &&
        (sku ?? it.sku) === it.sku &&
        (labels === undefined ||
          (Array.isArray(labels) && Array.isArray(it.labels) && it.labels.some((own) => labels.includes(own)))) &&
        (createdFrom === undefined || Date.parse(String(it.createdAt)) >= Date.parse(String(createdFrom))) &&
        (since === undefined ||
          createdFrom !== undefined ||
          Date.parse(String(it.createdAt)) >= Date.parse(String(since))) &&
        (createdTo === undefined || Date.parse(String(it.createdAt)) <= Date.parse(String(createdTo))) &&
        (unsoldOnly !== true || it.sold === false),
    );
    const value = (it: Thing): number => (name === "size" ? Number(it.size ?? 0) : Date.parse(String(it[name])));
    found.sort((a, b) => (sign === "-" ? value(b) - value(a) : value(a) - value(b)));
    const page = found.slice(Number(offset), Number(offset) + Number(limit));
    return {
      status: 200,
      body: page.map(({ notes, labels: own, ...it }) => ({
        ...it,
        ...(includeNotes === true && { notes }),
        ...(includeLabels === true && { labels: own }),
      })),
    };
  }

  function respond({ id, method, path, query, header, value }: Sent): Reply {
    if (method === "TRACE") return { status: 405, headers: [["Allow", "GET"]] };
    if (id === "listThings") return list({ query, header });
    const sent = value as Thing;
    if (id === "createThing")
      return isWrong(sent) ? { status: 400 } : { ...show(write(ID(100 + things.size), sent)), status: 201 };
    const own = String(path.id);
    const thing = things.get(own);
    if (header["If-None-Match"] === "*" && thing !== undefined) return { status: 412 };
    if (id === "putThing") return put(own, thing, { sent, tag: header["If-Match"] });
    if (id === "patchThing" && thing !== undefined && isStale(thing, header["If-Match"])) return { status: 412 };
    return thing === undefined ? { status: 404 } : respondFor(thing, id, sent);
  }

  function put(
    id: string,
    thing: Thing | undefined,
    { sent, tag }: { readonly sent: Thing; readonly tag: unknown },
  ): Reply {
    if (isWrong(sent)) return { status: 400 };
    if (isStale(thing, tag)) return { status: 412 };
    return { ...show(write(id, sent)), status: thing === undefined ? 201 : 200 };
  }

  function respondFor(thing: Thing, id: string, sent: Thing): Reply {
    if (id === "listNotes") return { status: 200, body: thing.notes ?? [] };
    if (id === "deleteThing") return things.delete(thing.id) ? { status: 204 } : { status: 404 };
    if (id !== "patchThing") return show(thing);
    const isObject = typeof sent === "object" && !Array.isArray(sent);
    return !isObject || isWrong({ ...thing, ...sent }) ? { status: 400 } : show(write(thing.id, { ...thing, ...sent }));
  }
}

const isStale = (thing: Thing | undefined, tag: unknown): boolean =>
  tag !== undefined && tag !== `"${String(thing?.updatedAt)}"`;

const isText = (value: unknown): boolean => typeof value === "string";
const isWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

/** By name; what a body lacks is right, except its sku. */
const RIGHT: Readonly<Record<string, (value: unknown) => boolean>> = {
  sku: (value) => typeof value === "string" && isWithin(value.length, 1, 40),
  size: (value) => isWithin(value, 0, 1000),
  state: (value) => ["new", "used", "sold"].includes(String(value)),
  labels: (value) => Array.isArray(value) && value.length <= 9 && value.every(isText),
  notes: (value) => Array.isArray(value) && value.every((it) => isText(it?.text) && isWithin(it.stars ?? 1, 1, 9)),
  extra: isText,
};

function isWrong(value: unknown): boolean {
  const body = (value ?? {}) as Record<string, unknown>;
  return Object.entries(RIGHT).some(
    ([name, isRight]) => (name === "sku" || body[name] !== undefined) && !isRight(body[name]),
  );
}
