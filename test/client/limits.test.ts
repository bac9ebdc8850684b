/** Invalid timeouts and numbers of retries, of the client and of a call. */
import { describe, expect, test } from "vitest";
import { type BusinessId, createClient } from "../../src/index.js";
import { createScriptedClient, createScriptedServer } from "./scripted-server.js";

const params = { path: { businessId: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId } };
const MILLISECONDS = "expected milliseconds above 0";
const COUNT = "expected an integer of at least 0";

const INVALID: readonly [limits: object, message: string][] = [
  [{ timeout: -5 }, `timeout is -5: ${MILLISECONDS}`],
  [{ timeout: 0 }, `timeout is 0: ${MILLISECONDS}`],
  [{ timeout: Number.NaN }, `timeout is NaN: ${MILLISECONDS}`],
  [{ timeout: "5" }, `timeout is 5: ${MILLISECONDS}`],
  [{ timeout: 1, totalTimeout: -1 }, `totalTimeout is -1: ${MILLISECONDS}`],
  [{ totalTimeout: Number.NaN }, `totalTimeout is NaN: ${MILLISECONDS}`],
  [{ retries: -1 }, `retries is -1: ${COUNT}`],
  [{ retries: 1.5 }, `retries is 1.5: ${COUNT}`],
  [{ retries: Number.NaN }, `retries is NaN: ${COUNT}`],
  [{ retries: Number.POSITIVE_INFINITY }, `retries is Infinity: ${COUNT}`],
  [{ retries: "2" }, `retries is 2: ${COUNT}`],
];

describe("an invalid limit is refused", () => {
  test.each(INVALID)("of the client: %o", (limits, message) => {
    expect(() => createClient({ baseUrl: "https://api.example", ...limits })).toThrow(new TypeError(message));
  });

  test.each(INVALID)("of a call: %o", async (limits, message) => {
    const service = createScriptedServer([{ status: 200 }]);
    await expect(createScriptedClient(service).listOrders({ params, ...limits })).rejects.toMatchObject({
      kind: "request",
      message: `listOrders: request: ${message} {"attempts":0}`,
    });
    expect(service.sent).toEqual([]);
  });
});

test.each<[limits: object]>([
  [{ timeout: 0.5, totalTimeout: 1, retries: 0 }],
  [{ timeout: Number.POSITIVE_INFINITY, totalTimeout: Number.POSITIVE_INFINITY, retries: 100 }],
  [{ timeout: undefined, totalTimeout: undefined, retries: undefined }],
])("%o is accepted", async (limits) => {
  const service = createScriptedServer([{ status: 200 }]);
  const client = createScriptedClient(service, limits);
  expect((await service.runUntilDone(client.listOrders({ params, ...limits }))).status).toBe(200);
});
