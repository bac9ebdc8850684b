/**
 * J: assertions and access tokens. The tables of test/sandbox/tokens over HTTP, for sign-in and API, and attacks that
 * need a server.
 */
import { expect } from "vitest";
import { createSandbox } from "../../../../src/sandbox/index.js";
import { CLAIMS_ATTACKS } from "../../tokens/claims-attacks.js";
import { rsaPair, signer } from "../../tokens/forge.js";
import { FORM_ATTACKS } from "../../tokens/form-attacks.js";
import { HEADER_ATTACKS } from "../../tokens/header-attacks.js";
import { AUDIENCE, ec, JWT_BEARER } from "../../tokens/token-endpoint.js";
import { type Attack, call, ORDERS, refused, responded, tokenForm } from "../attack.js";
import type { AttackedSandbox } from "../attacked-sandbox.js";
import type { RawRequest } from "../raw-http.js";
import { seedDataFile } from "../tenants.js";

const bearer = (assertion: string): RawRequest => tokenForm({ grantType: JWT_BEARER, assertion });
const withToken = (token: string, field: AttackedSandbox): RawRequest =>
  call({ path: ORDERS, headers: [["Authorization", `Bearer ${token}`]] }, field);

/** Sent as an assertion and as an access token, whose `typ` none of them has. */
const forged: readonly Attack[] = [...HEADER_ATTACKS, ...CLAIMS_ATTACKS, ...FORM_ATTACKS].flatMap(
  ({ line, title, make }) => [
    refused(line, title, ({ desk }) => bearer(make(desk)), { status: [400, 401] }),
    refused(line, `${title}, as an access token`, (field) => withToken(make(field.desk), field), { status: 401 }),
  ],
);

export const TOKEN_LINES: readonly Attack[] = [
  ...forged,
  refused(
    "J10",
    "kid of 100 kB",
    ({ desk }) => bearer(desk.forged({ header: { alg: "ES256", kid: "k".repeat(1e5) } })),
    {
      status: [400, 401],
    },
  ),
  {
    line: "J10",
    title: "an access token of 100 kB, which is no header any more",
    run: async ({ bytes, token }) => {
      const head = `GET ${ORDERS} HTTP/1.1\r\nHost: a\r\nApi-Version: 1.2\r\nAuthorization: Bearer ${token}${"k".repeat(1e5)}\r\n\r\n`;
      expect((await bytes(head)).map(({ status }) => status)).toEqual([431]);
    },
  },
  {
    line: "J20",
    title: "an RSA key of 1024 bits, registered",
    run: async () => {
      const jwk = { ...rsaPair(1024).publicKey.export({ format: "jwk" }), kid: "weak" };
      const data = seedDataFile((all) => {
        const { applications } = all as { applications: { keys: object[] }[] };
        applications[0]?.keys.push(jwk);
        return all;
      });
      await expect(createSandbox({ data: data.path })).rejects.toThrow(/the RSA key has 1024 bits/);
      data.remove();
    },
  },
  {
    line: "J23",
    title: "times in milliseconds, with a hint",
    run: async ({ send, desk }) => {
      const claims = { ...desk.claims(), iat: desk.clock.now, exp: desk.clock.now + 60_000 };
      const got = await send(bearer(desk.forged({ claims })));
      expect(got.status).toBe(401);
      expect(got.json.message).toContain("milliseconds");
    },
  },
  {
    line: "J27",
    title: "used twice: here, at another replica, and after a restart",
    hasEffect: true,
    run: async (field) => {
      const assertion = field.assertion();
      const statuses = [(await field.send(bearer(assertion))).status, (await field.send(bearer(assertion))).status];
      const data = seedDataFile();
      for (const _ of ["another replica", "started anew"]) {
        const replica = await createSandbox({ database: field.target, baseUrl: AUDIENCE, data: data.path });
        statuses.push((await field.send(bearer(assertion), replica.url)).status);
        await replica.close();
      }
      data.remove();
      expect(statuses).toEqual([200, 401, 401, 401]);
    },
  },
  {
    line: "J27",
    title: "used twenty times at once",
    hasEffect: true,
    run: async (field) => {
      const assertion = field.assertion();
      const got = await Promise.all(Array.from({ length: 20 }, () => field.send(bearer(assertion))));
      expect(got.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)]);
    },
  },
  refused("J28", "an access token as an assertion", ({ token }) => bearer(token), { status: 401 }),
  refused("J29", "an assertion as an access token", (field) => withToken(field.assertion(), field), { status: 401 }),
  {
    line: "J30",
    title: "a token of another sandbox, which has the same keys, ids and address",
    run: async (field) => {
      const other = await field.another({ database: ":memory:" });
      const got = await field.send(bearer(field.assertion()), other.url);
      const foreign = field.canaries.plant("access token", String(got.json.accessToken));
      await other.close();
      expect((await field.send(withToken(foreign, field))).status).toBe(401);
    },
  },
  {
    line: "J31",
    title: "expired by the domain clock, and good again when it is set back",
    hasEffect: true,
    run: async (field) => {
      await field.advance(3601);
      const late = await field.send(withToken(field.token, field));
      await field.advance(-3601);
      expect([late.status, (await field.send(withToken(field.token, field))).status]).toEqual([401, 200]);
    },
  },
  {
    line: "J31",
    title: "an access token of a family that was revoked",
    hasEffect: true,
    run: async (field) => {
      const first = (await field.send(bearer(field.assertion()))).json;
      const refresh = (refreshToken: string): RawRequest => tokenForm({ grantType: "REFRESH_TOKEN", refreshToken });
      const second = (await field.send(refresh(first.refreshToken))).json;
      await field.send(refresh(second.refreshToken));
      const reused = await field.send(refresh(first.refreshToken));
      const used = await field.send(withToken(second.accessToken, field));
      expect([reused.status, used.status]).toEqual([401, 401]);
    },
  },
  responded("J32", "for comparison: one that is right", (field) => bearer(field.assertion())),
  refused(
    "J32",
    "claims within claims 2 000 deep",
    ({ desk }) => {
      const claims = `{"iss":${"[".repeat(2000)}${"]".repeat(2000)}}`;
      return bearer(desk.forged({ claims }, signer("ES256", ec)));
    },
    { status: [400, 401] },
  ),
];
