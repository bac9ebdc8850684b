import { describe, expect, test } from "vitest";
import { createExchange, createInlineContract } from "../inline-contract.js";

const spec = (servers: string): string =>
  `openapi: 3.1.0\ninfo: { title: t, version: "1" }\n${servers}\npaths: { /a: { get: { responses: { "200": { description: d } } } } }`;

const host = "{ url: 'https://{host}/v1', variables: { host: { default: api.example.com } } }";
const base = "{ url: '{base}/v1', variables: { base: { default: 'https://a.example/' } } }";
const rows: readonly (readonly [servers: string, url: string, verdict: string])[] = [
  ["servers: [{ url: https://a.example/v1 }]", "https://a.example/v1/a", "passed"],
  ["servers: [{ url: https://a.example/v1/ }]", "https://a.example/v1/a", "passed"],
  ["servers: [{ url: https://a.example/v1 }]", "http://a.example/v1/a", "skipped"],
  ["servers: [{ url: https://a.example/v1 }]", "https://a.example:8443/v1/a", "skipped"],
  ["servers: [{ url: https://a.example/v1 }]", "https://A.example:443/v1/a?x#y", "passed"],
  ["servers: [{ url: https://a.example/v1 }]", "https://a.example/v2/a", "skipped"],
  ["servers: [{ url: https://a.example }, { url: https://a.example/v1 }]", "https://a.example/v1/a", "passed"],
  ["", "https://anywhere.example/a", "passed"],
  ["servers: [{ url: /v1 }]", "https://anywhere.example/v1/a", "passed"],
  [`servers: [${host}]`, "https://api.example.com/v1/a", "passed"],
  [`servers: [${host}]`, "https://tenant/v1/a", "passed"],
  [`servers: [${host}]`, "https://api.example.com/v2/a", "skipped"],
  [`servers: [${base}]`, "https://a.example/v1/a", "passed"],
  [`servers: [${base}]`, "https://b.example/v1/a", "skipped"],
  [
    "servers: [{ url: 'https://{t}.a.example', variables: { t: { default: eu, enum: [eu, us] } } }]",
    "https://us.a.example/a",
    "passed",
  ],
  [
    "servers: [{ url: 'https://{t}.a.example', variables: { t: { default: eu, enum: [eu, us] } } }]",
    "https://cn.a.example/a",
    "skipped",
  ],
  [
    "servers: [{ url: 'https://a.example/{v}', variables: { v: { default: api/v2 } } }]",
    "https://a.example/api/v2/a",
    "passed",
  ],
  ["servers: [{ url: 'https://a.example{v}', variables: { v: { default: '' } } }]", "https://a.example/a", "passed"],
  [
    "servers: [{ url: 'https://a.example:{port}/v1', variables: { port: { default: '443' } } }]",
    "https://a.example/v1/a",
    "passed",
  ],
  [
    "servers: [{ url: 'https://a.example:{port}/v1', variables: { port: { default: '443' } } }]",
    "https://a.example:8443/v1/a",
    "passed",
  ],
];

