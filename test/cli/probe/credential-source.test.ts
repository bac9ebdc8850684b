/** Tests of the requests that `--auth` and `CONTRACT_TOKEN` produce. */
import { expect, test } from "vitest";
import { createCredentialSource, listAuthForms } from "../../../src/cli/probe/credential-source.js";
import { UsageError } from "../../../src/cli/process/io.js";
import { listOperations, loadDocument, type Operation } from "../../../src/document/index.js";

type SecurityScheme = Readonly<Record<string, string>>;

/** Creates the operations of an API with these security schemes as alternatives. */
function createOperations(...schemes: readonly SecurityScheme[]): readonly Operation[] {
  const named = Object.fromEntries(schemes.map((scheme, index) => [`s${index}`, scheme]));
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    security: Object.keys(named).map((name) => ({ [name]: [] })),
    paths: { "/": { get: { responses: { 200: { description: "ok" } } } } },
    components: { securitySchemes: named },
  };
  return listOperations(loadDocument("openapi.json", () => JSON.stringify(document)));
}

const KEY = { type: "apiKey", name: "X-Key" };
const BEARER = { type: "http", scheme: "bearer" };
const EMPTY_CREDENTIALS = { headers: [], query: [], cookies: [] };
const BASIC = { type: "http", scheme: "Basic" };
const AS_BEARER = { ...EMPTY_CREDENTIALS, headers: [["Authorization", "Bearer t"]] };

test.each<[string, readonly SecurityScheme[], object]>([
  ["no scheme", [], AS_BEARER],
  ["a bearer scheme", [BEARER], AS_BEARER],
  ["a key in a header", [{ ...KEY, in: "header" }], { ...EMPTY_CREDENTIALS, headers: [["X-Key", "t"]] }],
  ["a key in the query", [{ ...KEY, in: "query" }], { ...EMPTY_CREDENTIALS, query: [["X-Key", "t"]] }],
  ["a key in a cookie", [{ ...KEY, in: "cookie" }], { ...EMPTY_CREDENTIALS, cookies: [["X-Key", "t"]] }],
  ["a key or a bearer token", [{ ...KEY, in: "query" }, BEARER], AS_BEARER],
])("a token for %s", async (_, schemes, credentials) => {
  const operations = createOperations(...schemes);
  for (const [auth, token] of [
    [undefined, "t"],
    ["bearer:t", undefined],
    ["command:echo t", undefined],
    // --auth takes precedence over CONTRACT_TOKEN.
    ["bearer:t", "other"],
  ])
    expect(await createCredentialSource({ auth, token }, operations).get()).toEqual(credentials);
});

test.each<[string, readonly SecurityScheme[], string]>([
  ["user and password, if the spec takes no token", [BASIC], `Basic ${btoa("u:p")}`],
  ["the same, also if a key would do", [{ ...KEY, in: "query" }, BASIC], `Basic ${btoa("u:p")}`],
  ["a token that has a colon", [BASIC, BEARER], "Bearer u:p"],
])("a text with a colon is %s", async (_, schemes, header) => {
  const source = createCredentialSource({ auth: "command:echo u:p", token: undefined }, createOperations(...schemes));
  expect((await source.get()).headers).toEqual([["Authorization", header]]);
});

const URLS = { flows: "f", openIdConnectUrl: "u" };

test.each<[what: string, schemes: readonly SecurityScheme[], forms: readonly string[]]>([
  ["no scheme", [], []],
  ["a key in a header", [{ ...KEY, in: "header" }], ["header:X-Key=VALUE (s0)"]],
  ["a key in the query", [{ ...KEY, in: "query" }], ["query:X-Key=VALUE (s0)"]],
  ["a key in a cookie", [{ ...KEY, in: "cookie" }], ["cookie:X-Key=VALUE (s0)"]],
  ["user and password", [BASIC], ["basic:USER:PASSWORD (s0)"]],
  ["a bearer token", [BEARER], ["bearer:TOKEN (s0)"]],
  ["another HTTP scheme", [{ type: "http", scheme: "DPoP" }], ["'header:Authorization=DPoP CREDENTIALS' (s0)"]],
  ["OAuth", [{ type: "oauth2", ...URLS }], ["bearer:TOKEN (s0)"]],
  ["OpenID Connect", [{ type: "openIdConnect", ...URLS }], ["bearer:TOKEN (s0)"]],
  ["a client certificate", [{ type: "mutualTLS" }], []],
  ["alternatives", [BASIC, { ...KEY, in: "query" }], ["basic:USER:PASSWORD (s0)", "query:X-Key=VALUE (s1)"]],
])("how to give credentials for %s", async (_, schemes, forms) => {
  const operations = createOperations(...schemes);
  expect(listAuthForms(operations)).toEqual(forms);
  // Two credentials together are none of these.
  expect(listAuthForms(operations.map((it) => ({ security: [it.security.flat(), it.security.flat()] })))).toEqual(
    schemes.length === 1 ? forms : [],
  );
  for (const form of forms) {
    const auth = form.replace(/ \(.*\)$/, "").replaceAll("'", "");
    const given = await createCredentialSource({ auth, token: undefined }, operations).get();
    expect(Object.values(given).flat()).toHaveLength(1);
  }
});

