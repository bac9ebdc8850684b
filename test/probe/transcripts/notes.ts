/** Notes that are created, read, changed, listed and deleted, and their parts. */
import type { Service, ServiceRequest, ServiceResponse } from "./run-transcript.js";

const ERRORS =
  '"400": { description: d }, "401": { description: d }, "404": { description: d }, "405": { description: d }';
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NOTE = '{ $ref: "#/components/schemas/Note" }';

export const NOTES_SPEC = `openapi: 3.1.0
info: { title: Notes, version: "1" }
security: [{ bearer: [] }]
paths:
  /notes:
    get: { operationId: listNotes, responses: { "200": { description: d, ${json(`{ type: array, items: ${NOTE} }`)} }, ${ERRORS} } }
    post:
      operationId: createNote
      parameters: [{ name: Idempotency-Key, in: header, x-idempotency-key: true, schema: { type: string } }]
      requestBody: { required: true, ${json(NOTE)} }
      responses: { "201": { description: d, ${json(NOTE)} }, ${ERRORS} }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getNote, responses: { "200": { description: d, ${json(NOTE)} }, ${ERRORS} } }
    put: { operationId: putNote, requestBody: { required: true, ${json(NOTE)} }, responses: { "200": { description: d, ${json(NOTE)} }, "201": { description: d, ${json(NOTE)} }, ${ERRORS} } }
    patch: { operationId: changeNote, requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Change" } } } }, responses: { "200": { description: d, ${json(NOTE)} }, ${ERRORS} } }
    delete: { operationId: deleteNote, responses: { "204": { description: d }, ${ERRORS} } }
  /notes/{noteId}/parts:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listParts, responses: { "200": { description: d, ${json("{ type: array, items: { type: object, properties: { partId: { type: integer }, noteId: { type: integer } } } }")} }, ${ERRORS} } }
  /notes/purge:
    post: { operationId: purgeNotes, responses: { "204": { description: d }, ${ERRORS} } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Note:
      type: object
      required: [text]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string, maxLength: 5, examples: [hello] }
        pin: { type: string, writeOnly: true, examples: ["1234"] }
    Change: { type: object, example: { text: bye, pin: "0000" }, properties: { text: { type: string, maxLength: 5 }, pin: { type: string, writeOnly: true } } }
`;

export type NotesDefect =
  | "create loses the note"
  | "create shows another text"
  | "read shows another text"
  | "put not shown"
  | "patch ignored"
  | "replay creates again"
  | "replay differs"
  | "replay for another body"
  | "delete keeps the note"
  | "delete keeps the parts"
  | "deleted note can be changed"
  | "new note not listed"
  | "pin shown"
  | "refused write applied"
  | "no credentials needed"
  | "any token accepted"
  | "credentials checked last"
  | "other tenant may read"
  | "other tenant may delete";

type Note = { readonly id: number; readonly text: string };

type Context = {
  readonly notes: Map<number, Note>;
  readonly deleted: Map<number, Note>;
  readonly replays: Map<string, ServiceResponse>;
  readonly has: (defect: NotesDefect) => boolean;
  readonly show: (note: Note) => object;
};

type Step = (
  context: Context,
  request: ServiceRequest & { readonly id: number; readonly sub: string },
) => ServiceResponse | undefined;

/** A correct service, or one with defects. The first step that responds decides. */
export function createNotes(...defects: readonly NotesDefect[]): Service {
  const has = (defect: NotesDefect): boolean => defects.includes(defect);
  const show = (note: Note): object => (has("pin shown") ? { ...note, pin: "1234" } : note);
  const context: Context = { notes: new Map(), deleted: new Map(), replays: new Map(), has, show };
  return (request) => {
    const [, , item = "", sub = ""] = request.path.split("/");
    const parts = { ...request, id: Number(item), sub: item === "purge" ? item : sub };
    for (const step of item === "" ? COLLECTION : ITEM) {
      const response = step(context, parts);
      if (response !== undefined) return response;
    }
    return { status: 405, headers: { Allow: "GET, HEAD" } };
  };
}

const isWrite = ({ method }: ServiceRequest): boolean => ["POST", "PUT", "PATCH"].includes(method);
const isOther = ({ headers }: ServiceRequest): boolean => headers.authorization === "Bearer other";

function isLetIn({ has }: Context, { headers: { authorization: token } }: ServiceRequest): boolean {
  if (token === undefined) return has("no credentials needed");
  return /^Bearer (key|other)$/.test(token) || has("any token accepted");
}

const checkToken: Step = (context, request) =>
  isLetIn(context, request) || context.has("credentials checked last") ? undefined : { status: 401 };

