/** Which operations are probed, and the recording and verdicts of a probe. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createContract } from "../../../src/check/index.js";
import { createRecordedExchanges } from "../../../src/cli/actions/probe.js";
import { selectProbedOperations } from "../../../src/cli/probe/probe-settings.js";
import { loadDocument } from "../../../src/document/index.js";
import { createExchange } from "../../check/inline-contract.js";
import { createFolder } from "../run-contract.js";

const get = (operationId: string, tags: readonly string[] = []) => ({
  operationId,
  tags,
  responses: { 200: { description: "d" } },
});
/** @param remove the id of DELETE /notes @param close the path and the id of an action */
const createNotes = (remove: string, close: string) =>
  createContract(
    loadDocument("spec.json", () =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: {
          "/notes": { get: get("listNotes"), post: get("addNote", ["write"]), delete: get(remove) },
          [`/${close}`]: { post: get(close) },
          "/notes/{id}": { parameters: [{ name: "id", in: "path", required: true, schema: {} }], get: get("getNote") },
        },
        webhooks: { sold: { post: get("onSold") } },
      }),
    ),
  );
const contract = createNotes("removeNotes", "archive");
const NOTHING = { only: [], exclude: [], include: [], safe: false };

test.each([
  [{}, ["listNotes", "addNote", "removeNotes", "archive", "getNote", "onSold"], []],
  [{ only: ["/notes"] }, ["listNotes", "addNote", "removeNotes"], []],
  [
    { exclude: [{ selector: "DELETE", reason: "slow" }, { selector: "/archive" }] },
    ["listNotes", "addNote", "getNote", "onSold"],
    [
      { selector: "DELETE", reason: "slow", operations: ["removeNotes"] },
      { selector: "/archive", operations: ["archive"] },
    ],
  ],
  [
    { exclude: [{ selector: "/notes" }], include: ["addNote"], only: ["/notes"] },
    ["addNote"],
    [{ selector: "/notes", operations: ["listNotes", "removeNotes"] }],
  ],
  [
    { safe: true },
    ["listNotes", "addNote", "removeNotes", "archive", "getNote", "onSold"],
    [{ selector: "--safe", operations: ["addNote", "removeNotes", "archive", "onSold"] }],
  ],
  [{ safe: true, only: ["listNotes", "getNote"] }, ["listNotes", "getNote"], []],
  [
    { safe: true, only: ["write", "getNote"], exclude: [{ selector: "getNote" }] },
    ["addNote"],
    [
      { selector: "getNote", operations: ["getNote"] },
      { selector: "--safe", operations: ["addNote"] },
    ],
  ],
])("%j selects %j", (selection, ids, excluded) => {
  const selected = selectProbedOperations(contract, { ...NOTHING, ...selection });
  expect(selected.operations.map(({ id }) => id)).toEqual(ids);
  expect(selected.excluded.map((it) => ({ ...it }))).toEqual(excluded);
});

test.each([
  [{}, { deleteAllNotes: "delete all", shutdown: "shutdown" }],
  [{ include: ["shutdown"] }, { deleteAllNotes: "delete all" }],
  [{ include: ["DELETE", "shutdown"] }, {}],
  [{ only: ["/notes"] }, { deleteAllNotes: "delete all" }],
])("with %j, these are left out because they look destructive: %j", (selection, words) => {
  const selected = selectProbedOperations(createNotes("deleteAllNotes", "shutdown"), { ...NOTHING, ...selection });
  const ids = Object.keys(words);
  expect(selected.operations.map(({ id }) => id)).not.toEqual(expect.arrayContaining(ids.length === 0 ? ["-"] : ids));
  expect(selected.excluded).toEqual(
    Object.entries(words).map(([id, found]) => ({
      selector: id,
      reason: `it looks as if it ends the service or deletes all of its data ("${found}"); to send it, name it with include`,
      operations: [id],
    })),
  );
});

test("the exchanges of a probe are written as a recording, if it is asked for", () => {
  const folder = createFolder({});
  const har = join(folder, "out.har");
  const exchange = createExchange({ url: "https://a.example/notes?token=secret", response: "ok" });
  const record = (options: object): void => {
    const recorded = createRecordedExchanges(options as never, contract);
    recorded.add(exchange);
    recorded.add(exchange);
    // A process that ends here leaves a complete file.
    if (readdirSync(folder).length > 0) expect(JSON.parse(readFileSync(har, "utf8")).log.entries).toHaveLength(2);
    recorded.close();
  };
  record({});
  expect(readdirSync(folder)).toEqual([]);
  record({ har });
  const { log } = JSON.parse(readFileSync(har, "utf8"));
  expect(log).toMatchObject({ version: "1.2", creator: { name: "commerce-contract" } });
  expect(log.entries.map(({ request }: { readonly request: { readonly url: string } }) => request.url)).toEqual(
    Array(2).fill("https://a.example/notes?token=[redacted]"),
  );
  expect(log.entries[0].startedDateTime).toMatch(/^20\d\d-/);
});
