/** The statements of tenants and hooks. */

import { expect, test } from "vitest";
import { deriveUuid } from "../../../src/sandbox/context/derived-ids.js";
import { createHook } from "../../../src/sandbox/hooks/create-hook.js";
import { deriveDemoKey } from "../../../src/sandbox/tenants/public-key.js";
import {
  findApplicationKeys,
  listApplicationBusinesses,
  registerApplication,
  registerBusiness,
} from "../../../src/sandbox/tenants/tenants.js";
import { awaitRefusal } from "../catch-refusal.js";
import { fillStatement as fill, recordQueries } from "../record-queries.js";
import { makeContext } from "../seed-data/make-context.js";
import { listApplications, listBusinesses, listUsers } from "./list-tenants.js";

const BUSINESS = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
const OTHER = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e12";
const APPLICATION = "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1";
const key = deriveDemoKey("test").publicJwk;

test("tenants are listed", async () => {
  const links = [
    { application_id: "a", business_id: "b" },
    { application_id: "x", business_id: "c" },
    { application_id: "a", business_id: "d" },
  ];
  const { statements, queries } = recordQueries({
    all: [
      [{ id: "a", name: "A", keys: "[1]" }],
      links,
      [{ id: "b", name: "B" }],
      [{ business_id: "b", username: "u" }],
    ],
  });
  expect(await listApplications(queries)).toEqual([{ id: "a", name: "A", keys: [1], businessIds: ["b", "d"] }]);
  expect(await listBusinesses(queries)).toEqual([{ id: "b", name: "B" }]);
  expect(await listUsers(queries)).toEqual([{ businessId: "b", username: "u" }]);
  expect(statements.map(fill)).toEqual([
    "SELECT id, name, keys FROM applications ORDER BY id",
    "SELECT application_id, business_id FROM application_businesses ORDER BY business_id",
    "SELECT id, name FROM businesses ORDER BY id",
    "SELECT business_id, username FROM users ORDER BY business_id, username",
  ]);
});

test("the keys and businesses of an application", async () => {
  const { statements, queries } = recordQueries({
    first: [{ keys: "[1]" }, undefined],
    all: [[{ business_id: "b" }, { business_id: "c" }]],
  });
  expect([await findApplicationKeys(queries, "a"), await findApplicationKeys(queries, "a")]).toEqual([[1], undefined]);
  expect(await listApplicationBusinesses(queries, "a")).toEqual(["b", "c"]);
  expect(statements.slice(1).map(fill)).toEqual([
    'SELECT keys FROM applications WHERE id = "a"',
    'SELECT business_id FROM application_businesses WHERE application_id = "a" ORDER BY business_id',
  ]);
});

test("an application is registered with its businesses, which must exist", async () => {
  const application = { id: APPLICATION, name: "Till", keys: [key], businessIds: [BUSINESS, OTHER] };
  const { statements, queries } = recordQueries({ first: [{ found: 1 }, { found: 1 }, { found: 1 }, undefined] });
  await registerApplication(queries, application);
  const link = (id: string): string =>
    `INSERT INTO application_businesses (application_id, business_id) VALUES ("${APPLICATION}", "${id}") ON CONFLICT (application_id, business_id) DO NOTHING`;
  expect(statements.map(fill)).toEqual([
    ...[BUSINESS, OTHER].map((id) => `SELECT 1 AS found FROM businesses WHERE id = "${id}"`),
    `INSERT INTO applications (id, name, keys) VALUES ("${APPLICATION}", "Till", ${JSON.stringify(JSON.stringify([key]))}) ON CONFLICT (id) DO UPDATE SET name = excluded.name, keys = excluded.keys`,
    `DELETE FROM application_businesses WHERE application_id = "${APPLICATION}"`,
    ...[link(BUSINESS), link(OTHER)],
  ]);
  await expect(registerApplication(queries, application)).rejects.toThrow(
    "/application/businessIds/1: expected the id of a registered business",
  );
});

test("a business is registered or renamed", async () => {
  const { statements, queries } = recordQueries();
  await registerBusiness(queries, { id: BUSINESS, name: "Shop" });
  expect(statements.map(fill)).toEqual([
    `INSERT INTO businesses (id, name, sequence) VALUES ("${BUSINESS}", "Shop", 0) ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
  ]);
});

test("a hook is registered active, and its secret is masked", async () => {
  const app = makeContext();
  const hook = {
    ...{ applicationId: APPLICATION, businessId: BUSINESS, deliveryUrl: "http://127.0.0.1:8080/", secret: "s" },
    eventTypes: ["ORDER_OPENED"],
  };
  const { statements, queries } = recordQueries({ first: [{ value: 3 }] });
  const register = (body: object) =>
    awaitRefusal(
      createHook(
        {
          ...{ operationId: "o", method: "POST", path: "/hooks", parameters: {}, headers: {}, bytes: new Uint8Array() },
          ...{ contentType: undefined, caller: { applicationId: APPLICATION, businessIds: [BUSINESS] }, now: 1000 },
          body: { ...body },
        },
        queries,
        app,
      ),
    );
  const id = deriveUuid("test", "hook", "3");
  const time = "1970-01-01T00:00:01Z";
  expect(await register(hook)).toEqual({
    status: 201,
    body: { ...hook, id, secret: "********", active: true, createdAt: time, updatedAt: time },
  });
  expect(statements.map(fill).at(-1)).toBe(
    `INSERT INTO hooks (id, application_id, business_id, delivery_url, secret, event_types, active, created_at, updated_at) VALUES ("${id}","${APPLICATION}","${BUSINESS}","http://127.0.0.1:8080/","s","[\\"ORDER_OPENED\\"]",1,1000,1000)`,
  );
  expect(await register({ ...hook, secret: "" })).toMatchObject({ status: 400, body: { code: "INVALID_HOOK" } });
  expect(statements).toHaveLength(2);
});