const checkTokenLast: Step = (context, request) =>
  isLetIn(context, request) ? undefined : { status: isWrite(request) ? 400 : 401 };

const checkBody: Step = ({ has, notes }, request) => {
  if (!isWrite(request) || request.sub === "purge" || isValid(request)) return undefined;
  if (has("refused write applied") && notes.has(request.id)) notes.set(request.id, { id: request.id, text: "" });
  return { status: 400 };
};

const create: Step = ({ notes, replays, has, show }, { method, headers, json }) => {
  if (method !== "POST") return undefined;
  const id = headers["idempotency-key"] ?? "";
  const isReused = [...replays.keys()].some((it) => it.startsWith(`${id} `) && it !== `${id} ${JSON.stringify(json)}`);
  if (isReused && !has("replay for another body")) return { status: 400 };
  const key = [...replays.keys()].find((it) => it.startsWith(`${id} `)) ?? `${id} ${JSON.stringify(json)}`;
  const known = replays.get(key);
  if (known !== undefined && has("replay differs")) return { ...known, status: 200 };
  if (known !== undefined && !has("replay creates again")) return known;
  const note = { id: 101 + replays.size + (known === undefined ? 0 : 1000), text: readText(json) ?? "" };
  if (!has("create loses the note") || replays.size < 2) notes.set(note.id, note);
  const shown = has("create shows another text") ? { ...note, text: "other" } : note;
  const response = { status: 201, body: show(shown), headers: { Location: `/notes/${note.id}` } };
  replays.set(key, response);
  return response;
};

const list: Step = ({ notes, has, show }, request) => {
  if (request.method !== "GET") return undefined;
  const shown = [...notes.values()].filter((it) => it.id < 103 || !has("new note not listed"));
  return { status: 200, body: isOther(request) ? [] : shown.map(show) };
};

const purge: Step = ({ notes }, { method, sub }) => {
  if (method !== "POST" || sub !== "purge") return undefined;
  notes.clear();
  return { status: 204 };
};

const checkId: Step = (_, { id }) => (Number.isInteger(id) ? undefined : { status: 400 });

const readParts: Step = ({ notes, deleted, has }, request) => {
  if (request.method !== "GET" || request.sub !== "parts") return undefined;
  const isThere = notes.has(request.id) || (has("delete keeps the parts") && deleted.has(request.id));
  return isThere && !isOther(request) ? { status: 200, body: [{ partId: 1, noteId: request.id }] } : { status: 404 };
};

const checkOwner: Step = ({ has }, request) => {
  const canAccess = has(request.method === "GET" ? "other tenant may read" : "other tenant may delete");
  return isOther(request) && !canAccess ? { status: 404 } : undefined;
};

const change: Step = ({ notes, deleted, has, show }, { method, id, json }) => {
  if (method !== "PUT" && method !== "PATCH") return undefined;
  const known = notes.get(id) ?? (has("deleted note can be changed") ? deleted.get(id) : undefined);
  if (known === undefined && method === "PATCH") return { status: 404 };
  const note = { id, text: readText(json) ?? known?.text ?? "" };
  const isIgnored = known !== undefined && has(method === "PUT" ? "put not shown" : "patch ignored");
  if (!deleted.has(id) && !isIgnored) notes.set(id, note);
  return { status: known === undefined ? 201 : 200, body: show(isIgnored ? known : note) };
};

const read: Step = ({ notes, has, show }, { method, id }) => {
  const note = notes.get(id);
  if (note === undefined) return { status: 404 };
  if (method !== "GET") return undefined;
  return { status: 200, body: show(has("read shows another text") ? { ...note, text: "other" } : note) };
};

const remove: Step = ({ notes, deleted, has }, { method, id }) => {
  const note = notes.get(id);
  if (method !== "DELETE" || note === undefined) return undefined;
  if (!has("delete keeps the note")) notes.delete(id);
  deleted.set(id, note);
  return { status: 204 };
};

const COLLECTION: readonly Step[] = [checkToken, checkBody, checkTokenLast, create, list];
const ITEM: readonly Step[] = [
  ...[checkToken, checkBody, checkTokenLast, purge],
  ...[checkId, readParts, checkOwner, change, read, remove],
];

function readText(json: unknown): string | undefined {
  return typeof json === "object" && json !== null && "text" in json ? String(json.text) : undefined;
}

function isValid({ method, json }: ServiceRequest): boolean {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return false;
  const { text, pin = "" } = json as { readonly text?: unknown; readonly pin?: unknown };
  if (text === undefined) return method === "PATCH" && typeof pin === "string";
  return typeof text === "string" && [...text].length <= 5 && typeof pin === "string";
}
