import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { inStep } from "../../src/cli/generated-in-step.js";
import { loadDocument } from "../../src/document/index.js";
import { folderWith } from "./command.js";

vi.mock("openapi-typescript", () => {
  throw new Error("Cannot find package 'openapi-typescript'");
});

const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

test("what cannot be compared is not called out of step", async () => {
  const { state, troubles } = await inStep(loadDocument(LIBRARY), folderWith({ "types.ts": "" }));
  expect(state).toBe("cannot be compared");
  expect(troubles).toEqual([expect.stringMatching(/cannot be compared: types need openapi-typescript/)]);
});
