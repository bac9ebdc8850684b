/** The comparison of `contract gate` with an older spec uses the exchanges that the checks read. */
import { readFileSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createGateFolder, runGate } from "../gate-folder.js";
import { createHar, createHarEntry, runContract } from "../run-contract.js";

const opened: string[] = [];

beforeEach(() => {
  opened.length = 0;
  const { open } = promises;
  promises.open = (path, ...rest) => {
    opened.push(String(path));
    return open(path, ...rest);
  };
  syncBuiltinESMExports();
  return () => {
    promises.open = open;
    syncBuiltinESMExports();
  };
});

const NEW = readFileSync(join(import.meta.dirname, "../../cases/library.yaml"), "utf8");
/** The old service lists up to 1000 books, and books have no title. */
const OLD = NEW.replace("maximum: 100 }", "maximum: 1000 }");

const ENTRIES = [
  createHarEntry({ url: "https://library.example/v1/books?limit=500" }),
  ...Array.from({ length: 30 }, () => createHarEntry()),
  createHarEntry({ url: "https://library.example/v1/books?limit=900" }),
];

test.each([
  { title: "with the same servers", old: OLD, config: {}, opens: 1 },
  {
    title: "with levels",
    old: OLD,
    config: { levels: [{ code: "request.query.invalid", level: "off" }] },
    opens: 1,
  },
  { title: "with receivers", old: OLD, config: { webhooks: { receivers: ["https://shop.example/hook"] } }, opens: 1 },
  { title: "with coverage", old: OLD, config: { coverage: { operations: 1 } }, opens: 1 },
  {
    title: "with another server, to which recorded paths belong",
    old: OLD.replace("library.example", "old.example"),
    config: {},
    opens: 2,
  },
])("$title: $opens readings, and the weights are those of contract diff", async ({ old, config, opens }) => {
  const diff = { old: "old.yaml" };
  const files = { "old.yaml": old, "b.har": createHar(...ENTRIES) };
  const folder = createGateFolder({ traffic: ["b.har"], diff, ...config }, files);
  const { stdout } = await runGate(folder);
  expect(opened.filter((it) => it.endsWith("b.har"))).toHaveLength(opens);
  const [before, after, traffic] = ["old.yaml", "library.yaml", "b.har"].map((it) => join(folder, it));
  const alone = await runContract(["diff", before ?? "", after ?? "", "--traffic", traffic ?? ""]);
  expect(alone.stdout).toMatch(/of 2 exchanges of listBooks/);
  const weights = (text: string): readonly string[] => text.match(/(?<=^ +)\S.*exchanges? of .*$/gm) ?? [];
  expect(weights(stdout)).toEqual(weights(alone.stdout));
});
