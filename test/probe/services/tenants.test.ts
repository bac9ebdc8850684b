/** A service of two tenants who sign in, and twins of it with one defect each. */

import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

type Defect =
  | "shows foreign"
  | "deletes foreign"
  | "lists foreign"
  | "shares"
  | "trusts alg none"
  | "ignores signatures";
type SignInDefect =
  | "issues nothing"
  | "redirects"
  | "accepts any password"
  | "ignores expiry"
  | "states another lifetime";

const error = `"400": { description: d }, "401": { description: d }, "404": { description: d }, "405": { description: d }, "415": { description: d }`;
const note = "{ type: object, required: [text], properties: { id: { type: string }, text: { type: string } } }";
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const SPEC = `openapi: 3.1.0
info: { title: Notes, version: "1" }
security: [{ bearer: [] }]
paths:
  /sign-in:
    post:
      operationId: signIn
      security: []
      requestBody: { required: true, ${json("{ type: object, required: [user, password], properties: { user: { type: string }, password: { type: string }, ttl: { type: integer } } }")} }
      responses: { "200": { description: d, ${json("{ type: object, properties: { token: { type: string }, expiresIn: { type: integer } } }")} }, ${error} }
  /notes:
    get: { operationId: listNotes, responses: { "200": { description: d, ${json(`{ type: array, items: ${note} }`)} }, ${error} } }
    post: { operationId: createNote, requestBody: { required: true, ${json(note)} }, responses: { "201": { description: d, ${json(note)} }, ${error} } }
  /notes/{noteId}:
    parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getNote, responses: { "200": { description: d, ${json(note)} }, ${error} } }
    delete: { operationId: deleteNote, responses: { "204": { description: d }, ${error} } }
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
`;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (text: string, secret = "s"): string => createHmac("sha256", secret).update(text).digest("base64url");

