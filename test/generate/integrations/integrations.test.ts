/** The files for other libraries, compiled and used with these libraries. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUNDLERS } from "../../../scripts/bench/bundle.js";
import { runGenerateCommand } from "../../../src/cli/actions/generate.js";
import { runContract } from "../../cli/run-contract.js";
import { compileStrictly } from "../compile-strictly.js";
import { createRecordingIo } from "../recording-io.js";

const folder = mkdtempSync(join(tmpdir(), "integrations-"));
const SPEC = "test/generate/cases/notes.yaml";
const FORM = join(import.meta.dirname, "../../material/tanstack-form");
const OPTIONS = { spec: SPEC, out: folder, with: ["runtime", "standard-schema", "tanstack-query", "msw"] } as const;

/** What a user writes. Each line after `@ts-expect-error` must be an error. */
const USES = {
  forms: `
    import { sValidator } from "@hono/standard-validator";
    import { Hono } from "hono";
    import type { StandardSchemaV1 } from "@standard-schema/spec";
    import { initTRPC } from "@trpc/server";
    import { addNote, getNote, listNotes } from "./schemas.js";

    export const standard: StandardSchemaV1<{ id: string; text: string }> = addNote.body;
    // @ts-expect-error a note has a text
    export const wrong: StandardSchemaV1<{ id: number }> = addNote.body;

    const app = new Hono().post("/notes", sValidator("json", addNote.body), (c) => c.json(c.req.valid("json").text, 201));
    const t = initTRPC.create();
    const router = t.router({
      get: t.procedure.input(getNote.path).output(getNote.responses[200]).query(({ input }) => ({ id: input.id, text: "x" })),
      broken: t.procedure.output(getNote.responses[200]).query(() => ({ id: "a" }) as never),
    });
    const post = async (body: object) => {
      const init = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const response = await app.request("/notes", init);
      return [response.status, await response.json()];
    };
    const caller = router.createCaller({});
    const refused = (promise: Promise<unknown>) => promise.then(() => "accepted", ({ code }) => code);
    export default async () => [
      await post({ id: "a", text: "b" }),
      (await post({ id: 1 }))[0],
      await caller.get({ id: "n7" }),
      await refused(caller.get({} as never)),
      await refused(caller.broken()),
      addNote.body["~standard"].validate({ id: 1, text: "t" }),
      addNote.body["~standard"].validate(undefined),
      getNote.path["~standard"].validate({}),
      listNotes.query["~standard"].validate({}),
      listNotes.responses[200]["~standard"].validate({ notes: [{ id: "a", text: "b" }, { id: "c", text: 4 }] }),
    ];`,
  named: `
    import { sValidator } from "@hono/standard-validator";
    import { Hono } from "hono";
    import type { StandardSchemaV1 } from "@standard-schema/spec";
    import type { Note } from "./client.js";
    import { NoteSchema, ProblemSchema, type StandardSchema } from "./validators.js";

    const input: StandardSchemaV1.InferInput<typeof NoteSchema> = { id: "a", text: "b" };
    const output: StandardSchemaV1.InferOutput<typeof NoteSchema> = input;
    export const standard: StandardSchemaV1<Note> = NoteSchema;
    export const declared: StandardSchema<Note> = NoteSchema;
    // @ts-expect-error a note has a text
    export const wrong: StandardSchemaV1.InferOutput<typeof NoteSchema> = { id: "a" };
    // @ts-expect-error a problem is no note
    export const other: StandardSchemaV1<Note> = ProblemSchema;

    const app = new Hono().post("/notes", sValidator("json", NoteSchema), (c) => c.json(c.req.valid("json").text));
    const post = async (body: object) =>
      (await app.request("/notes", {
        ...{ method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } },
      })).status;
    const checked = NoteSchema["~standard"].validate({ id: 1 });
    export default async () => [
      await post(output),
      await post({ id: 1 }),
      NoteSchema["~standard"].validate(output),
      checked.issues?.map(({ path, message }) => [path?.join("."), message]),
      ProblemSchema["~standard"].validate([]),
    ];`,
  queries: `
    import { InfiniteQueryObserver, MutationObserver, QueryClient } from "@tanstack/query-core";
    import { type CallError, createClient } from "./client.js";
    import { addNoteMutation, getNoteQuery, listNotesQuery, notesPagesQuery } from "./queries.js";

    const bodies: Record<string, unknown> = {
      "GET /notes/n1": { id: "n1", text: "one" },
      "GET /notes": { notes: [{ id: "n1", text: "one" }], next: "c2" },
      "GET /notes?after=c2": { notes: [{ id: "n2", text: "two" }] },
      "POST /notes": { id: "n9", text: "nine" },
    };
    const client = createClient({
      signIn: { apiKey: "key" },
      fetch: async (url, { method } = {}) => {
        const { pathname, search } = new URL(String(url));
        const body = bodies[\`\${method} \${pathname}\${search}\`];
        const headers = { "content-type": "application/json" };
        return new Response(JSON.stringify(body ?? { title: "none" }), { status: body ? 200 : 404, headers });
      },
    });
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    export default async () => {
      const note = await queries.fetchQuery(getNoteQuery(client, { params: { path: { id: "n1" } } }));
      const text: string = note.text;
      // @ts-expect-error the path parameter is required
      getNoteQuery(client, {});
      const missing = await queries
        .fetchQuery(getNoteQuery(client, { params: { path: { id: "n9" } } }))
        .catch(({ kind, status }: CallError) => [kind, status]);
      const list = new InfiniteQueryObserver(queries, notesPagesQuery(client, {}));
      await list.refetch();
      const { data } = await list.fetchNextPage();
      const last = data?.pages.at(-1);
      const added = await new MutationObserver(queries, addNoteMutation(client)).mutate({ body: { id: "n9", text: "nine" } });
      const keys = [getNoteQuery(client, { params: { path: { id: "n1" } } }), listNotesQuery(client)].map((it) => it.queryKey);
      return [text, missing, data?.pages.length, last?.items[0]?.text, last?.next, added.id, keys];
    };`,
  mocks: `
    import { setupServer } from "msw/node";
    import { createClient, orThrow } from "./client.js";
    import { delete as remove, getNote, handlers, listNotes } from "./handlers.js";

    const server = setupServer(...handlers);
    const client = createClient({ signIn: { apiKey: "key" } });
    const params = { path: { id: "n1" } };
    export default async () => {
      server.listen({ onUnhandledRequest: "error" });
      try {
        const note = orThrow(await client.getNote({ params }));
        const notes = orThrow(await client.listNotes());
        const removed = await client.delete({ params });
        // @ts-expect-error the spec has no such status
        getNote({ status: 418 });
        server.use(getNote({ status: 404 }), listNotes({ body: { notes: [] } }), remove({ headers: { "X-Trace": "7" } }));
        const missing = await client.getNote({ params });
        const none = orThrow(await client.listNotes());
        const traced = await client.delete({ params });
        const error = missing.ok ? [] : Object.keys(missing.error as object);
        return [note, Array.isArray(notes.notes), removed.status, missing.status, error, none, traced.response.headers.get("x-trace")];
      } finally {
        server.close();
      }
    };`,
};

