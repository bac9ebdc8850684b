import { beforeAll, expect, test } from "vitest";
import { asObject } from "../../../src/document/index.js";
import type { ServiceResponse } from "../../../src/sandbox/context/request-context.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { registerUser } from "../../../src/sandbox/tenants/tenants.js";
import { describeEachEngine } from "../engines.js";
import { signer } from "./forge.js";
import {
  createTokenEndpoint,
  memory,
  OTHER_APP,
  OTHER_SHOP,
  openShop,
  others,
  PASSWORD,
  type Reply,
  SHOP,
  type TokenEndpoint,
  USERNAME,
} from "./token-endpoint.js";

describeEachEngine("the password grant", (makeDatabase, { newTarget }) => {
  let database: Database;
  let desk: TokenEndpoint;
  beforeAll(async () => {
    database = await makeDatabase();
    await openShop(database);
    desk = createTokenEndpoint(database);
    for (const username of ["ann", "ben", "eve"])
      await registerUser(database, { businessId: SHOP, username, password: PASSWORD }, desk.world);
  });
  const later = (seconds = 61): void => {
    desk.clock.now += seconds * 1000;
  };
  const guess = (password: string, queries: Database): Promise<ServiceResponse> =>
    desk.untied({ grantType: "PASSWORD", businessId: SHOP, username: "eve", password }, desk.forged(), queries);
  const codeOf = ({ status, body }: ServiceResponse): string => (status === 200 ? "200" : String(asObject(body)?.code));

  const wrong: Readonly<Record<string, Record<string, string>>> = {
    "O5 a wrong password": { password: "wrong" },
    "O5 an unknown user": { username: "nobody@shop.example" },
    "O5 a user's name in other case": { username: USERNAME.toUpperCase() },
    "O5 a password with a space behind": { password: `${PASSWORD} ` },
    "O7 a user of another business": { username: "max@other.example" },
    "O7 another business, which the application may not open": {
      businessId: OTHER_SHOP,
      username: "max@other.example",
    },
    "O7 a business that is not there": { businessId: "00000000-0000-4000-8000-00000000dead" },
    "O7 a business that is no id": { businessId: "' OR 1=1--" },
    "O8 a name with look-alike letters": { username: "\uff5ao\u00eb@shop.example" },
    "a name that is SQL": { username: "' OR '1'='1" },
  };
  test("rejects everything but users with the same message", async () => {
    const replies: Reply[] = [];
    for (const form of Object.values(wrong)) {
      later();
      replies.push(await desk.signIn(form));
    }
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 401, body: { code: "INVALID_CREDENTIALS" } });
      expect(reply.text).toBe(replies[0]?.text);
      const { date: _, ...headers } = reply.headers;
      const { date: __, ...first } = replies[0]?.headers ?? {};
      expect(headers).toEqual(first);
      expect(headers["www-authenticate"]).toBe('Bearer realm="commerce-contract sandbox", error="invalid_grant"');
    }
  });

  const malformed: Readonly<Record<string, Record<string, string>>> = {
    "O8 NUL in the name": { username: "a\0b" },
    "O8 a name of 1 MB": { username: "a".repeat(1_000_000) },
    "O8 no name": { username: "" },
    "NUL in the password": { password: "a\0b" },
    "a password of 2 kB": { password: "a".repeat(2000) },
    "no password": { password: "" },
    "a business with a line break": { businessId: "a\nb" },
  };
  test.each(Object.entries(malformed))("rejects such a form: %s", async (_, form) => {
    const before = await memory(database);
    expect((await desk.signIn(form)).status).toBe(400);
    expect(await memory(database)).toBe(before);
  });

  test("checks the application before the password", async () => {
    const before = await memory(database);
    const unsigned = await desk.ask({
      grantType: "PASSWORD",
      businessId: SHOP,
      username: USERNAME,
      password: PASSWORD,
    });
    expect(unsigned).toMatchObject({ status: 401, body: { code: "MISSING_ASSERTION" } });
    expect(unsigned.headers["www-authenticate"]).toBe('Bearer realm="commerce-contract sandbox"');
    for (const header of [
      "",
      "Bearer",
      "Bearer ",
      "nonsense",
      `bearer ${desk.forged()}`,
      `Bearer  ${desk.forged()}`,
      `${desk.forged()}, ${desk.forged()}`,
    ])
      expect((await desk.signIn({}, header)).body.code).toBe("INVALID_ASSERTION");
    const twice = { headers: [desk.forged(), desk.forged()].map((value) => ["Authorization", value] as const) };
    const form = { grantType: "PASSWORD", businessId: SHOP, username: USERNAME, password: PASSWORD };
    expect((await desk.ask(form, twice)).status).toBe(401);
    expect(await memory(database)).toBe(before);
    const claims = desk.claims({ iss: OTHER_APP, sub: OTHER_APP });
    expect((await desk.signIn({}, desk.forged({ claims }, signer("ES256", others)))).body.code).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("O6 limits the sixth failure within a minute, for one user only, on the domain clock", async () => {
    later();
    for (let at = 0; at < 5; at += 1) {
      expect((await desk.signIn({ username: "ann", password: "wrong" })).body.code).toBe("INVALID_CREDENTIALS");
      later(1);
    }
    const sixth = await desk.signIn({ username: "ann", password: "wrong" });
    expect(sixth).toMatchObject({ status: 401, body: { code: "TOO_MANY_FAILURES" }, headers: { "retry-after": "55" } });
    // The right password is not checked either, on any replica; a decomposed name is the same name.
    expect((await desk.signIn({ username: "ann" })).body.code).toBe("TOO_MANY_FAILURES");
    const replica = createTokenEndpoint(database, { seed: "test" });
    replica.clock.now = desk.clock.now;
    expect(
      (await replica.signIn({ username: "ann" }, replica.forged({ claims: replica.claims({ jti: "replica" }) }))).body
        .code,
    ).toBe("TOO_MANY_FAILURES");
    expect((await desk.signIn({ username: "ben" })).status).toBe(200);
    later(54);
    expect((await desk.signIn({ username: "ann" })).body.code).toBe("TOO_MANY_FAILURES");
    later(1);
    expect((await desk.signIn({ username: "ann" })).status).toBe(200);
  });

  test("O6 limits unknown users in the same way, and decomposed names like composed ones", async () => {
    later();
    const names = ["zo\u00e9", "zoe\u0301", "zo\u00e9", "zoe\u0301", "zo\u00e9"];
    for (const username of names) expect((await desk.signIn({ username })).body.code).toBe("INVALID_CREDENTIALS");
    expect((await desk.signIn({ username: "zoe\u0301" })).body.code).toBe("TOO_MANY_FAILURES");
  });

  test("O6 limits the failures of an application to thirty within a minute", async () => {
    later();
    for (let at = 0; at < 30; at += 1)
      expect((await desk.signIn({ username: `user ${at}` })).body.code).toBe("INVALID_CREDENTIALS");
    expect((await desk.signIn({ username: "user 30" })).body.code).toBe("TOO_MANY_FAILURES");
    expect((await desk.signIn()).body.code).toBe("TOO_MANY_FAILURES");
    later();
    expect((await desk.signIn()).status).toBe(200);
  });

  test("O6 checks five of twenty concurrent guesses, without a surrounding transaction", async () => {
    later();
    const codes = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => codeOf(await guess(`guess ${at}`, database))),
    );
    expect(codes.filter((code) => code === "INVALID_CREDENTIALS")).toHaveLength(5);
    expect(codes.filter((code) => code === "TOO_MANY_FAILURES")).toHaveLength(15);
    expect(codeOf(await guess(PASSWORD, database))).toBe("TOO_MANY_FAILURES");
  });

  test("O6 rejects the correct password too if five others failed while it was hashed", async () => {
    later();
    // The other sign-ins run between reading and comparing this password.
    const slow: Database = {
      ...database,
      first: async (sql, values) => {
        const row = await database.first(sql, values);
        if (sql.includes("users.password"))
          for (let at = 0; at < 5; at += 1)
            expect(codeOf(await guess(`guess ${at}`, database))).toBe("INVALID_CREDENTIALS");
        return row;
      },
    };
    expect(codeOf(await guess(PASSWORD, slow))).toBe("TOO_MANY_FAILURES");
    later();
    expect(codeOf(await guess(PASSWORD, database))).toBe("200");
  });

  test("does not count successful sign-ins, however many are concurrent", async () => {
    const target = await newTarget();
    const replicas = [
      createTokenEndpoint(await makeDatabase(target), { seed: "one" }),
      createTokenEndpoint(await makeDatabase(target), { seed: "two" }),
    ];
    await openShop((replicas[0] as TokenEndpoint).database);
    const replies = await Promise.all(Array.from({ length: 16 }, (_, at) => replicas[at % 2]?.signIn()));
    expect(replies.map((reply) => reply?.status)).toEqual(replies.map(() => 200));
    const guesses = await Promise.all(
      Array.from({ length: 16 }, (_, at) => replicas[at % 2]?.signIn({ password: `guess ${at}` })),
    );
    expect(guesses.every((reply) => reply?.status === 401)).toBe(true);
    expect((await replicas[0]?.signIn())?.body.code).toBe("TOO_MANY_FAILURES");
  });
});
