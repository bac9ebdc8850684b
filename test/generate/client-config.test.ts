/** What `client` of the configuration adds to calls, and names that the spec does not have. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import type { ClientConfig } from "../../src/generate/client/client-config.js";
import { createClientModel } from "../../src/generate/client/client-model.js";

const KEYED = `openapi: 3.1.0
info: { title: T, version: "1" }
security: [{ token: [] }]
paths:
  /a:
    get: { operationId: readA, parameters: [PARAMETER] }
    post: { operationId: addA }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;
const describeKeyed = (parameter: string, config: ClientConfig) => {
  const spec = loadDocument("spec.yaml", () => KEYED.replace("PARAMETER", parameter));
  return createClientModel(spec, config).calls.map(({ row }) => [row.id, row.retries]);
};
const HEADER = "{ name: X-Key, in: header, schema: { type: string } }";

test.each<[title: string, parameter: string, config: ClientConfig, expected: unknown]>([
  [
    "no configuration",
    "",
    {},
    [
      [undefined, undefined],
      [undefined, 0],
    ],
  ],
  [
    "a header that no operation declares",
    "",
    { idempotencyKey: "X-Key" },
    [
      [undefined, undefined],
      ["X-Key", undefined],
    ],
  ],
  [
    "a header of one operation",
    HEADER,
    { idempotencyKey: "x-key" },
    [
      ["X-Key", undefined],
      [undefined, 0],
    ],
  ],
])("idempotency keys: %s", (_, parameter, config, expected) => {
  expect(describeKeyed(parameter, config)).toEqual(expected);
});

test.each<[config: ClientConfig, message: string | undefined]>([
  [{ lists: { readA: { items: "/a" } }, tokenEndpoint: "addA" }, undefined],
  [
    { lists: { readB: { items: "/a" } } },
    "client.lists: the spec uses no operation readB; expected an operationId, or METHOD PATH",
  ],
  [{ tokenEndpoint: "addB" }, "client.tokenEndpoint: the spec uses no operation addB"],
])("%j names what the spec has", (config, message) => {
  const describe = () => describeKeyed("", config);
  if (message === undefined) expect(describe).not.toThrow();
  else expect(describe).toThrow(message);
});
