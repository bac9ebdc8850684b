/** Databases whose path has their name, although they have ids too. Names are unique, and the response to a creation is empty. */

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

const error = `"400": { description: d }, "404": { description: d }, "405": { description: d }, "409": { description: d }, "415": { description: d }`;
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NAMED = "{ type: object, required: [name], properties: { name: { type: string, minLength: 3 } } }";
const SHOWN = "{ type: object, properties: { id: { type: string, format: uuid }, name: { type: string } } }";
const DATABASE = "[{ name: database, in: path, required: true, schema: { type: string } }]";
const SPEC = `openapi: 3.1.0
info: { title: Databases, version: "1" }
paths:
  /databases:
    get: { operationId: listDatabases, responses: { "200": { description: d, ${json(`{ type: array, items: ${SHOWN} }`)} }, ${error} } }
    post: { operationId: createDatabase, requestBody: { required: true, ${json(NAMED)} }, responses: { "201": { description: d, ${json("{ type: object }")} }, ${error} } }
  /databases/{database}:
    parameters: ${DATABASE}
    get: { operationId: getDatabase, responses: { "200": { description: d, ${json(SHOWN)} }, ${error} } }
    delete: { operationId: deleteDatabase, responses: { "204": { description: d }, ${error} } }
  /databases/{database}/size:
    parameters: ${DATABASE}
    get: { operationId: getSize, responses: { "200": { description: d, ${json("{ type: integer }")} }, ${error} } }
`;

/** @param key Which property the path has. */
async function startService(key: "id" | "name", isKept = true): Promise<string> {
  const databases: { readonly id: string; readonly name: string }[] = [{ id: randomUUID(), name: "first" }];
  const app = express();
  app.use(express.json());
  app.get("/databases", (_, response) => void response.json(databases));
  app.post("/databases", (request, response) => {
    const { name } = request.body ?? {};
    if (request.is("application/json") === false) return void response.sendStatus(415);
    if (typeof name !== "string" || name.length < 3) return void response.sendStatus(400);
    if (databases.some((it) => it.name === name)) return void response.sendStatus(409);
    const created = { id: randomUUID(), name };
    if (isKept || databases.length < 3) databases.push(created);
    response.status(201).json(key === "id" ? created : {});
  });
  app.use("/databases/:database", (request, response, next) => {
    response.locals.at = databases.findIndex((it) => it[key] === request.params.database);
    if (response.locals.at === -1) response.sendStatus(404);
    else next();
  });
  app.get("/databases/:database", (_, response) => void response.json(databases[response.locals.at]));
  app.get("/databases/:database/size", (_, response) => void response.json(5));
  app.delete("/databases/:database", (_, response) => {
    databases.splice(response.locals.at, 1);
    response.sendStatus(204);
  });
  app.use((_: unknown, response: express.Response) => void response.sendStatus(405));
  app.use((_error: unknown, _: unknown, response: express.Response, __: unknown) => void response.sendStatus(400));
  return serveForTest(createServer(app));
}

async function probe(url: string, ...options: readonly string[]) {
  const spec = join(createFolder({ "spec.yaml": SPEC }), "spec.yaml");
  const phases = ["--phase", "examples,stateful", "--max-requests", "600", "--quiet", "--format", "json"];
  const { stdout } = await runContract(["probe", url, "--spec", spec, ...phases, ...options]);
  const { findings, unaccepted } = JSON.parse(stdout) as {
    findings: { code: string; level: string; operationId: string }[];
    unaccepted?: { operations: string[] }[];
  };
  return {
    unaccepted: (unaccepted ?? []).flatMap(({ operations }) => operations),
    findings: findings
      .filter(({ level }) => level === "error")
      .map(({ code, operationId }) => `${code} ${operationId}`),
  };
}

const NOTHING = { unaccepted: [], findings: [] };

test.each(["id", "name"] as const)("all operations are reached by the %s, also in later runs", async (key) => {
  const url = await startService(key);
  expect([await probe(url), await probe(url), await probe(url)]).toEqual([NOTHING, NOTHING, NOTHING]);
});

test.each(["id", "name"] as const)("what is only listed is reached by the %s", async (key) => {
  expect(await probe(await startService(key), "--safe")).toEqual(NOTHING);
});

test("a creation whose name is lost is found", async () => {
  expect((await probe(await startService("name", false))).findings).toEqual(["exchange.write.lost createDatabase"]);
});
