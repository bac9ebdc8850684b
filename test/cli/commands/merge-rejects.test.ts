/** Reports that do not belong together. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, createHar, createHarEntry, runContract } from "../run-contract.js";

const LIBRARY = join(import.meta.dirname, "../../cases/library.yaml");
const invalid = createHarEntry({ response: { content: { size: 23, text: '{"id":"7","title":"Emma"}' } } });

const OTHERS = {
  "notes.json": "{}",
  "broken.json": "{",
  "empty.har": "",
  "part.json": '{"schemaVersion": 2}',
  "old.json": '{"schemaVersion": 1}',
};

describe("merge rejects", () => {
  const reports = async (): Promise<{ folder: string; file: (name: string) => string }> => {
    const folder = createFolder({
      ...{ "a.har": createHar(createHarEntry(), invalid), "b.har": createHar(createHarEntry()) },
      ...OTHERS,
    });
    const changed = join(folder, "changed.yaml");
    writeFileSync(changed, readFileSync(LIBRARY, "utf8").replace("maxLength: 5", "maxLength: 6"));
    const runs = [
      ["1of2.json", "1/2", "a.har", LIBRARY],
      ["2of2.json", "2/2", "a.har", LIBRARY],
      ["1of3.json", "1/3", "a.har", LIBRARY],
      ["spec.json", "2/2", "a.har", changed],
      ["server.json", "2/2", "a.har", LIBRARY, "--server", "http://a.example"],
      ["shorter.json", "2/2", "b.har", LIBRARY],
    ] as const;
    for (const [report, shard, recording, spec, ...options] of runs) {
      const run = ["check", join(folder, recording), "--spec", spec, "--shard", shard, ...options];
      await runContract([...run, "--format", `json:${join(folder, report)}`]);
    }
    return { folder, file: (name) => join(folder, name) };
  };

  test.each([
    ["a part that is missing", ["1of2.json"], "missing shards: 2/2"],
    ["a part that is there twice", ["1of2.json", "2of2.json", "1of2.json"], "are the same shard, 1/2"],
    ["parts of different runs", ["1of2.json", "1of3.json"], "they belong to different runs"],
    ["a part of a shorter recording", ["1of2.json", "shorter.json"], "are shards of different runs"],
    ["a part checked with a changed spec", ["1of2.json", "spec.json"], "are shards of different runs"],
    ["a part checked with other servers", ["1of2.json", "server.json"], "are shards of different runs"],
    [
      "what is no report",
      ["1of2.json", "notes.json"],
      "notes.json: is not a report of --format json; give files written",
    ],
    ["a recording", ["a.har"], "a.har: is not a report of --format json; give files written"],
    ["an empty file", ["empty.har"], "empty.har: is not a report of --format json; give files written"],
    ["what is no JSON", ["broken.json"], "broken.json: is not a report of --format json; give files written"],
    ["a report that is not whole", ["part.json"], 'expected the property "spec"'],
    ["a report of another version", ["old.json"], "old.json:1:2: /schemaVersion: expected 2"],
    ["a file that is not there", ["nowhere.json"], "nowhere.json: file does not exist; give files written"],
    ["a folder", ["."], ": is a directory; give files written"],
  ])("%s", async (_what, names, words) => {
    const { file } = await reports();
    const { code, stdout, stderr } = await runContract(["merge", ...names.map(file)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
    if (words.includes("give files")) expect(stderr.trimEnd()).not.toContain("\n");
  });

  test("a report about another spec", async () => {
    const { file } = await reports();
    const other = JSON.parse(readFileSync(file("1of2.json"), "utf8"));
    writeFileSync(file("other.json"), JSON.stringify({ ...other, spec: { ...other.spec, version: "9" } }));
    const { code, stderr } = await runContract(["merge", file("2of2.json"), file("other.json")]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("has another spec") });
  });
});
