/** What is read from each spec: its parts, where each was written, its operations; or why it cannot be read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  type Document,
  DocumentError,
  formatLocation,
  joinPointer,
  listOperations,
  loadDocument,
  type Pointer,
} from "../../src/document/index.js";
import { showOnce } from "../golden-text.js";

type Files = Readonly<Record<string, unknown>>;
const cases = parse(readFileSync(join(import.meta.dirname, "cases.yaml"), "utf8")) as Readonly<Record<string, Files>>;

const unusual = String(cases["operations with unusual parts"]?.["a.yaml"]);
const versions: Readonly<Record<string, Files>> = {
  "the same operations in OpenAPI 3.1": { "a.yaml": unusual.replace("openapi: 3.2.0", "openapi: 3.1.0") },
};

const texts = Object.entries({ ...cases, ...versions }).map(([name, files]) => [name, shown(files)] as const);

test.each(texts)("%s", (name, text) => {
  const before = texts.findIndex(([it]) => it === name);
  expect(showOnce(text, texts.slice(0, before))).toMatchSnapshot();
});

test.each(["spec/openapi.yaml", "test/cases/library.yaml", "test/descriptions/petstore/openapi.yaml"])("%s", (path) => {
  const operations = listOperations(loadDocument(path));
  expect(operations.map((it) => JSON.stringify(it)).join("\n")).toMatchSnapshot();
});

test("a missing file, a folder, and text that is not UTF-8", () => {
  const messages = ["test/gone.yaml", "test", "test/document"].map((path) => problemsOf(() => loadDocument(path)));
  expect(messages).toMatchSnapshot();
});

test.each([
  ["200", 1],
  ["204", 0],
  ["205", 0],
  ["304", 0],
  ["2XX", 1],
  ["default", 1],
])("of a described body, a response %s has %i media types", (status, count) => {
  const response = { description: "d", content: { "application/json": { schema: {} } } };
  const paths = { "/a": { get: { responses: { [status]: { $ref: "#/components/responses/R" } } } } };
  const spec = { openapi: "3.1.0", info: {}, paths, components: { responses: { R: response } } };
  const [operation] = listOperations(loadDocument("a.json", () => JSON.stringify(spec)));
  expect(operation?.responses.map(({ content, hasContent }) => [content.length, hasContent])).toEqual([
    [count, count > 0],
  ]);
});

function shown(files: Files): string {
  const read = (path: string): string => {
    const content = files[path];
    if (content === undefined) throw Object.assign(new Error(`no such file ${path}`), { code: "ENOENT" });
    return typeof content === "string" ? content : JSON.stringify(content, null, 1);
  };
  const load = (): Document => loadDocument(Object.keys(files)[0] ?? "", read);
  const problems = problemsOf(load);
  if (problems !== "") return problems;
  const document = load();
  const { version, root, unusable, repaired } = document;
  const gapLines = [...(unusable ?? [])].map(([at, it]) => `gap ${at} ${formatLocation(it)}: ${it.message}`);
  return [
    `OpenAPI ${version} ${JSON.stringify(root)}`,
    ...gapLines,
    ...[...(repaired ?? [])].map(([at, message]) => `repaired ${at}: ${message}`),
    ...listOperations(document).map((it) => JSON.stringify(it)),
    ...pointersIn(root).map((at) => `${at} ${formatLocation(document.locate(at))} ${readSourceText(document, at)}`),
    `beyond ${formatLocation(document.locate("/paths/~1gone/get"))}`,
  ].join("\n");
}

function readSourceText({ getOrigin }: Document, at: Pointer): string {
  const origin = getOrigin?.(at);
  return origin?.file.textAt?.(origin.pointer) ?? "";
}

function problemsOf(load: () => unknown): string {
  try {
    load();
    return "";
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.diagnostics.map((it) => `${formatLocation(it)} ${it.message}`).join("\n");
  }
}

function pointersIn(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null || value instanceof Number) return [at];
  return [at, ...Object.entries(value).flatMap(([key, item]) => pointersIn(item, joinPointer(at, key)))];
}
