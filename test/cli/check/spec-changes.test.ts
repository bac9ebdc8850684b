/** The changes since an older spec, whole, and the parts of a check that are decided from options alone. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { createContract } from "../../../src/check/index.js";
import { createVerdictQueue } from "../../../src/cli/check/check-recordings.js";
import { assertTrafficOptions } from "../../../src/cli/check/diff-traffic.js";
import { findSpecChanges } from "../../../src/cli/input/spec-revision.js";
import { resolveBaseUrl } from "../../../src/cli/settings/run-settings.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { createFolder } from "../run-contract.js";

const OLD = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  servers: [{ url: "https://{region}.a.example", variables: { region: { default: "eu" } } }],
  paths: {
    "/same": { get: { operationId: "same", responses: { 200: { description: "d" } } } },
    "/changed": {
      get: {
        operationId: "changed",
        parameters: [
          { name: "q", in: "query", schema: { type: "integer", maximum: 9 } },
          { name: "gone", in: "query", schema: {} },
        ],
        responses: { 200: { description: "d" } },
      },
    },
    "/removed": { get: { operationId: "removed", responses: { 200: { description: "d" } } } },
  },
  webhooks: { event: { post: { operationId: "event", responses: { 200: { description: "d" } } } } },
  components: { responses: {} },
};
const NEW = {
  ...OLD,
  paths: {
    "/same": OLD.paths["/same"],
    "/changed": {
      get: {
        ...OLD.paths["/changed"].get,
        parameters: [{ name: "q", in: "query", schema: { type: "integer", maximum: 5 } }],
        responses: { 200: { description: "d" }, 404: { $ref: "#/components/responses/Gone" } },
      },
    },
    "/added": { get: { operationId: "added", responses: { 200: { description: "d" } } } },
  },
  webhooks: { event: { post: { ...OLD.webhooks.event.post, responses: { 204: { description: "d" } } } } },
  components: { responses: { Gone: { description: "d" } } },
};

test("operations and locations that changed", () => {
  const folder = createFolder({ "old.json": JSON.stringify(OLD), "new.json": JSON.stringify(NEW) });
  const contract = createContract(loadDocument(join(folder, "new.json")));
  const since = { name: join(folder, "old.json"), thresholds: { operations: 5 } };
  const changes = findSpecChanges(since, contract, contract.operations);
  expect(changes).toMatchObject({ since: since.name, thresholds: { operations: 5 } });
  expect(changes.operations).toEqual([
    {
      operationId: "changed",
      codes: ["request.bounds.narrowed", "request.parameter.removed", "response.error-status.added"],
    },
    { operationId: "added", codes: ["operation.added"] },
  ]);
  expect(changes.locations).toMatchInlineSnapshot(`
    [
      {
        "operations": [
          "changed",
        ],
        "pointer": "/paths/~1changed/get/parameters/0/schema/maximum",
      },
      {
        "operations": [
          "event",
        ],
        "pointer": "/webhooks/event/post/responses",
      },
      {
        "operations": [
          "changed",
        ],
        "pointer": "/paths/~1changed/get/responses/404",
      },
      {
        "operations": [
          "changed",
        ],
        "pointer": "/components/responses/Gone",
      },
      {
        "operations": [
          "added",
        ],
        "pointer": "/paths/~1added/get",
      },
      {
        "operations": [
          "added",
        ],
      },
      {
        "operations": [
          "event",
        ],
        "pointer": "/webhooks/event/post/responses/204",
      },
    ]
  `);
  expect(findSpecChanges(since, contract, []).operations).toEqual([]);
});

test.each([
  [[], "https://eu.a.example"],
  [["https://b.example/v1"], "https://b.example/v1"],
  [["/v1", "region=https://c.example"], "https://c.example"],
  [["/v1"], "https://eu.a.example"],
])("the base URL of %j", (given, expected) => {
  const operations = listOperations(loadDocument("spec.json", () => JSON.stringify(OLD)));
  expect(resolveBaseUrl({ operations }, given)).toBe(expected);
  expect(resolveBaseUrl({ operations: [] }, given)).toBe(
    given.length === 0 || expected.includes("eu") ? undefined : expected,
  );
});

test.each<[options: object, message: string | undefined]>([
  [{}, undefined],
  [{ traffic: ["a.har"], failOn: "seen", minExchanges: 2, server: [], consumer: [] }, undefined],
  [{ traffic: ["a.har", "nats://a"], since: "1h", until: "2h" }, undefined],
  [{ traffic: ["tls://a"], since: "1h" }, undefined],
  [{ failOn: "error" }, undefined],
  [{ failOn: "seen" }, "--fail-on seen needs recordings: add --traffic recordings/"],
  [{ failOn: "seen", server: [] }, "--fail-on seen needs recordings: add --traffic recordings/"],
  [{ consumer: [] }, "--consumer needs recordings: add --traffic recordings/"],
  [{ server: [], minExchanges: 1 }, "--server needs recordings: add --traffic recordings/"],
  [{ minExchanges: 1 }, "--min-exchanges needs recordings: add --traffic recordings/"],
  [{ since: "1h" }, "--since needs a stream: add --traffic nats://HOST"],
  [{ until: "1h", traffic: ["a.har", "xnats://a"] }, "--until needs a stream: add --traffic nats://HOST"],
])("the options %j: %s", (options, message) => {
  const check = (): void => assertTrafficOptions(options as Parameters<typeof assertTrafficOptions>[0]);
  if (message === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(message);
});

test("lines of verdicts keep their order until the credentials are known", () => {
  const queue = createVerdictQueue();
  const variants = (name: string) => ({ all: `${name}-all `, "set-cookie": `${name}-some `, none: `${name}-none ` });
  expect(queue.take(undefined)).toBe("");
  queue.push("a ");
  queue.push("b ");
  expect(queue.take(undefined)).toBe("a b ");
  expect(queue.take(undefined)).toBe("");
  for (const line of ["c ", variants("d"), "e ", variants("f")]) queue.push(line);
  expect(queue.take(undefined)).toBe("c ");
  expect(queue.take(undefined)).toBe("");
  queue.push("g ");
  expect(queue.take("set-cookie")).toBe("d-some e f-some g ");
  expect(queue.take("none")).toBe("");
  queue.push(variants("h"));
  expect([queue.take(undefined), queue.take("none")]).toEqual(["", "h-none "]);
});
