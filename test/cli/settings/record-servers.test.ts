import { expect, test } from "vitest";
import { resolveRecordServers } from "../../../src/cli/actions/record.js";

const origin = "http://127.0.0.1:3900";
const SPEC = [{ url: "https://notes.example/v1/", variables: {} }];
const RELATIVE = [{ url: "/api", variables: {} }];
const VARIABLE = [{ url: "{base}", variables: { base: { default: "https://notes.example/v2" } } }];

test.each([
  ["the base path of the spec", SPEC, [], [], [`${origin}/v1`, origin]],
  ["a relative server", RELATIVE, [], [], [`${origin}/api`, origin]],
  ["a server variable", VARIABLE, [], [], [`${origin}/v2`, origin]],
  ["a server variable of the command line", VARIABLE, ["base=http://a.example/v3"], [], [`${origin}/v3`, origin]],
  ["a server variable of the configuration", VARIABLE, [], ["base=/v4"], [`${origin}/v4`, origin]],
  ["no server", [], [], [], [origin]],
  ["the configuration", SPEC, [], ["http://b.example/v5"], ["http://b.example/v5", `${origin}/v5`, origin]],
  ["the command line", SPEC, ["http://c.example/v6"], [], ["http://c.example/v6", `${origin}/v6`, origin]],
])("servers of a recording: %s", (_, servers, given, configured, wanted) => {
  const operation = { servers: servers.map((it) => ({ ...it, pointer: "/servers/0" })) };
  expect(resolveRecordServers([operation, operation], { origin, given, configured })).toEqual(wanted);
});
