/** Selectors of operations: an id, a tag, a path or a method. */
import { describe, expect, test } from "vitest";
import { EMPTY_RESULT, type ExchangeResult } from "../../../src/check/exchange/exchange-result.js";
import {
  matchesSelector,
  removeExcludedOperations,
  selectOperations,
  skipUnselected,
} from "../../../src/check/settings/select-operations.js";
import { createInlineContract } from "../inline-contract.js";

const { operations } = createInlineContract({
  "spec.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/books/{bookId}": {
        get: { operationId: "getBook", tags: ["Books"], responses: {} },
        delete: { operationId: "removeBook", responses: {} },
      },
      "/shelves": { delete: { operationId: "clearShelves", responses: {} } },
    },
  }),
});
const listIds = (selected: readonly { readonly id: string }[]): string[] => selected.map(({ id }) => id);

test.each([
  ["getBook", "getBook"],
  ["Books", "getBook"],
  ["/books/{bookId}", "getBook removeBook"],
  ["GET", "getBook"],
  ["DELETE", "removeBook clearShelves"],
  ["DELETE /books/{bookId}", "removeBook"],
  ["DELETE  /books/*", "removeBook"],
  ["GET/books/*", "getBook"],
  ["DELETE /**", "removeBook clearShelves"],
  ["/books/*", "getBook removeBook"],
  ["/books*", ""],
  ["/*", "clearShelves"],
  ["/*/{bookId}", "getBook removeBook"],
  ["/b**k*/*", "getBook removeBook"],
  ["/**Id}", "getBook removeBook"],
  ["**", "getBook removeBook clearShelves"],
  ["*", ""],
  ["**s", "clearShelves"],
  ["/books/{bookId}/**", ""],
  ["/books/{bookId}x", ""],
  ["x/books/{bookId}", ""],
  ["get", ""],
  ["PUT", ""],
  ["book", ""],
  ["", ""],
])("%j selects %j", (selector, ids) => {
  expect(listIds(operations.filter((it) => matchesSelector(it, selector))).join(" ")).toBe(ids);
});

test("without a selector, all are selected; otherwise those that one names", () => {
  expect(listIds(selectOperations(operations, []))).toEqual(listIds(operations));
  expect(listIds(selectOperations(operations, ["clearShelves", "Books"]))).toEqual(["getBook", "clearShelves"]);
});

describe("excluded operations", () => {
  test("are grouped by the first selector that matches, except the included ones", () => {
    const exclude = [
      { selector: "DELETE", reason: "slow" },
      { selector: "/books/**" },
      { selector: "clearShelves", reason: "other" },
    ];
    const { kept, excluded } = removeExcludedOperations(operations, { exclude, include: ["removeBook"] });
    expect(listIds(kept)).toEqual(["removeBook"]);
    expect(excluded).toEqual([
      { selector: "DELETE", reason: "slow", operations: ["clearShelves"] },
      { selector: "/books/**", operations: ["getBook"] },
    ]);
  });

  test("may be operations that are not selected", () => {
    const [book] = operations;
    const result = removeExcludedOperations(book ? [book] : [], { exclude: [{ selector: "PUT" }], include: [] }, [
      ...operations,
      { ...(book as NonNullable<typeof book>), method: "PUT" },
    ]);
    expect(result).toEqual({ kept: [book], excluded: [] });
  });
});

const UNKNOWN = "is not an operationId, tag, path or method in the spec";

test.each<[option: string, select: () => unknown, message: string]>([
  ["--only", () => selectOperations(operations, ["getBok"]), `"getBok" ${UNKNOWN}; did you mean "getBook"?`],
  ["--only", () => selectOperations(operations, ["getBook", "nothing\u001b"]), `"nothing\\u001b" ${UNKNOWN}`],
  ["--only", () => selectOperations(operations, ["DELET /shelves"]), `; did you mean "DELETE /shelves"?`],
  ["--only", () => selectOperations(operations, ["Bookss"]), `; did you mean "Books"?`],
  [
    "--exclude",
    () => removeExcludedOperations(operations, { exclude: [{ selector: "PUT" }], include: [] }),
    `"PUT" ${UNKNOWN}`,
  ],
  ["--include", () => removeExcludedOperations(operations, { exclude: [], include: ["PUT"] }), `"PUT" ${UNKNOWN}`],
])("%s names an unknown operation: %#", (option, select, message) => {
  expect(select).toThrow(message);
  expect(select).toThrow(`${option}: "`);
});

test.each<[what: string, result: Partial<ExchangeResult>, isKept: boolean]>([
  ["selected", { verdict: "failed", operation: operations[0] as never }, true],
  ["not selected", { verdict: "failed", operation: operations[1] as never }, false],
  ["unknown", { verdict: "failed" }, false],
  ["skipped", { verdict: "skipped", reasons: ["other"] }, true],
])("an exchange of an operation that is %s", (_, given, isKept) => {
  const result = { ...EMPTY_RESULT, ...given } as ExchangeResult;
  const skipped = { ...EMPTY_RESULT, verdict: "skipped", reasons: ["operation excluded by --only"] };
  expect(skipUnselected(result, new Set(["getBook"]))).toEqual(isKept ? result : skipped);
});