function createToken(user: string, secret?: string, lifetime = 3600): string {
  const iat = Math.floor(Date.now() / 1000);
  const head = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ user, iat, exp: iat + lifetime })}`;
  return `${head}.${sign(head, secret)}`;
}

function readUser(token: string, defect: Defect | SignInDefect | undefined): string | undefined {
  const [header = "", claims = "", signature] = token.split(".");
  const isUnsigned = defect === "trusts alg none" && Buffer.from(header, "base64url").toString().includes('"none"');
  const isTrusted = isUnsigned || (defect === "ignores signatures" && claims.length > 10);
  if (!isTrusted && signature !== sign(`${header}.${claims}`)) return undefined;
  const { user, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { user: string; exp: number };
  return exp * 1000 < Date.now() && defect !== "ignores expiry" ? undefined : user;
}

async function startService(defect?: Defect | SignInDefect): Promise<string> {
  const notes = new Map<string, { owner: string; id: string; text: string }>();
  let count = 0;
  const app = express();
  app.use(express.json());
  app.use((fault: Error, _: express.Request, response: express.Response, next: express.NextFunction) =>
    fault ? void response.sendStatus(400) : next(),
  );
  app.post("/sign-in", (request, response) => {
    const { user, password, ttl = 3600 } = (request.body ?? {}) as Record<string, unknown>;
    if (request.is("application/json") === false) response.sendStatus(415);
    else if (typeof user !== "string" || typeof password !== "string") response.sendStatus(400);
    else if (!Number.isInteger(ttl)) response.sendStatus(400);
    else if (password !== "right" && defect !== "accepts any password") response.sendStatus(401);
    else {
      const token = createToken(user, defect === "issues nothing" ? "other" : undefined, Number(ttl));
      response.json({ token, expiresIn: Number(ttl) * (defect === "states another lifetime" ? 1000 : 1) });
    }
  });
  app.use("/sign-in", (_, response) => void response.sendStatus(405));
  app.use((request, response, next) => {
    const user = readUser(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "", defect);
    response.locals.user = user;
    if (user === undefined) response.sendStatus(401);
    else next();
  });
  app.get("/notes", (_, response) => {
    const isListed = defect === "lists foreign" || defect === "shares";
    const own = [...notes.values()].filter(({ owner }) => owner === response.locals.user || isListed);
    response.json(own.map(({ id, text }) => ({ id, text })));
  });
  app.post("/notes", (request, response) => {
    if (request.is("application/json") === false) return void response.sendStatus(415);
    const { text, id: given } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof text !== "string" || (given !== undefined && typeof given !== "string"))
      return void response.sendStatus(400);
    count += 1;
    const id = `n${count}`;
    notes.set(id, { owner: response.locals.user as string, id, text });
    response.status(201).json({ id, text });
  });
  app.use("/notes/:id", (request, response, next) => {
    const known = notes.get(request.params.id);
    const isForeign = known?.owner !== response.locals.user;
    const isOpen =
      defect === "shares" || defect === (request.method === "DELETE" ? "deletes foreign" : "shows foreign");
    if (!["GET", "DELETE"].includes(request.method)) response.sendStatus(405);
    else if (known === undefined || (isForeign && !isOpen)) response.sendStatus(404);
    else if (defect === "redirects" && request.method === "GET" && request.query.go === undefined)
      response.redirect(`/notes/${request.params.id}?go=1`);
    else next();
  });
  app.get("/notes/:id", (request, response) => {
    const { id, text } = notes.get(request.params.id) ?? {};
    response.json({ id, text });
  });
  app.delete("/notes/:id", (request, response) => {
    notes.delete(request.params.id);
    response.sendStatus(204);
  });
  app.use((_, response) => void response.sendStatus(405));
  return serveForTest(createServer(app));
}

async function probe(url: string, users: readonly string[]) {
  const spec = join(createFolder({ "spec.yaml": SPEC }), "spec.yaml");
  const auth = users.flatMap((user) => ["--auth", `bearer:${createToken(user)}`]);
  const values = ["--param", "user=ann", "--param", "password=right"];
  const phases = ["--phase", "examples,stateful"];
  const { code, stdout } = await runContract([
    "probe",
    url,
    "--spec",
    spec,
    ...auth,
    ...values,
    ...phases,
    "--quiet",
    "--format",
    "json",
  ]);
  const { findings, unaccepted } = JSON.parse(stdout) as {
    findings: { code: string; level: string; operationId: string }[];
    unaccepted?: unknown;
  };
  const errors = findings.filter(({ level }) => level === "error");
  return { code, unaccepted, found: [...new Set(errors.map(({ code: it, operationId }) => `${it} ${operationId}`))] };
}

test("nothing is found in a service that keeps tenants apart, with one or two identities", async () => {
  const url = await startService();
  expect(await probe(url, ["ann"])).toEqual({ code: 0, found: [], unaccepted: undefined });
  expect(await probe(url, ["ann", "bob"])).toEqual({ code: 0, found: [], unaccepted: undefined });
});

test.each<[Defect | SignInDefect, readonly string[]]>([
  ["shows foreign", ["exchange.security.foreign getNote"]],
  ["deletes foreign", ["exchange.security.foreign deleteNote"]],
  ["trusts alg none", ["exchange.security.unchecked"]],
  ["ignores signatures", ["exchange.security.unchecked"]],
  ["issues nothing", ["exchange.token.rejected signIn"]],
  ["accepts any password", ["exchange.security.unchecked signIn"]],
  ["ignores expiry", ["exchange.security.unchecked listNotes"]],
  ["states another lifetime", ["exchange.token.differs signIn"]],
  ["redirects", ["response.status.undocumented getNote"]],
  ["lists foreign", ["exchange.security.foreign listNotes"]],
])("%s", async (defect, expected) => {
  const { code, found } = await probe(await startService(defect), ["ann", "bob"]);
  expect(found.filter((it) => !expected.some((text) => it.startsWith(text)))).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
  expect(code).toBe(1);
});

test("notes that a list and their own path show to both tenants are shared", async () => {
  const { found } = await probe(await startService("shares"), ["ann", "bob"]);
  expect(found).toEqual([]);
});

test("a third identity is refused", async () => {
  const { code, stderr } = await runContract([
    "probe",
    "http://127.0.0.1:9",
    ...["a", "b", "c"].flatMap((it) => ["--auth", `bearer:${it}`]),
  ]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--auth: expected at most two, of two tenants")]);
});
