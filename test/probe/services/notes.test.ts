/**
 * Services written with a public framework, with the shapes that a review found unprobed: no list, a trailing slash, ids
 * only in `Location`, a deletion before a change. Each has a twin with one defect.
 */

import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

type NotesOptions = {
  readonly hasList?: boolean;
  readonly isIdInLocation?: boolean;
  /** Whether creations need the header `Idempotency-Key`. */
  readonly isKeyed?: boolean;
  readonly defect?:
    | "ignores keys"
    | "keeps deleted"
    | "loses new"
    | "shows another text"
    | "hides new"
    | "applies refused";
};

const NOTE =
  "{ type: object, required: [text], properties: { id: { type: integer }, text: { type: string, maxLength: 40 } } }";
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const error = `"400": { description: d }, "404": { description: d }, "405": { description: d }, "415": { description: d }`;

const KEY = "{ name: Idempotency-Key, in: header, required: true, schema: { type: string, minLength: 1 } }";

function writeSpec({ hasList = true, isIdInLocation = false, isKeyed = false }: NotesOptions): string {
  const list = `get: { operationId: listNotes, responses: { "200": { description: d, ${json(`{ type: array, items: ${NOTE} }`)} }, ${error} } }`;
  const created = isIdInLocation ? "{ description: d }" : `{ description: d, ${json(NOTE)} }`;
  const spec = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /v1/notes/:
    ${hasList ? list : "x-no-list: true"}
    post: { operationId: createNote, parameters: [${isKeyed ? KEY : ""}], requestBody: { required: true, ${json(NOTE)} }, responses: { "201": ${created}, ${error} } }
  /v1/notes/{note_id}:
    parameters: [{ name: note_id, in: path, required: true, schema: { type: integer } }]
    delete: { operationId: deleteNote, responses: { "204": { description: d }, ${error} } }
    get: { operationId: getNote, responses: { "200": { description: d, ${json(NOTE)} }, ${error} } }
    patch: { operationId: changeNote, requestBody: { required: true, ${json("{ type: object, properties: { text: { type: string, maxLength: 40 } } }")} }, responses: { "200": { description: d, ${json(NOTE)} }, ${error} } }
`;
  return join(createFolder({ "spec.yaml": spec }), "spec.yaml");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= 40;
}

async function startNotes({ isIdInLocation = false, isKeyed = false, defect }: NotesOptions): Promise<string> {
  const notes = new Map<number, { id: number; text: string }>();
  const byKey = new Map<string, { readonly sent: string; readonly note: { id: number; text: string } }>();
  let count = 0;
  const app = express();
  app.use(express.json());
  app.use((request, response, next) => {
    const isWrite = request.method === "POST" || request.method === "PATCH";
    if (isWrite && request.is("application/json") === false) response.sendStatus(415);
    else if (isWrite && (typeof request.body !== "object" || request.body === null || Array.isArray(request.body)))
      response.sendStatus(400);
    else if (isWrite && request.body.text !== undefined && !isText(request.body.text)) {
      const id = Number(request.path.split("/").at(-1));
      if (defect === "applies refused" && notes.has(id)) notes.set(id, { id, text: "" });
      response.sendStatus(400);
    } else next();
  });
  app.get("/v1/notes/", (_, response) => {
    const all = [...notes.values()];
    response.json(defect === "hides new" ? all.slice(0, 1) : all);
  });
  app.post("/v1/notes/", (request, response, next) => {
    const key = request.get("idempotency-key") ?? "";
    const earlier = isKeyed && defect !== "ignores keys" ? byKey.get(key) : undefined;
    if (earlier?.sent === JSON.stringify(request.body)) response.status(201).json(earlier.note);
    else if (earlier !== undefined || (isKeyed && key === "")) response.sendStatus(400);
    else next();
  });
  app.post("/v1/notes/", (request, response) => {
    const { text, id: given } = request.body;
    if (!isText(text) || (given !== undefined && !Number.isInteger(given))) return void response.sendStatus(400);
    count += 1;
    const note = { id: 1000 + count, text };
    byKey.set(request.get("idempotency-key") ?? "", { sent: JSON.stringify(request.body), note });
    if (defect !== "loses new" || count < 3) notes.set(note.id, note);
    response.status(201).location(`/v1/notes/${note.id}`);
    if (isIdInLocation) response.end();
    else response.json(note);
  });
  app.use("/v1/notes/:id", (request, response, next) => {
    const isKnown = notes.has(Number(request.params.id));
    if (!["GET", "HEAD", "PATCH", "DELETE"].includes(request.method)) response.sendStatus(405);
    else if (!/^-?\d+$/.test(request.params.id)) response.sendStatus(400);
    else if (!isKnown) response.sendStatus(404);
    else next();
  });
  app.delete("/v1/notes/:id", (request, response) => {
    if (defect !== "keeps deleted") notes.delete(Number(request.params.id));
    response.sendStatus(204);
  });
  app.patch("/v1/notes/:id", (request, response) => {
    const id = Number(request.params.id);
    const note = { id, text: String(request.body.text ?? notes.get(id)?.text) };
    notes.set(id, note);
    response.json(note);
  });
  app.get("/v1/notes/:id", (request, response) => {
    const note = notes.get(Number(request.params.id));
    const isOther = defect === "shows another text" && note !== undefined && note.id > 1001;
    response.json(isOther ? { ...note, text: "other" } : note);
  });
  app.use((_: unknown, response: express.Response) => void response.sendStatus(405));
  app.use((_error: unknown, _: unknown, response: express.Response, __: unknown) => void response.sendStatus(400));
  return serveForTest(createServer(app));
}

async function probe(options: NotesOptions) {
  const url = await startNotes(options);
  return runContract([
    "probe",
    url,
    "--spec",
    writeSpec(options),
    "--phase",
    "examples,stateful",
    "--max-requests",
    "300",
  ]);
}

test.each<[string, NotesOptions]>([
  ["a list at a path with a slash", {}],
  ["creation, reading and deletion without a list", { hasList: false }],
  ["ids only in Location", { hasList: false, isIdInLocation: true }],
  ["creation with an idempotency key", { isKeyed: true }],
])("every operation is accepted: %s", async (_, options) => {
  const { code, stdout } = await probe(options);
  expect(stdout).not.toContain("No request accepted");
  expect(stdout).not.toContain("✗");
  expect(code).toBe(0);
});

test.each<[NonNullable<NotesOptions["defect"]>, string]>([
  ["ignores keys", "exchange.replay.differs"],
  ["keeps deleted", "exchange.resource.undeleted"],
  ["loses new", "exchange.write.lost"],
  ["shows another text", "exchange.resource.differs"],
  ["hides new", "exchange.page.incomplete"],
  ["applies refused", "exchange.refusal.applied"],
])("a service that %s gets %s", async (defect, finding) => {
  const { code, stdout } = await probe({ defect, isKeyed: defect === "ignores keys" });
  expect(stdout).toContain(finding);
  expect(code).toBe(1);
});
