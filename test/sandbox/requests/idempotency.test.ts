/** The statements of writes with and without a request id. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { RequestContext, ServiceResponse } from "../../../src/sandbox/context/request-context.js";
import { purgeRequestIds, runIdempotently } from "../../../src/sandbox/requests/idempotency.js";
import type { Row } from "../../../src/sandbox/store/database.js";
import { awaitRefusal } from "../catch-refusal.js";
import { fillStatement as fill, recordQueries } from "../record-queries.js";
import { makeContext } from "../seed-data/make-context.js";

const DAY = 86_400_000;
const NOW = DAY + 5;
const BYTES = Buffer.from("{}");
const fingerprintOf = (contentType: string): string =>
  createHash("sha256")
    .update(JSON.stringify(["PUT", "/p", contentType]))
    .update(BYTES)
    .digest("base64url");
const SCOPE = (business: string, id: string): string =>
  `application_id = "a" AND business_id = "${business}" AND method = "PUT" AND path = "/p" AND request_id = "${id}"`;

async function run(
  id: string | undefined,
  changes: Partial<RequestContext>,
  row: Row | undefined,
  response: ServiceResponse,
) {
  const call: RequestContext = {
    ...{ operationId: "o", method: "PUT", path: "/p", parameters: {}, body: undefined, bytes: BYTES, now: NOW },
    ...{ contentType: "t", caller: { applicationId: "a", businessIds: [] } },
    headers: id === undefined ? {} : { "service-request-id": id },
    ...changes,
  };
  const { statements, queries } = recordQueries({ first: [row] });
  let writes = 0;
  const result = await awaitRefusal(
    runIdempotently(call, queries, makeContext(), async () => {
      writes += 1;
      return response;
    }),
  );
  return { result, writes, sql: statements.map(fill) };
}

const CREATED = { status: 201, body: { a: 1 } };
const SAVEPOINT = ["SAVEPOINT attempt", "RELEASE SAVEPOINT attempt"];
const claim = (business: string, id: string, contentType = "t"): string[] => [
  `DELETE FROM request_ids WHERE ${SCOPE(business, id)} AND created_at <= 5`,
  `INSERT INTO request_ids (application_id, business_id, method, path, request_id, fingerprint, created_at) VALUES ("a", "${business}", "PUT", "/p", "${id}", "${fingerprintOf(contentType)}", ${NOW}) ON CONFLICT (application_id, business_id, method, path, request_id) DO UPDATE SET created_at = request_ids.created_at RETURNING fingerprint, status, body`,
];
const store = (business: string, id: string, status: number, body: string): string =>
  `UPDATE request_ids SET status = ${status}, body = ${JSON.stringify(Buffer.from(body))} WHERE ${SCOPE(business, id)}`;
const OPEN: Row = { fingerprint: "new", status: null, body: null };

test("without an id the write always runs, and the effects of an error are rolled back", async () => {
  expect(await run(undefined, {}, undefined, CREATED)).toEqual({ result: CREATED, writes: 1, sql: SAVEPOINT });
  expect(await run(undefined, {}, undefined, { status: 399 })).toMatchObject({ sql: SAVEPOINT });
  expect(await run(undefined, {}, undefined, { status: 400 })).toEqual({
    ...{ result: { status: 400 }, writes: 1, sql: ["SAVEPOINT attempt", "ROLLBACK TO SAVEPOINT attempt"] },
  });
});

test.each<[business: string, changes: Partial<RequestContext>, contentType?: string]>([
  ["b", { parameters: { businessId: "b" }, body: { businessId: "c" } }],
  ["c", { body: { businessId: "c" } }],
  ["", { body: { businessId: 7 } }],
  ["", { body: ["c"], contentType: undefined }, ""],
])(
  "the first request with an id of the business %j claims it and stores its response",
  async (business, changes, type) => {
    expect(await run("id", changes, OPEN, CREATED)).toEqual({
      ...{ result: CREATED, writes: 1 },
      sql: [...claim(business, "id", type), ...SAVEPOINT, store(business, "id", 201, '{"body":{"a":1}}')],
    });
  },
);

test("a response without a body is stored", async () => {
  const { sql } = await run("id", {}, OPEN, { status: 204 });
  expect(sql.at(-1)).toBe(store("", "id", 204, "{}"));
});

const REUSED =
  "Service-Request-Id: this id was already used for a request with another payload; use a new id for each request";
const refuse = (code: string, message: string) => ({ status: 400, body: { status: 400, code, message } });

test.each<[name: string, row: Row, result: object]>([
  ["is repeated", { status: 201, body: Buffer.from('{"body":{"a":1}}') }, { ...CREATED, isReplayed: true }],
  ["without a body is repeated", { status: 204, body: Buffer.from("") }, { status: 204, isReplayed: true }],
  ["of another payload is not", { status: 201, fingerprint: "other" }, refuse("REQUEST_ID_REUSED", REUSED)],
])("a stored response %s", async (_, row, result) => {
  expect(await run("id", {}, { fingerprint: fingerprintOf("t"), body: null, ...row }, { status: 500 })).toEqual({
    ...{ result, writes: 0, sql: claim("", "id") },
  });
});

test.each([
  ["", false],
  [" ~", true],
  ["x".repeat(128), true],
  ["x".repeat(129), false],
  ["\x1f", false],
  ["\x7f", false],
  ["aé", false],
])("the id %j is accepted: %s", async (id, isAccepted) => {
  const invalid = "Service-Request-Id: expected 1 to 128 printable ASCII characters";
  const { result, writes } = await run(id, {}, OPEN, CREATED);
  expect(result).toEqual(isAccepted ? CREATED : refuse("INVALID_REQUEST_ID", invalid));
  expect(writes).toBe(isAccepted ? 1 : 0);
});

test("ids are kept for a day", async () => {
  const { statements, queries } = recordQueries();
  await purgeRequestIds(queries, NOW);
  expect(statements.map(fill)).toEqual(["DELETE FROM request_ids WHERE created_at <= 5"]);
});
