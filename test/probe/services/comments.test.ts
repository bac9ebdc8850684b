/** Lists with page numbers, and comments of posts without a path of their own. Each has twins with one defect. */

import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

type Defect = "overlaps" | "skips" | "counts one more" | "stores nothing" | "lists all" | "keeps the time";

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const error = `"400": { description: d }, "404": { description: d }, "405": { description: d }, "415": { description: d }`;
const COMMENT =
  "{ type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string }, email: { type: string, format: email, example: Ann@Example.com }, updatedAt: { type: string, readOnly: true } } }";
const number = (name: string, maximum: number): string =>
  `{ name: ${name}, in: query, schema: { type: integer, minimum: 1, maximum: ${maximum}, default: ${name === "page" ? 1 : 20} } }`;
const SPEC = `openapi: 3.1.0
info: { title: Comments, version: "1" }
paths:
  /tags:
    get: { operationId: listTags, parameters: [${number("page", 1000)}, ${number("per_page", 50)}], responses: { "200": { description: d, ${json("{ type: object, properties: { total: { type: integer }, items: { type: array, items: { type: object, properties: { id: { type: integer } } } } } }")} }, ${error} } }
  /posts:
    post: { operationId: createPost, requestBody: { required: true, ${json(COMMENT)} }, responses: { "201": { description: d, ${json(COMMENT)} }, ${error} } }
  /posts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getPost, responses: { "200": { description: d, ${json(COMMENT)} }, ${error} } }
    put: { operationId: putPost, requestBody: { required: true, ${json(COMMENT)} }, responses: { "200": { description: d, ${json(COMMENT)} }, ${error} } }
  /posts/{id}/comments:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listComments, responses: { "200": { description: d, ${json(`{ type: array, items: ${COMMENT} }`)} }, ${error} } }
    post: { operationId: createComment, requestBody: { required: true, ${json(COMMENT)} }, responses: { "201": { description: d, ${json(COMMENT)} }, ${error} } }
`;

const TAGS = Array.from({ length: 75 }, (_, index) => ({ id: index + 1 }));

function listTags(page: number, size: number, defect: Defect | undefined) {
  const step = defect === "overlaps" ? Math.max(1, size - 1) : defect === "skips" && size > 1 ? size + 1 : size;
  const start = (page - 1) * step;
  return { total: TAGS.length + (defect === "counts one more" ? 1 : 0), items: TAGS.slice(start, start + size) };
}

async function startService(defect?: Defect): Promise<string> {
  const posts = new Map<number, object>();
  const comments: { readonly post: number; readonly shown: object }[] = [];
  const app = express();
  app.use(express.json());
  app.use((request, response, next) => {
    const isWrite = request.method === "POST" || request.method === "PUT";
    const { text, email = "a@b.example" } = request.body ?? {};
    if (isWrite && request.is("application/json") === false) response.sendStatus(415);
    else if (isWrite && (typeof text !== "string" || typeof email !== "string" || !/^\S+@\S+$/.test(email)))
      response.sendStatus(400);
    else next();
  });
  const show = (id: number, { body }: express.Request, updatedAt = new Date().toISOString()) => {
    const email = typeof body.email === "string" ? { email: body.email.toLowerCase() } : {};
    return { id, text: body.text, ...email, updatedAt };
  };
  app.get("/tags", (request, response) => {
    const [page, size] = [request.query.page ?? "1", request.query.per_page ?? "20"].map((it) =>
      /^[1-9]\d*$/.test(String(it)) ? Number(it) : 0,
    );
    if (!page || !size || size > 50 || page > 1000) response.sendStatus(400);
    else response.json(listTags(page, size, defect));
  });
  app.post("/posts", (request, response) => {
    const id = 1001 + posts.size;
    posts.set(id, show(id, request, defect === "keeps the time" ? "2024-05-06T07:08:09Z" : undefined));
    response.status(201).json(posts.get(id));
  });
  app.use("/posts/:id", (request, response, next) => {
    if (!/^\d+$/.test(request.params.id)) response.sendStatus(400);
    else if (!posts.has(Number(request.params.id))) response.sendStatus(404);
    else next();
  });
  app.get("/posts/:id", (request, response) => void response.json(posts.get(Number(request.params.id))));
  app.put("/posts/:id", (request, response) => {
    const id = Number(request.params.id);
    posts.set(id, show(id, request, defect === "keeps the time" ? "2024-05-06T07:08:09Z" : undefined));
    response.json(posts.get(id));
  });
  app.get("/posts/:id/comments", (request, response) => {
    const isListed = (post: number) => defect === "lists all" || post === Number(request.params.id);
    response.json(comments.filter(({ post }) => isListed(post)).map(({ shown }) => shown));
  });
  app.post("/posts/:id/comments", (request, response) => {
    const shown = show(5001 + comments.length, request);
    if (defect !== "stores nothing") comments.push({ post: Number(request.params.id), shown });
    response.status(201).json(shown);
  });
  app.use((_: unknown, response: express.Response) => void response.sendStatus(405));
  app.use((_error: unknown, _: unknown, response: express.Response, __: unknown) => void response.sendStatus(400));
  return serveForTest(createServer(app));
}

async function probe(defect?: Defect) {
  const spec = join(createFolder({ "spec.yaml": SPEC }), "spec.yaml");
  const phases = ["--phase", "examples,stateful", "--max-requests", "600", "--quiet", "--format", "json"];
  const { stdout } = await runContract(["probe", await startService(defect), "--spec", spec, ...phases]);
  const { findings } = JSON.parse(stdout) as { findings: { code: string; level: string; operationId: string }[] };
  const errors = findings.filter(({ level }) => level === "error");
  return [...new Set(errors.map(({ code, operationId }) => `${code} ${operationId}`))];
}

test.each<[Defect | undefined, readonly string[]]>([
  [undefined, []],
  ["overlaps", ["exchange.page.repeated listTags"]],
  ["skips", ["exchange.page.incomplete listTags"]],
  ["counts one more", ["exchange.page.count listTags"]],
  ["stores nothing", ["exchange.write.lost createComment"]],
  ["lists all", ["exchange.resource.other listComments"]],
  ["keeps the time", ["exchange.resource.differs getPost"]],
])("a service that %s", async (defect, expected) => {
  expect(await probe(defect)).toEqual(expected);
});