describe("the server of a request", () => {
  test.each(rows)("%s: %s is %s", (servers, url, verdict) => {
    expect(createInlineContract({ "spec.yaml": spec(servers) }).check(createExchange({ url })).verdict).toBe(verdict);
  });

  test.each([
    ["servers: [{ url: https://a.example/v1 }]", "http://127.0.0.1:4020/v1/a?b=c", "http://127.0.0.1:4020/v1"],
    ["servers: [{ url: https://a.example/v1 }]", "http://127.0.0.1:4020/a", "http://127.0.0.1:4020"],
    ["servers: [{ url: https://a.example/v1/ }]", "http://127.0.0.1:4020/v1/a/", "http://127.0.0.1:4020/v1"],
    [`servers: [${base}]`, "http://127.0.0.1:4020/a", "http://127.0.0.1:4020"],
    ["servers: [{ url: 'https://a.example/{v}' }]", "http://127.0.0.1:4020/v7/a", "http://127.0.0.1:4020/v7"],
  ])("%s: %s suggests the server %s, which makes it pass", (servers, url, server) => {
    const files = { "spec.yaml": spec(servers) };
    expect(createInlineContract(files).check(createExchange({ url })).elsewhere?.server).toBe(server);
    expect(createInlineContract(files, [server]).check(createExchange({ url })).verdict).toBe("passed");
  });

  test.each([
    ["https://a.example/v1", "http://127.0.0.1:4020/b", "host 127.0.0.1 does not fit https://a.example/v1"],
    ["https://a.example/v1", "http://a.example/v1/b", "scheme http does not fit https://a.example/v1"],
    ["https://a.example/v1", "https://a.example:8/v1/b", "port 8 does not fit https://a.example/v1"],
    ["https://a.example:8/v1", "https://a.example/v1/b", "the default port does not fit https://a.example:8/v1"],
    ["https://a.example/v1", "http://a.example:8/b", "port 8 and scheme http do not fit https://a.example/v1"],
    [
      "https://b.a.example }, { url: http://c.example/v1",
      "http://c.example/b",
      "the path is not below that of http://c.example/v1",
    ],
    [
      "https://a.example/v1 }, { url: https://a.example/v2",
      "https://a.example/v3/b",
      "the path is not below that of https://a.example/v1",
    ],
    ["/v1", "https://a.example/b", "the path is not below that of /v1"],
    [
      "'https://{host}'",
      "https://a.example/b",
      "https://{host} takes any host, but only for the paths of its operations",
    ],
  ])("%s: %s is skipped because %s", (server, url, mismatch) => {
    const contract = createInlineContract({ "spec.yaml": spec(`servers: [{ url: ${server} }]`) });
    const { verdict, reasons, elsewhere } = contract.check(createExchange({ url }));
    const { origin } = new URL(url);
    const isHere = /^the path|takes/.test(mismatch);
    expect([verdict, elsewhere]).toEqual(["skipped", { origin, mismatch }]);
    expect(reasons).toEqual([`${origin}${isHere ? "" : " is not a server in the spec"}: ${mismatch}`]);
  });

  test.each([
    ["servers: [{ url: https://a.example/v1 }]", "https://a.example/gateway/v1/a", "https://a.example/gateway/v1"],
    ["servers: [{ url: https://a.example/v1 }]", "https://a.example/a", "https://a.example"],
    ["servers: [{ url: https://a.example/v1 }]", "http://b.example/x/a", "http://b.example/x"],
    ["servers: [{ url: /v1 }]", "https://a.example/v2/a", "https://a.example/v2"],
  ])("%s: the prefix of %s is part of the suggested server", (servers, url, server) => {
    const files = { "spec.yaml": spec(servers) };
    expect(createInlineContract(files).check(createExchange({ url })).elsewhere?.server).toBe(server);
    expect(createInlineContract(files, [server]).check(createExchange({ url })).verdict).toBe("passed");
  });

  test.each([
    ["", "https://a.example/gateway/api/a", "https://a.example/gateway/api"],
    ["servers: [{ url: https://a.example }]", "https://a.example/gateway/a", "https://a.example/gateway"],
  ])("%s: the undocumented path %s has a hint with its prefix", (servers, url, server) => {
    const files = { "spec.yaml": spec(servers) };
    const { findings } = createInlineContract(files).check(createExchange({ url }));
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(new RegExp(`matches no path of the spec; it does with --server ${server}$`)),
    ]);
    expect(createInlineContract(files, [server]).check(createExchange({ url })).verdict).toBe("passed");
    const other = createInlineContract(files).check(createExchange({ url: `${url}b` }));
    expect(other.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/matches no path of the spec$/),
    ]);
  });

  test.each([
    ["servers: [{ url: https://a.example/v1 }]", "https://a.example/v1/a/7/a"],
    ["", "https://a.example/a/jo/a"],
  ])("%s: the undocumented path %s starts like an operation, so that it is no prefix", (servers, url) => {
    const { findings } = createInlineContract({ "spec.yaml": spec(servers) }).check(createExchange({ url }));
    expect(findings.map(({ message }) => message)).toEqual([expect.stringMatching(/matches no path of the spec$/)]);
  });

  test.each([
    ["a path under the base path", "/v1/a", "passed", undefined],
    ["a path without the base path", "/a?b=c", "passed", "/"],
    ["an undocumented path under the base path", "/v1/b", "failed", undefined],
    ["another path", "/b", "skipped", undefined],
  ])("without an origin, %s", (_, url, verdict, server) => {
    const contract = createInlineContract({ "spec.yaml": spec("servers: [{ url: https://a.example/v1 }]") });
    const result = contract.check(createExchange({ url: `{{no host}}${url}` }));
    expect([result.verdict, result.elsewhere?.server]).toEqual([verdict, server]);
  });

  test("a base URL of the user matches besides the servers", () => {
    const contract = createInlineContract({ "spec.yaml": spec("servers: [{ url: https://a.example/v1 }]") }, [
      "http://127.0.0.1:4010/x",
    ]);
    expect(contract.check(createExchange({ url: "http://127.0.0.1:4010/x/a" })).verdict).toBe("passed");
    expect(contract.check(createExchange({ url: "https://a.example/v1/a" })).verdict).toBe("passed");
    expect(contract.check(createExchange({ url: "https://b.example/v1/a" })).verdict).toBe("skipped");
  });

  test("a server variable of the user", () => {
    const contract = createInlineContract({ "spec.yaml": spec(`servers: [${base}]`) }, ["base=http://127.0.0.1:4010"]);
    expect(contract.check(createExchange({ url: "http://127.0.0.1:4010/v1/a" })).verdict).toBe("passed");
  });

  test("an unknown server variable", () => {
    const open = (): unknown =>
      createInlineContract({ "spec.yaml": spec(`servers: [${base}]`) }, ["base-url=http://127.0.0.1:4010"]);
    expect(open).toThrow('unknown server variable "base-url"; the spec has base');
  });
});
