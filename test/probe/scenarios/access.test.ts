/** Scenarios about credentials, tenants and ids that do not exist: against a correct service, and with one defect each. */
import { expect, test } from "vitest";
import {
  createCredentialScenarios,
  createOtherIdentityScenarios,
  createSignInScenarios,
} from "../../../src/probe/scenarios/access/credentials.js";
import { createUnknownIdScenarios } from "../../../src/probe/scenarios/access/unknown-ids.js";
import { ACCOUNT, createDesk, DESK_SPEC, DESK_TOKEN, type Defect } from "./desk.js";
import { keepFindings, runScenarios } from "./run-scenarios.js";

const run = (defect?: Defect, spec = DESK_SPEC): Promise<string[]> =>
  runScenarios({
    ...{ spec, service: createDesk(defect), authorization: DESK_TOKEN },
    parameters: { shopId: ["s1"], accountId: [ACCOUNT] },
    create: [
      ...[createSignInScenarios, createCredentialScenarios, createOtherIdentityScenarios],
      createUnknownIdScenarios,
    ],
  });

const TOKEN = { access_token: "eyJh.e30.c2ln", token_type: "Bearer" };

const DEFECTS: Readonly<Record<string, Defect>> = {
  "any sign-in gets a token": (reply, { id }) => (id === "signIn" ? { ...reply, status: 200, body: TOKEN } : reply),
  "refresh tokens are access tokens": (reply, { id, credentials }) =>
    id === "listTags" || !credentials?.startsWith("Bearer refresh") ? reply : { status: 200, body: {} },
  "issued tokens are unknown": (reply, { credentials }) =>
    credentials?.startsWith("Bearer eyJ") === true ? { status: 401 } : reply,
  "tokens never expire": (reply, { id, credentials }) =>
    reply.status === 401 && credentials?.startsWith("Bearer eyJ") === true && id !== "listTags"
      ? { status: 200, body: {} }
      : reply,
  "a wrong sign-in fails": (reply, { id }) => (id === "signIn" && reply.status === 400 ? { status: 500 } : reply),
  "the refresh token is the access token": (reply, { id }) =>
    id === "signIn" && reply.status === 200
      ? { ...reply, body: { ...TOKEN, refresh_token: TOKEN.access_token } }
      : reply,
  "no credentials are needed": (reply, { id, credentials }) =>
    credentials === "none" && id !== "signIn" ? { status: 200, body: {} } : reply,
  "HEAD needs no credentials": (reply, { method, credentials }) =>
    method === "HEAD" && credentials === "none" ? { status: 200 } : reply,
  "unsigned tokens are accepted": (reply, { credentials }) =>
    credentials === "unsigned" || credentials === "expired" ? { status: 200, body: {} } : reply,
  "unknown credentials are forbidden": (reply, { credentials }) => (credentials === "wrong" ? { status: 403 } : reply),
  "another tenant sees everything": (reply, { id, credentials }) =>
    credentials === "other" && reply.status === 404
      ? { status: 200, body: id === "listOrders" ? [{ id: "x" }] : { id: "x" } }
      : reply,
  "another tenant sees empty lists": (reply, { credentials }) =>
    credentials === "other" ? { status: 200, body: [] } : reply,
  "unknown ids are found": (reply, { method }) =>
    reply.status === 404 && method !== "HEAD" ? { status: 200, body: { id: "x" } } : reply,
  "unknown ids have empty lists": (reply, { id, query }) =>
    reply.status === 404 && /^list/.test(id)
      ? { status: 200, body: query.id === undefined ? [] : [{ id: "a" }] }
      : reply,
  "orders are looked up before credentials": (reply, { credentials, path }) =>
    (credentials === "none" || credentials === "wrong") && path.shopId !== "s1" && path.shopId !== undefined
      ? { status: 404 }
      : reply,
  "any scheme is accepted": (reply, { credentials }) => (credentials === "basic" ? { status: 200, body: {} } : reply),
  "tokens are accepted in the query": (reply, { credentials }) =>
    credentials === "query" ? { status: 200, body: {} } : reply,
  "a part of a token is accepted": (reply, { credentials }) =>
    credentials === "truncated" ? { status: 200, body: {} } : reply,
  "HEAD finds everything": (reply, { method }) => (method === "HEAD" ? { status: 200 } : reply),
  "unknown accounts are accepted": (reply, { id }) =>
    id === "createOrder" ? { status: 201, body: { id: "x" } } : reply,
};

test("a correct service", async () => {
  const lines = await run();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("access.txt");
});

test("defects", async () => {
  const lines: string[] = [];
  for (const [name, defect] of Object.entries(DEFECTS)) {
    const found = keepFindings(await run(defect));
    expect(found, name).not.toEqual([]);
    lines.push(`## ${name}`, ...found);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("access-defects.txt");
});

test.each([
  ["403", undefined],
  ["410", "expected 410"],
])("with %s in place of 404, an unknown id that is found is expected to be: %s", async (status, expected) => {
  const spec = DESK_SPEC.replaceAll('"403"', '"423"').replaceAll('"404"', `"${status}"`);
  const found = keepFindings(await run(DEFECTS["unknown ids are found"], spec));
  const lines = found.filter((it) => it.includes("exchange.resource.invented of getOrder: "));
  expect(lines.every((it) => it.includes(`; ${expected} (`))).toBe(true);
  expect(lines.length > 0).toBe(expected !== undefined);
});
