/** The settings of a run, from the command line and the configuration: the values that differ from the defaults, or the error. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { SettingsError } from "../../../src/check/index.js";
import { UsageError } from "../../../src/cli/process/io.js";
import {
  resolveSettings,
  resolveSettingsWithTraffic,
  type SettingsOptions,
} from "../../../src/cli/settings/run-settings.js";
import { createFolder } from "../run-contract.js";

type Case = readonly [what: string, options: SettingsOptions, config?: object];

const CASES: readonly Case[] = [
  [
    "a whole configuration",
    {},
    {
      ...{ spec: "a.yaml", traffic: ["b.har", "/c.har", "d/*.har"], servers: ["https://a.example/v1", "variable=x"] },
      ...{ failOn: "warn", allowPartial: true, strictSpec: true, baseline: "e.yaml", generated: "out" },
      levels: [{ code: "response.body.undeclared", level: "error" }],
      coverage: { operations: 50 },
      coverageSince: { spec: "main:old.yaml", operations: 10 },
      webhooks: { receivers: ["https://shop.example/events"], secretVariables: ["SECRET"] },
      exclude: ["DELETE", { operations: "a", reason: "slow" }],
      include: ["b"],
      formats: ["text", "json:out.json", "html:/out.html"],
    },
  ],
  [
    "a command line that overrides the configuration",
    {
      ...{ spec: "x.yaml", server: ["/v2"], failOn: "never", baseline: "y.yaml" },
      ...{
        coverageSince: "tag:z.yaml",
        exclude: ["c"],
        include: ["d"],
        shard: "2/3",
      },
    },
    {
      ...{
        spec: "a.yaml",
        servers: ["https://a.example"],
        failOn: "warn",
        allowPartial: true,
        strictSpec: true,
        baseline: "e.yaml",
      },
      coverageSince: { spec: "old.yaml" },
      webhooks: { receivers: ["https://b.example"], secretVariables: ["SECRET"] },
      ...{ exclude: ["a"], include: ["b"] },
    },
  ],
  ["a strict spec of the command line", { spec: "a.yaml", strictSpec: true }],
  ["no strict spec of the command line", { strictSpec: false }, { strictSpec: true }],
  ["coverage since a file", {}, { coverageSince: { spec: "old.yaml", statuses: 1 } }],
  ["coverage since a file of a commit", {}, { coverageSince: { spec: "git:v1:old.yaml" } }],
  ["coverage since an absolute file", {}, { coverageSince: { spec: "/old.yaml" } }],
  ["coverage thresholds alone", {}, { coverageSince: { operations: 10 } }],
  ["two specs where one is expected", { spec: ["a.yaml", "b.yaml"] }],
  ["two configured specs where one is expected", {}, { specs: ["a.yaml", "b.yaml"] }],
  ["one of several", {}, { specs: ["a.yaml"] }],
  ["spec and specs", {}, { spec: "a.yaml", specs: ["b.yaml"] }],
  ["--update-baseline without a baseline", { updateBaseline: "r" }],
  [
    "--update-baseline with a configured baseline",
    { updateBaseline: "r", expires: "2026-01-01" },
    { baseline: "b.yaml" },
  ],
  ["--update-baseline of a shard", { updateBaseline: "r", baseline: "b.yaml", shard: "1/2" }],
  ["an expiry without --update-baseline", { expires: "2026-01-01" }],
  ["a server without a scheme", { server: ["a.example"] }],
  ["a configured server without a scheme", {}, { servers: ["a.example/x"] }],
  ["servers of all forms", { server: ["HTTP://A/b", "/path", "https://{region}.a/x", "x=y", "a.b=http://c", "x= "] }],
  ["a server that is no URL", { server: ["http://a:b"] }],
  ["a server of another scheme", { server: ["ftp://a"] }],
  ["a server with an empty value", { server: ["x="] }],
  ["a server with an empty name", { server: ["=x"] }],
  ["a receiver without a scheme", {}, { webhooks: { receivers: ["a.example"] } }],
  ["a configured receiver that is no URL", {}, { webhooks: { receivers: ["http://a:b"] } }],
  ["a receiver whose address begins otherwise", {}, { webhooks: { receivers: ["xhttp://a"] } }],
];

/** The working directory has a configuration, so that each case has one of its own. */
const prepare = (options: SettingsOptions, config: object = {}): { options: SettingsOptions; folder: string } => {
  const folder = createFolder({ "contract.config.json": JSON.stringify(config) });
  return { folder, options: { ...options, config: join(folder, "contract.config.json") } };
};

const getDefaults = () => resolveSettings(prepare({}).options);

/** Shows the settings that differ from the defaults, or the message. */
function show(resolve: () => object, folder: string): string {
  const clean = (text: string): string => text.replaceAll(folder, "FOLDER").replaceAll(/[^" :]*FOLDER/g, "FOLDER");
  const defaults = getDefaults();
  try {
    const changed = Object.entries(resolve()).filter(
      ([name, value]) =>
        name !== "config" &&
        name !== "folder" &&
        JSON.stringify(value) !== JSON.stringify(defaults[name as keyof typeof defaults]),
    );
    return clean(changed.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join("\n"));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SettingsError)) throw error;
    return clean(`error: ${error.message}`);
  }
}

test("the defaults", () => {
  const { spec: _, specs: __, config: ___, folder: ____, ...rest } = getDefaults();
  expect(rest).toEqual({
    ...{ isSpecConfigured: false, servers: [], receivers: [], secretVariables: [], traffic: [], failOn: "error" },
    ...{ allowPartial: false, levels: [], thresholds: {}, exclude: [], include: [], targets: [] },
    ...{
      since: undefined,
      baseline: undefined,
      shard: undefined,
      generated: undefined,
      client: undefined,
      formats: undefined,
    },
    assertOperations: expect.any(Function),
  });
});

test("each case has the expected settings", () => {
  const texts = CASES.map(([what, given, config]) => {
    const { options, folder } = prepare(given, config);
    return `${what}\n${show(() => resolveSettings(options), folder).replaceAll(/^/gm, "  ")}`;
  });
  expect(texts.join("\n")).toMatchSnapshot();
});

test.each<[what: string, traffic: readonly string[], config: object]>([
  ["given", ["a.har", "/b.har"], { traffic: ["c.har"] }],
  ["configured", [], { traffic: ["c.har"] }],
  ["missing", [], {}],
])("traffic that is %s", (_, traffic, config) => {
  const { options, folder } = prepare({}, config);
  const resolve = (more: object) => () => ({ traffic: resolveSettingsWithTraffic(traffic, options, more).traffic });
  expect([show(resolve({}), folder), show(resolve({ accepted: "a report" }), folder)].join("\n")).toMatchSnapshot();
});

test("several specs are accepted where a command says so", () => {
  const { specs, spec } = resolveSettings({ spec: ["a.yaml", "b.yaml"] }, { acceptsSeveralSpecs: true });
  expect([spec, ...specs]).toEqual(["a.yaml", "a.yaml", "b.yaml"]);
});
