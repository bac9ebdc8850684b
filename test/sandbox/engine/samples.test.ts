/** The samples of the documentation find the initial records of the sandbox. */
import { expect, onTestFinished, test } from "vitest";
import { addExamples } from "../../../src/docs/example-document.js";
import { createSampleRequest } from "../../../src/docs/sample-request.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { createSandbox } from "../../../src/sandbox/index.js";
import { getSchemas } from "../../../src/schema/index.js";

const spec = "test/sandbox/engine/samples.yaml";

test("each sample gets a record, and each place has one value", async () => {
  // The type that a test declares for a sandbox that `beforeAll` starts.
  const sandbox: Awaited<ReturnType<typeof createSandbox>> = await createSandbox({ spec, seed: "samples" });
  onTestFinished(() => sandbox.close());
  const document = addExamples(loadDocument(spec));
  const found = await Promise.all(
    listOperations(document).map(async (operation) => {
      const { method, url, body } = createSampleRequest({ schemas: getSchemas(document) }, operation);
      const { pathname } = new URL(url);
      const sent = body && { body: JSON.stringify(body.value), headers: { "Content-Type": body.type } };
      const { status } = await fetch(`${sandbox.url}${pathname}`, { method, ...sent });
      return `${method} ${pathname} ${status}`;
    }),
  );
  expect(found).toEqual([
    "GET /ships 200",
    "GET /ships/example-ship-symbol 200",
    "POST /ships/example-ship-symbol/dock 200",
    "GET /tags 200",
    "GET /tags/1042 200",
    "PUT /tags/1042 200",
    "GET /users 200",
    "GET /users/item-1042 200",
    "GET /users/item-1042/ratings 200",
    "GET /systems 200",
    "GET /systems/X1-OE 200",
    "GET /systems/X1-OE/points 200",
    "GET /systems/X1-OE/points/example-point-symbol 200",
    "GET /roles/ 200",
    "GET /roles/1042/ 200",
    "GET /roles/1042/grants/ 200",
    "GET /roles/by-uuid/3f2b8c14-9d5e-4a67-b1c0-2e8d7f6a5b43/ 200",
    "GET /accounts 200",
    "GET /accounts/01FBVD42 200",
    "GET /plugins 200",
    "DELETE /plugins/25 204",
    "PUT /keys/25 200",
    "GET /parcels 200",
    "GET /parcels/P-7 200",
    "GET /parcels/P-7/stops 200",
    "GET /parcels/P-7/north 200",
    "GET /systems/X1-OE/north 200",
    "GET /parcels/P-7/used_stamps 200",
    "GET /parcels/P-7/stamps_used 200",
    "GET /carts 200",
    "DELETE /carts/example-cart 204",
  ]);
});
