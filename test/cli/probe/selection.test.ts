/** Which operations are probed, and the recording and verdicts of a probe. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createContract } from "../../../src/check/index.js";
import { createRecordedExchanges } from "../../../src/cli/actions/probe.js";
import { assertNotDestructive, selectProbedOperations } from "../../../src/cli/probe/probe-settings.js";
import type { Io } from "../../../src/cli/process/io.js";
import { loadDocument } from "../../../src/document/index.js";
import { createExchange } from "../../check/inline-contract.js";
import { createFolder } from "../run-contract.js";

const get = (operationId: string, tags: readonly string[] = []) => ({
  operationId,
  tags,
  responses: { 200: { description: "d" } },
});
const contract = createContract(
  loadDocument("spec.json", () =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/notes": { get: get("listNotes"), post: get("addNote", ["write"]), delete: get("deleteAllNotes") },
        "/shutdown": { post: get("shutdown") },
        "/notes/{id}": { parameters: [{ name: "id", in: "path", required: true, schema: {} }], get: get("getNote") },
      },
      webhooks: { sold: { post: get("onSold") } },
    }),
  ),
);
const NOTHING = { only: [], exclude: [], include: [], safe: false };

test.each([
  [{}, ["listNotes", "addNote", "deleteAllNotes", "shutdown", "getNote", "onSold"], []],
  [{ only: ["/notes"] }, ["listNotes", "addNote", "deleteAllNotes"], []],
  [
    { exclude: [{ selector: "DELETE", reason: "slow" }, { selector: "/shutdown" }] },
    ["listNotes", "addNote", "getNote", "onSold"],
    [
      { selector: "DELETE", reason: "slow", operations: ["deleteAllNotes"] },
      { selector: "/shutdown", operations: ["shutdown"] },
    ],
  ],
  [
    { exclude: [{ selector: "/notes" }], include: ["addNote"], only: ["/notes"] },
    ["addNote"],
    [{ selector: "/notes", operations: ["listNotes", "deleteAllNotes"] }],
  ],
  [
    { safe: true },
    ["listNotes", "addNote", "deleteAllNotes", "shutdown", "getNote", "onSold"],
    [{ selector: "--safe", operations: ["addNote", "deleteAllNotes", "shutdown", "onSold"] }],
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
  [{}, ['deleteAllNotes (DELETE /notes): "delete all"', 'shutdown (POST /shutdown): "shutdown"']],
  [{ include: ["shutdown"] }, ['deleteAllNotes (DELETE /notes): "delete all"']],
  [{ include: ["DELETE", "shutdown"] }, []],
  [{ safe: true }, []],
])("with %j, these look destructive: %j", (given, found) => {
  const check = (): void => assertNotDestructive(contract, contract.operations, { ...NOTHING, ...given });
  if (found.length === 0) return expect(check).not.toThrow();
  const [first = ""] = (found[0] ?? "").split(" ");
  expect(check).toThrow(
    [
      "no request was sent, because these operations look as if they end the service or delete all of its data:",
      ...found.map((it) => `  ${it}`),
      `exclude each with an option such as --exclude '${first}', or allow it with --include '${first}'; in the configuration file, use "exclude" and "include"`,
    ].join("\n"),
  );
});

test("the exchanges of a probe are written as a recording, if it is asked for", () => {
  const folder = createFolder({});
  const har = join(folder, "out.har");
  const exchange = createExchange({ url: "https://a.example/notes?token=secret", response: "ok" });
  const record = (options: object, today?: string): void => {
    const recorded = createRecordedExchanges(options as never, contract, (today === undefined ? {} : { today }) as Io);
    recorded.add(exchange);
    recorded.add(exchange);
    recorded.write();
  };
  record({});
  expect(readdirSync(folder)).toEqual([]);
  record({ har }, "2026-01-31");
  const { log } = JSON.parse(readFileSync(har, "utf8"));
  expect(log).toMatchObject({ version: "1.2", creator: { name: "commerce-contract" } });
  expect(log.entries.map(({ request }: { readonly request: { readonly url: string } }) => request.url)).toEqual(
    Array(2).fill("https://a.example/notes?token=[redacted]"),
  );
  expect(readFileSync(har, "utf8")).toMatch(/^\{\n "log": \{\n {2}"version"[\s\S]*\}\n$/);
});
