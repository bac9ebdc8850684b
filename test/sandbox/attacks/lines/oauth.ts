/** O: the token endpoint. */
import { expect } from "vitest";
import { JWT_BEARER, PASSWORD, USERNAME } from "../../tokens/token-endpoint.js";
import { type Attack, refused, refusedEach, responded, tokenForm } from "../attack.js";
import type { AttackedSandbox } from "../attacked-sandbox.js";
import type { RawRequest } from "../raw-http.js";
import { A, B } from "../tenants.js";

const password = (
  field: AttackedSandbox,
  more: Record<string, string> = {},
  authorization = field.assertion(),
): RawRequest =>
  tokenForm({ grantType: "PASSWORD", businessId: A.businessId, username: USERNAME, password: PASSWORD, ...more }, [
    ["Authorization", authorization],
  ]);
const right = (field: AttackedSandbox): Readonly<Record<string, string>> => ({
  grantType: JWT_BEARER,
  assertion: field.assertion(),
});
const encoded = (form: Readonly<Record<string, string>>): string => new URLSearchParams(form).toString();
const refresh = (refreshToken: string, headers: RawRequest["headers"] = []): RawRequest =>
  tokenForm({ grantType: "REFRESH_TOKEN", refreshToken }, headers);
const signIn = async (field: AttackedSandbox) => {
  const { json } = await field.send(tokenForm(right(field)));
  field.canaries.plant("refresh token", json.refreshToken);
  return { refreshToken: String(json.refreshToken), accessToken: String(json.accessToken) };
};
const statusOf = async (field: AttackedSandbox, request: RawRequest): Promise<number> =>
  (await field.send(request)).status;

