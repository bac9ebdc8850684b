/** Time ranges, shards, the `diff` section of the configuration, and sizes: what each text means, or why it is refused. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDiffSettings } from "../../../src/cli/actions/diff.js";
import { parseByteSize } from "../../../src/cli/options/option-parsers.js";
import { resolveSelfCommand } from "../../../src/cli/process/shell-command.js";
import { parseShard } from "../../../src/cli/settings/run-settings.js";
import { parseHourRange } from "../../../src/cli/stream/stream-range.js";
import { createFolder } from "../run-contract.js";

const NOW = Date.parse("2026-01-31T10:30:00Z");

test.each([
  [{}, {}],
  [{ since: "90m" }, { since: "2026-01-31T09" }],
  [
    { since: "1h", until: "1h" },
    { since: "2026-01-31T09", until: "2026-01-31T10" },
  ],
  [
    { since: "7d", until: "30m" },
    { since: "2026-01-24T10", until: "2026-01-31T10" },
  ],
  [
    { since: "2026-01-30", until: "2026-01-30T10:00Z" },
    { since: "2026-01-30T00", until: "2026-01-30T10" },
  ],
  [{ until: "2026-01-30T10:00:00.5+02:00" }, { until: "2026-01-30T09" }],
])("the range %j is %j", (given, range) => expect(parseHourRange(given, NOW)).toEqual(range));

test.each([
  "",
  "h",
  "1",
  "1234567h",
  "1w",
  "x1h",
  "1hx",
  "2026-13-01",
  "2026-01-31T09",
  "2026-01-31T09:00",
  "x2026-01-31",
  "2026-01-31x",
])("%j is no time", (text) => {
  for (const name of ["since", "until"])
    expect(() => parseHourRange({ [name]: text }, NOW)).toThrow(
      `--${name} ${text}: give a duration such as 24h or 7d, or a time such as 2026-01-31T09:00:00Z`,
    );
});

test.each([
  ["1/1", { index: 1, of: 1 }],
  ["2/10", { index: 2, of: 10 }],
  ["999999/999999", { index: 999_999, of: 999_999 }],
  ["2/1", undefined],
  ["0/1", undefined],
  ["1/0", undefined],
  ["1/1000000", undefined],
  ["x1/1", undefined],
  ["1/1x", undefined],
  ["", undefined],
])("the shard %j is %j", (given, shard) => {
  if (shard === undefined)
    expect(() => parseShard(given)).toThrow(
      `--shard ${given}: expected i/n with i from 1 to n and n up to 999999, such as 1/4`,
    );
  else expect(parseShard(given)).toEqual(shard);
});

test.each([
  ["0", 0],
  ["65536", 65_536],
  ["64k", 65_536],
  ["10M", 10_485_760],
])("%s is %i bytes", (text, bytes) => expect(parseByteSize(text)).toBe(bytes));

test.each([
  ["contract sandbox", ["node", "/a b/cli.js"], "exec 'node' '/a b/cli.js' sandbox"],
  ["contract", ["it's"], "exec 'it'\\''s'"],
  ["contract\tmock", ["node"], "exec 'node'\tmock"],
  ["contracts", ["node"], "contracts"],
  ["npx contract mock", ["node"], "npx contract mock"],
  ["contract mock", [], "contract mock"],
  ["contract mock", undefined, "contract mock"],
])("the command %j with the program %j is %s", (command, self, expected) => {
  expect(resolveSelfCommand(command, self)).toBe(expected);
});

const POLICY = { levels: [{ code: "request.*", level: "warn" }] };

test.each<[config: string, options: Parameters<typeof readDiffSettings>[0], settings: unknown]>([
  ["{}", {}, { policy: { checkVersion: false } }],
  ["servers: [/v1]", {}, { policy: { checkVersion: false }, servers: ["/v1"] }],
  ["{}", { failOn: "seen" }, { policy: { checkVersion: false }, failOn: "seen" }],
  [
    "diff: { failOn: warn, old: old.yaml, checkVersion: true, levels: [{ code: request.*, level: warn }] }",
    {},
    { policy: { ...POLICY, checkVersion: true }, failOn: "warn" },
  ],
  [
    "diff: { failOn: warn, checkVersion: true, levels: [{ code: request.*, level: warn }] }",
    { failOn: "never" },
    { policy: { ...POLICY, checkVersion: true }, failOn: "never" },
  ],
  [
    "diff: { levels: [{ code: operation.removd, level: warn }] }",
    {},
    'F:1:20: /diff/levels/0/code: "operation.removd" is not a code or a prefix of one; did you mean "operation.removed"?',
  ],
  [
    "diff: { levels: [{ code: nothing.like.it, level: warn }] }",
    {},
    'F:1:20: /diff/levels/0/code: "nothing.like.it" is not a code or a prefix of one',
  ],
])("the configuration %j with %j", (config, options, settings) => {
  const file = join(createFolder({ "config.yaml": config }), "config.yaml");
  const read = () => readDiffSettings({ ...options, config: file });
  if (typeof settings !== "string") return expect(read()).toEqual(settings);
  expect(read).toThrow(expect.objectContaining({ message: settings.replace("F", file) }));
});