const RESULTS: Readonly<Record<keyof typeof USES, readonly unknown[]>> = {
  forms: [
    ...[[201, "b"], 400, { id: "n7", text: "x" }, "BAD_REQUEST", "INTERNAL_SERVER_ERROR"],
    { issues: [{ message: "must be string", path: ["id"] }] },
    { issues: [{ message: "must be object", path: [] }] },
    { issues: [{ message: "is required", path: ["id"] }] },
    { value: {} },
    { issues: [{ message: "must be string", path: ["notes", 1, "text"] }] },
  ],
  named: [
    ...[200, 400, { value: { id: "a", text: "b" } }],
    [
      ["id", "must be string"],
      ["text", "is required"],
    ],
    { issues: [{ message: "must be object", path: [] }] },
  ],
  queries: [
    ...["one", ["refused", 404], 2, "two", undefined, "n9"],
    [
      ["getNote", { path: { id: "n1" } }],
      ["listNotes", {}],
    ],
  ],
  mocks: [{ id: "n1", text: "hello" }, true, 204, 404, ["title"], { notes: [] }, "7"],
};

beforeAll(async () => {
  symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  expect(await runGenerateCommand(OPTIONS, createRecordingIo())).toBe(0);
  for (const [name, text] of Object.entries(USES)) writeFileSync(join(folder, `use-${name}.ts`), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("they compile with strict options, in programs that use them", () => {
  const files = [...Object.keys(USES).map((name) => `use-${name}`), "schemas", "queries", "handlers"].map((name) =>
    join(folder, `${name}.ts`),
  );
  expect(compileStrictly(files, { skipLibCheck: true })).toEqual([]);
});

test.each(Object.keys(USES) as (keyof typeof USES)[])("%s work", async (name) => {
  const { default: use } = await import(join(folder, `use-${name}.ts`));
  expect(await use()).toEqual(RESULTS[name]);
});

test("TanStack Form finds the fields that are invalid", async () => {
  const { standardSchemaValidators, isStandardSchemaValidator } = await import(
    join(FORM, "standardSchemaValidator.js")
  );
  const { addNote, listNotes } = await import(join(folder, "schemas.ts"));
  expect(isStandardSchemaValidator(addNote.body)).toBe(true);
  const validate = (value: object, schema: unknown, validationSource = "form") =>
    standardSchemaValidators.validate({ value, validationSource }, schema);
  const text = { message: "must be string", path: ["notes", 1, "text"] };
  const notes = [
    { id: "a", text: "b" },
    { id: "c", text: 4 },
  ];
  expect([
    validate({ id: "a", text: "b" }, addNote.body),
    Object.keys(validate({ id: 1 }, addNote.body).fields).sort(),
    validate({ notes }, listNotes.responses[200]).fields,
    validate({ notes }, listNotes.responses[200], "field"),
  ]).toEqual([undefined, ["id", "text"], { "notes[1].text": [text] }, [text]]);
});

test.each([
  ["schemas", "getNote", "getNote", "addNote"],
  ["validators", "ProblemSchema", '"title"', '"text"'],
  ["queries", "getNoteQuery", "getNote", "addNote"],
])("a bundle contains only what it imports from %s", async (file, name, used, other) => {
  const entry = join(folder, `bundle-${file}.js`);
  writeFileSync(entry, `import { ${name} } from "./${file}.js"; globalThis.program = ${name};`);
  const { text } = await BUNDLERS.esbuild.bundle(entry, false);
  expect([
    text.includes(file === "schemas" ? '"path id"' : used),
    text.includes(other),
    text.includes("Retry"),
  ]).toEqual([true, false, false]);
});

test("an unknown library is refused", async () => {
  const { code, stderr } = await runContract(["generate", "--spec", SPEC, "--out", folder, "--with", "redux"]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("Give one or more of validators, bundle, runtime, standard-schema, tanstack-query, msw."),
  ]);
});
