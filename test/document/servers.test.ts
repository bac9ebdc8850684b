/** The servers that apply to an operation, and their URLs. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { buildServerUrl, listServers, readServers } from "../../src/document/servers.js";

const load = (servers: unknown) =>
  loadDocument("spec.json", () =>
    JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "t", version: "1" }, servers },
      paths: { "/a": { servers: [{ url: "https://own.example" }], get: { servers: [] } } },
    }),
  );

const DEFAULT = [{ pointer: "/servers", url: "/", variables: {} }];

test.each([
  [undefined, DEFAULT],
  [[], DEFAULT],
  [[{ url: "https://a.example/v1" }], [{ pointer: "/servers/0", url: "https://a.example/v1", variables: {} }]],
  [
    [
      { url: "/x" },
      { url: "localhost:8080/v1" },
      { url: "urn:8080:v1" },
      {
        url: "{a}/{b}/{a}",
        variables: { a: { default: "one", enum: ["one", 2] }, b: {}, c: { default: 5, enum: [] } },
      },
    ],
    [
      { pointer: "/servers/0", url: "/x", variables: {} },
      { pointer: "/servers/1", url: "http://localhost:8080/v1", variables: {} },
      { pointer: "/servers/2", url: "urn:8080:v1", variables: {} },
      {
        pointer: "/servers/3",
        url: "{a}/{b}/{a}",
        variables: { a: { default: "one", enum: ["one", "2"] }, b: { default: "" }, c: { default: "5" } },
      },
    ],
  ],
])("the servers %j are %j", (servers, expected) => expect(listServers(load(servers))).toEqual(expected));

test("the first list that is not empty applies", () => {
  const document = load([{ url: "/v1" }]);
  const read = (...candidates: readonly string[]) => readServers(document, candidates).map(({ url }) => url);
  expect(read("/paths/~1a/get/servers", "/paths/~1a/servers", "/servers")).toEqual(["https://own.example"]);
  expect(read("/paths/~1a/get/servers", "/servers")).toEqual(["/v1"]);
  expect(read("/paths/~1a/get/servers")).toEqual(["/"]);
});

test("a URL has the given values of its variables, and the defaults of the others", () => {
  const [server] = listServers(load([{ url: "{a}/{b}/{a}", variables: { a: { default: "x" }, b: { default: "y" } } }]));
  if (server === undefined) throw new Error("there is no server");
  expect(buildServerUrl(server)).toBe("x/y/x");
  expect(buildServerUrl(server, new Map([["a", "z"]]))).toBe("z/y/z");
});