export const OAUTH_LINES: readonly Attack[] = [
  ...["", "password", "PASSWORD ", "authorization_code", "__proto__", "constructor", "\0"].map((grantType) =>
    refused("O1", `grantType ${JSON.stringify(grantType)}`, (field) => tokenForm({ ...right(field), grantType }), {
      status: [400, 401],
    }),
  ),
  refused("O1", "grant_type", (field) => tokenForm({ grant_type: JWT_BEARER, assertion: field.assertion() })),
  refused("O2", "two assertions", (field) => tokenForm(`${encoded(right(field))}&assertion=${field.assertion()}`)),
  refused("O2", "two grant types", (field) => tokenForm(`${encoded(right(field))}&grantType=PASSWORD`)),
  refused("O2", "the second name escaped", (field) => tokenForm(`${encoded(right(field))}&%61ssertion=x`)),
  refused("O2", "assertion[]", (field) => tokenForm(encoded(right(field)).replace("assertion=", "assertion[]="))),
  refused("O3", "JSON", (field) => ({
    ...tokenForm(right(field), [["Content-Type", "application/json"]]),
    body: JSON.stringify(right(field)),
  })),
  refused("O3", "JSON that says that it is a form", (field) => tokenForm(JSON.stringify(right(field)))),
  refused("O3", "multipart", (field) =>
    tokenForm(`--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${PASSWORD}\r\n--x--`, [
      ["Content-Type", `multipart/form-data; boundary=x; a=${field.nextId()}`],
    ]),
  ),
  ...["text/plain", "application/json", "application/octet-stream"].map((type) =>
    refused(
      "O3",
      `a form as ${type}`,
      tokenForm({ grantType: "PASSWORD", password: PASSWORD }, [["Content-Type", type]]),
    ),
  ),
  refused("O4", "credentials in the query", (field) => ({
    ...tokenForm(""),
    path: `/token?${encoded({ ...right(field), username: USERNAME, password: PASSWORD })}`,
  })),
  refused("O4", "credentials in both", (field) => ({
    ...tokenForm(right(field)),
    path: `/token?${encoded({ password: PASSWORD })}`,
  })),
  refused("O4", "a password with an escaped name", {
    ...tokenForm(""),
    path: `/token?pass%77ord=${encodeURIComponent(PASSWORD)}`,
  }),
  {
    line: "O5",
    title: "a wrong password and an unknown user: the same response",
    hasEffect: true,
    run: async (field) => {
      const wrong = await field.send(password(field, { password: "wrong horse" }));
      const unknown = await field.send(password(field, { username: "nobody@shop.example" }));
      const foreign = await field.send(password(field, { businessId: B.businessId, username: B.username }));
      const nowhere = await field.send(password(field, { businessId: "7f3c1d52-0000-4000-8000-000000000000" }));
      const all = [wrong, unknown, foreign, nowhere];
      expect(all.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect(new Set(all.map(({ text }) => text)).size).toBe(1);
      expect(new Set(all.map(({ headers }) => headers.join("\n"))).size).toBe(1);
      await field.advance(61);
    },
  },
  {
    line: "O6",
    title: "six failures one after the other, then the right password; another user meanwhile",
    hasEffect: true,
    run: async (field) => {
      const codes: string[] = [];
      for (let index = 0; index < 6; index += 1)
        codes.push((await field.send(password(field, { password: "wrong horse" }))).json.code);
      expect(codes).toEqual([...Array(5).fill("INVALID_CREDENTIALS"), "TOO_MANY_FAILURES"]);
      const limited = await field.send(password(field));
      expect([limited.status, Number(limited.header("retry-after"))]).toEqual([401, 60]);
      const other = await field.send(password(field, { username: "nobody@shop.example" }));
      expect(other.json.code).toBe("INVALID_CREDENTIALS");
      await field.advance(61);
      expect(await statusOf(field, password(field))).toBe(200);
    },
  },
  {
    line: "O6",
    title: "twelve guesses at once count like those one after another",
    hasEffect: true,
    run: async (field) => {
      const guess = (index: number): Promise<number> =>
        statusOf(field, password(field, { password: index === 11 ? PASSWORD : `wrong ${index}` }));
      const statuses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)));
      expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
      expect(await statusOf(field, password(field))).toBe(401);
      await field.advance(61);
    },
  },
  refused(
    "O7",
    "the business of another application",
    (field) => password(field, { businessId: B.businessId, username: B.username }),
    { status: 401 },
  ),
  refused("O7", "business in upper case", (field) => password(field, { businessId: A.businessId.toUpperCase() }), {
    status: 401,
  }),
  ...refusedEach(
    "O7",
    ["", "*", "' OR 1=1--", "../..", "x".repeat(129)],
    (businessId, field) => password(field, { businessId }),
    {
      status: [400, 401],
    },
  ),
  ...refusedEach(
    "O8",
    ["a\0b", "\u202e", "x".repeat(257), "x".repeat(900_000), "\ufeff", "zo\u00eb\n"],
    (username, field) => password(field, { username }),
    { status: [400, 401] },
  ),
  refused("O8", "a user name of more than a body holds", (field) =>
    password(field, { username: "x".repeat(1_100_000) }),
  ),
  refused("O8", "a password of 900 kB", (field) => password(field, { password: "x".repeat(900_000) })),
  responded("O8", "the name decomposed is the same name", async (field) => {
    await field.advance(61);
    return password(field, { username: USERNAME.normalize("NFD") });
  }),
  {
    line: "O9",
    title: "a refresh token used again when its time is over: the family is dead",
    hasEffect: true,
    run: async (field) => {
      const first = await signIn(field);
      const second = (await field.send(refresh(first.refreshToken))).json;
      await field.advance(11);
      expect(await statusOf(field, refresh(first.refreshToken))).toBe(401);
      expect(await statusOf(field, refresh(second.refreshToken))).toBe(401);
    },
  },
  {
    line: "O10",
    title: "two concurrent refreshes: one family, and both stay valid",
    hasEffect: true,
    run: async (field) => {
      const { refreshToken } = await signIn(field);
      const both = await Promise.all([field.send(refresh(refreshToken)), field.send(refresh(refreshToken))]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const next = new Set(both.map(({ json }) => json.refreshToken as string));
      expect(next.size).toBe(1);
      for (const token of next) expect(await statusOf(field, refresh(token))).toBe(200);
    },
  },
  {
    line: "O11",
    title: "a refresh token with the assertion of another application",
    hasEffect: true,
    run: async (field) => {
      const { refreshToken } = await signIn(field);
      const stolen = refresh(refreshToken, [
        ["Authorization", field.desk.forged({ header: { alg: "ES256", kid: "others" } })],
      ]);
      expect(await statusOf(field, stolen)).toBe(401);
      expect(await statusOf(field, refresh(refreshToken))).toBe(200);
    },
  },
  ...refusedEach(
    "O11",
    ["", "x", "x".repeat(513), "a\0b", "' OR 1=1--", "eyJhbGciOiJub25lIn0.e30."],
    (token) => refresh(token),
    {
      status: [400, 401],
    },
  ),
];
