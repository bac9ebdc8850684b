import { beforeAll, expect, test } from "vitest";
import { describeEachEngine } from "../engines.js";
import {
  createTokenEndpoint,
  JWT_BEARER,
  memory,
  openShop,
  PASSWORD,
  SHOP,
  type TokenEndpoint,
  USERNAME,
} from "./token-endpoint.js";

type Case = {
  readonly title: string;
  readonly form: (assertion: string) => Readonly<Record<string, string>> | string;
  readonly query?: (assertion: string) => string;
  readonly contentType?: string;
  readonly apiVersion?: readonly string[];
};

const right = (assertion: string) => ({ grantType: JWT_BEARER, assertion });
const pairs = (assertion: string) => `grantType=${encodeURIComponent(JWT_BEARER)}&assertion=${assertion}`;

const CASES: readonly Case[] = [
  { title: "O1 an unknown grant", form: (assertion) => ({ grantType: "client_credentials", assertion }) },
  { title: "O1 grant_type", form: (assertion) => ({ grant_type: JWT_BEARER, assertion }) },
  {
    title: "O1 another word for the password grant",
    form: () => ({ grantType: "password", businessId: SHOP, username: USERNAME, password: PASSWORD }),
  },
  { title: "O1 another case", form: (assertion) => ({ grantType: JWT_BEARER.toUpperCase(), assertion }) },
  { title: "O1 a space", form: (assertion) => ({ grantType: ` ${JWT_BEARER}`, assertion }) },
  { title: "O1 no grant", form: (assertion) => ({ assertion }) },
  { title: "O1 an empty grant", form: (assertion) => ({ grantType: "", assertion }) },
  { title: "no assertion", form: () => ({ grantType: JWT_BEARER }) },
  { title: "an empty assertion", form: () => ({ grantType: JWT_BEARER, assertion: "" }) },
  { title: "no refresh token", form: () => ({ grantType: "REFRESH_TOKEN" }) },
  { title: "a refresh token with a space", form: () => ({ grantType: "REFRESH_TOKEN", refreshToken: "a b" }) },
  { title: "a refresh token of 2 kB", form: () => ({ grantType: "REFRESH_TOKEN", refreshToken: "a".repeat(2000) }) },
  { title: "refresh_token", form: () => ({ grantType: "REFRESH_TOKEN", refresh_token: "a" }) },
  { title: "no username", form: () => ({ grantType: "PASSWORD", businessId: SHOP, password: PASSWORD }) },
  { title: "O2 two assertions", form: (assertion) => `${pairs(assertion)}&assertion=${assertion}` },
  { title: "O2 two assertions, one with an escaped name", form: (assertion) => `${pairs(assertion)}&%61ssertion=x` },
  { title: "O2 two grants", form: (assertion) => `${pairs(assertion)}&grantType=PASSWORD` },
  { title: "O3 JSON", form: (assertion) => JSON.stringify(right(assertion)), contentType: "application/json" },
  { title: "O3 JSON that is called a form", form: (assertion) => JSON.stringify(right(assertion)) },
  { title: "O3 a form that is called JSON", form: pairs, contentType: "application/json" },
  { title: "O3 text", form: pairs, contentType: "text/plain" },
  { title: "O3 a form in UTF-16", form: pairs, contentType: "application/x-www-form-urlencoded; charset=utf-16" },
  { title: "O4 credentials in the query", form: right, query: (assertion) => `assertion=${assertion}` },
  { title: "O4 credentials in the query alone", form: () => "", query: pairs },
  { title: "O4 a password in the query", form: right, query: () => `password=${encodeURIComponent(PASSWORD)}` },
  { title: "O14 another Api-Version", form: right, apiVersion: ["1.3"] },
  { title: "O14 no Api-Version", form: right, apiVersion: [] },
  { title: "O14 two of them", form: right, apiVersion: ["1.2", "1.2"] },
  { title: "broken escapes", form: () => `grantType=${encodeURIComponent(JWT_BEARER)}&assertion=%zz` },
  { title: "bytes that are no UTF-8", form: () => `grantType=${encodeURIComponent(JWT_BEARER)}&assertion=%ff%fe` },
  { title: "a prototype", form: (assertion) => ({ __proto__: JWT_BEARER, assertion }) as never },
  { title: "an empty body", form: () => "" },
];

describeEachEngine("POST /token takes no such form", (makeDatabase) => {
  let desk: TokenEndpoint;
  beforeAll(async () => {
    const database = await makeDatabase();
    await openShop(database);
    desk = createTokenEndpoint(database);
  });

  test.each(CASES.map((it) => [it.title, it] as const))("%s", async (_, { form, query, contentType, apiVersion }) => {
    const before = await memory(desk.database);
    const assertion = desk.forged();
    const reply = await desk.ask(form(assertion), {
      query: query?.(assertion) ?? "",
      ...(contentType === undefined ? {} : { contentType }),
      ...(apiVersion === undefined ? {} : { apiVersion }),
    });
    expect([reply.status, reply.body.code]).toEqual([400, expect.stringMatching(/^[A-Z_]+$/)]);
    for (const secret of [assertion.split(".")[2] ?? "", PASSWORD]) expect(reply.text).not.toContain(secret);
    expect(await memory(desk.database)).toBe(before);
    // The assertion was not used: it is accepted with a valid form.
    expect((await desk.bearer(assertion)).status).toBe(200);
  });

  test("names what is accepted", async () => {
    const { body } = await desk.ask({ grantType: "client_credentials" });
    expect(body.message).toContain(`expected ${JWT_BEARER}, PASSWORD or REFRESH_TOKEN (not grant_type)`);
  });
});
