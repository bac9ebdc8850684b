import { join } from "node:path";
import { expect, test } from "vitest";
import { listErrors } from "../generate/compile-strictly.js";

/** Compiles with the DOM library and without Node types, because users may have no others. */
test("the types of the client accept exactly the documented options and results", () => {
  const path = join(import.meta.dirname, "use/calls.ts");
  // The sources of the client need the types of Node, and are compiled elsewhere.
  const problems = listErrors([path]).filter(({ file }) => file === path);
  expect(problems).toEqual([]);
});