test.each<[string | undefined, object]>([
  [undefined, EMPTY_CREDENTIALS],
  ["basic:user:pass:word", { ...EMPTY_CREDENTIALS, headers: [["Authorization", `Basic ${btoa("user:pass:word")}`]] }],
  ["header:X-Key=a=b", { ...EMPTY_CREDENTIALS, headers: [["X-Key", "a=b"]] }],
  ["header:X-Key=", { ...EMPTY_CREDENTIALS, headers: [["X-Key", ""]] }],
  ["none", EMPTY_CREDENTIALS],
  ["cookie:key=a=b", { ...EMPTY_CREDENTIALS, cookies: [["key", "a=b"]] }],
  ["query:key=a b", { ...EMPTY_CREDENTIALS, query: [["key", "a b"]] }],
])("--auth %s", async (auth, credentials) => {
  const source = createCredentialSource({ auth, token: undefined }, []);
  expect(await source.get()).toEqual(credentials);
  // A rejected request is not repeated, because there is no other credential.
  expect(source.invalidate()).toBe(false);
});

const AUTH_FORMATS =
  "bearer:TOKEN, basic:USER:PASSWORD, header:NAME=VALUE, query:NAME=VALUE, cookie:NAME=VALUE, command:COMMAND or none";

test.each([
  ["", `--auth: expected ${AUTH_FORMATS}`],
  ["token", `--auth: expected ${AUTH_FORMATS}`],
  ["bearer:", `--auth: expected ${AUTH_FORMATS}`],
  ["xbearer:t", `--auth: expected ${AUTH_FORMATS}`],
  ["form:a=b", `--auth: expected ${AUTH_FORMATS}`],
  ["none:", `--auth: expected ${AUTH_FORMATS}`],
  ["cookie:secret", "--auth cookie: expected cookie:NAME=VALUE"],
  ["header:secret", "--auth header: expected header:NAME=VALUE"],
  ["query:=secret", "--auth query: expected query:NAME=VALUE"],
])("--auth %j is rejected", (auth, message) => {
  expect(() => createCredentialSource({ auth, token: undefined }, [])).toThrow(new UsageError(message));
});

test.each([
  ["echo abc; exit 3", "it ended with exit code 3"],
  ["kill -9 $$", "it ended with SIGKILL"],
  ["true", "nothing on stdout"],
  ["echo ' why '>&2", "why"],
  [`head -c 600 /dev/zero | tr '\\0' x >&2`, "x".repeat(500)],
])("the command %s prints no token", async (command, why) => {
  const source = createCredentialSource({ auth: `command:${command}`, token: undefined }, []);
  await expect(source.get()).rejects.toThrow(new UsageError(`--auth command: no token: ${why}`));
});

test("a command runs again if its token is rejected, five times, once for each token", async () => {
  const source = createCredentialSource({ auth: "command:echo $$", token: undefined }, []);
  const tokens = new Set<string | undefined>();
  const ask = async () => tokens.add((await source.get()).headers[0]?.[1]);
  await ask();
  for (let renewal = 1; renewal <= 5; renewal += 1) {
    await ask();
    expect(tokens.size).toBe(renewal);
    // Two requests with the same token are both rejected; the fifth renewal is the last.
    expect([source.invalidate(), source.invalidate()]).toEqual([true, renewal < 5]);
    await ask();
  }
  expect([tokens.size, source.invalidate()]).toEqual([6, false]);
});
