/**
 * A service as its makers often describe it. The collection is the root. Descriptions list values without `enum`. A write
 * gets 404 or 500 when something is missing. The service sets properties itself, and members are a set.
 */

import { createServer } from "node:http";
import { join } from "node:path";
import { Ajv } from "ajv";
import express from "express";
import { expect, test } from "vitest";
import yaml from "yaml";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

type Defect = "cuts long texts" | "needs an unlisted kind";

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const FILE = `{ type: object, properties: { id: { type: integer, readOnly: true }, kind: { type: string, description: "'folder', 'link' or 'file'" }, text: { type: string, maxLength: 30 }, members: { type: array, items: { type: string }, minItems: 1, maxItems: 4 }, revision: { type: integer, minimum: 0, maximum: 9 } } }`;
const error = `default: { description: d }`;
const SPEC = `openapi: 3.1.0
info: { title: Files, version: "1" }
paths:
  /:
    post: { operationId: createFile, requestBody: { ${json(FILE)} }, responses: { "201": { description: d, ${json(FILE)} }, ${error} } }
  /{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: getFile, responses: { "200": { description: d, ${json(FILE)} }, ${error} } }
    put: { operationId: replaceFile, requestBody: { ${json(FILE)} }, responses: { "200": { description: d, ${json(FILE)} }, ${error} } }
`;

async function startFiles(defect?: Defect): Promise<string> {
  const files = new Map<string, object>();
  const kind = defect === "needs an unlisted kind" ? "pipe" : "file";
  const app = express();
  app.use(express.json());
  const isValid = new Ajv({ strict: false }).compile(yaml.parse(FILE));
  const store = (id: string, { body }: express.Request): object => {
    const { text = "", members = [] } = body;
    const shown = {
      id: Number(id),
      kind: body.kind,
      revision: 3,
      text: defect === "cuts long texts" ? text.slice(0, 20) : text,
    };
    const all = [...new Set(members), "owner"];
    const file = { ...shown, members: all };
    files.set(id, file);
    return file;
  };
  app.post("/", (request, response) => {
    if (request.body?.kind === undefined) response.status(404).json({ message: "kind is missing" });
    else if (request.body.kind !== kind) response.status(500).json({ message: "cannot make it" });
    else if (isValid(request.body)) response.status(201).json(store(String(files.size + 1), request));
    else response.sendStatus(400);
  });
  app.use("/:id", (request, response, next) => {
    const isKnown = files.has(request.params.id);
    if (!["GET", "PUT"].includes(request.method)) response.sendStatus(405);
    else if (!isKnown) response.status(request.method === "PUT" ? 500 : 404).end();
    else next();
  });
  app.get("/:id", (request, response) => void response.json(files.get(request.params.id)));
  app.put("/:id", (request, response) => {
    if (isValid(request.body)) response.json(store(request.params.id, request));
    else response.sendStatus(400);
  });
  app.use((_error: unknown, _: unknown, response: express.Response, __: unknown) => void response.sendStatus(400));
  return serveForTest(createServer(app));
}

async function probe(defect?: Defect) {
  const url = await startFiles(defect);
  const spec = join(createFolder({ "spec.yaml": SPEC }), "spec.yaml");
  const limits = ["--phase", "examples,stateful", "--max-requests", "200"];
  const { stdout, stderr } = await runContract(["probe", url, "--spec", spec, ...limits]);
  return stdout + stderr;
}

test("every operation is accepted, and what the service sets or adds is not lost", async () => {
  const output = await probe();
  expect(output).toContain("3 of 3 operations seen");
  expect(output).not.toContain("was accepted");
  expect(output).not.toContain("exchange.write.lost");
  expect(output).not.toContain("request.path.invalid");
});

test.each<[Defect, string]>([
  ["cuts long texts", "/text: the text is cut to 20 characters in the response to the write"],
  ["needs an unlisted kind", "none of 8 requests was accepted"],
])("a service that %s is noticed", async (defect, text) => {
  expect(await probe(defect)).toContain(text);
});
