import { join } from "node:path";
import { expect, test } from "vitest";
import { compareGeneratedFiles } from "../../../src/cli/check/generated-files.js";
import { loadDocument } from "../../../src/document/index.js";
import { createFolder } from "../run-contract.js";

const SPEC = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    get:
      operationId: read
      responses: { "200": { description: ok } }
`;

test("files that cannot be generated are reported as not compared, not as out of date", async () => {
  const folder = createFolder({ "openapi.yaml": SPEC, "generated/types.ts": "" });
  const { state, messages } = await compareGeneratedFiles(loadDocument(join(folder, "openapi.yaml")), {
    folder: join(folder, "generated"),
    client: { lists: { readNothing: {} } },
  });
  expect(state).toBe("cannot be compared");
  expect(messages).toEqual([
    expect.stringMatching(/cannot be compared: client\.lists: the spec uses no operation readNothing/),
  ]);
});
