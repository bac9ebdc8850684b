/** Invalid timeouts and numbers of retries, of the client and of a call. */
import { describe, expect, test } from "vitest";
import { type BusinessId, createClient } from "../../../src/index.js";
import { createScriptedClient, createScriptedServer } from "../scripted-server.js";

const params = { path: { businessId: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId } };
const MILLISECONDS = "ms > 0";
const COUNT = "an integer >= 0";

const INVALID: readonly [limits: object, message: string][] = [
  [{ timeout: -5 }, `timeout must be ${MILLISECONDS}, not -5`],
  [{ timeout: 0 }, `timeout must be ${MILLISECONDS}, not 0`],
  [{ timeout: Number.NaN }, `timeout must be ${MILLISECONDS}, not NaN`],
  [{ timeout: "5" }, `timeout must be ${MILLISECONDS}, not 5`],
  [{ timeout: 1, totalTimeout: -1 }, `totalTimeout must be ${MILLISECONDS}, not -1`],
  [{ totalTimeout: Number.NaN }, `totalTimeout must be ${MILLISECONDS}, not NaN`],
  [{ retries: -1 }, `retries must be ${COUNT}, not -1`],
  [{ retries: 1.5 }, `retries must be ${COUNT}, not 1.5`],
  [{ retries: Number.NaN }, `retries must be ${COUNT}, not NaN`],
  [{ retries: Number.POSITIVE_INFINITY }, `retries must be ${COUNT}, not Infinity`],
  [{ retries: "2" }, `retries must be ${COUNT}, not 2`],
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
