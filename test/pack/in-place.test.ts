/** `npm pack` in the repository itself: the packed README and package.json take their places for as long as it runs. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { replaceFiles, restoreFiles } from "../../scripts/build/pack/in-place.js";

const ROOT = join(import.meta.dirname, "../..");
const OWN = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<"prepack" | "postpack", string>>;
};
/** A script of this repository, as it runs in another folder. */
const other = (script: string): string =>
  script.replaceAll(
    /\btsx (scripts\/build\/pack\/\S+)/g,
    (_, path) => `"${join(ROOT, "node_modules/.bin/tsx")}" "${join(ROOT, path)}"`,
  );

const README = "# A\n\nSee [the page](docs/page.md).\n";
const PAGE = "# Page\n\nSee [figures](../bench/figures.md) and [the other page](other.md).\n";
const MANIFEST = JSON.stringify({
  name: "packed-in-place",
  version: "1.0.0",
  repository: "",
  files: ["docs/*.md"],
  scripts: {
    build: "node --version",
    prepack: other(OWN.scripts.prepack),
    postpack: other(OWN.scripts.postpack),
  },
});

const folder = mkdtempSync(join(tmpdir(), "in-place-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const textOf = (name: string): string => readFileSync(join(folder, name), "utf8");
const npmPack = (...options: string[]): number | null =>
  spawnSync("npm", ["pack", "--silent", ...options], { cwd: folder, shell: process.platform === "win32" }).status;

function reset(): void {
  mkdirSync(join(folder, "docs"), { recursive: true });
  writeFileSync(join(folder, "docs/page.md"), PAGE);
  writeFileSync(join(folder, "README.md"), README);
  writeFileSync(join(folder, "package.json"), MANIFEST);
}

test("the tarball has the packed files, and the repository its own", () => {
  reset();
  expect(npmPack()).toBe(0);
  expect(["README.md", "package.json", "docs/page.md"].map(textOf)).toEqual([README, MANIFEST, PAGE]);
  spawnSync("tar", ["-xzf", "packed-in-place-1.0.0.tgz"], { cwd: folder });
  expect(textOf("package/README.md")).toBe("# A\n\nSee [the page](docs/page.md).\n");
  expect(textOf("package/docs/page.md")).toBe("# Page\n\nSee figures and [the other page](other.md).\n");
  const { scripts, ...rest } = JSON.parse(textOf("package/package.json"));
  expect(Object.keys(scripts)).toEqual(["postpack"]);
  expect(rest).toEqual({ name: "packed-in-place", version: "1.0.0", files: ["docs/*.md"] });
});

test("postpack restores the repository after a run that fails after prepack", () => {
  reset();
  expect(npmPack("--pack-destination", join(folder, "not/there"))).not.toBe(0);
  expect(textOf("README.md")).toBe("# A\n\nSee [the page](docs/page.md).\n");
  expect(spawnSync("npm", ["run", "postpack"], { cwd: folder, shell: process.platform === "win32" }).status).toBe(0);
  expect([textOf("README.md"), textOf("package.json")]).toEqual([README, MANIFEST]);
});

test("the next run restores what an interrupted run left; a later edit is kept", () => {
  reset();
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  const packed = new Map([
    ["README.md", "packed"],
    ["package.json", "{}"],
  ]);
  replaceFiles(folder, () => packed);
  expect([textOf("README.md"), textOf("package.json")]).toEqual(["packed", "{}"]);
  writeFileSync(join(folder, "package.json"), '{"edited":true}');
  let seen = "";
  replaceFiles(folder, () => {
    seen = textOf("README.md");
    return packed;
  });
  expect(seen).toBe(README);
  restoreFiles(folder);
  expect([textOf("README.md"), textOf("package.json")]).toEqual([README, '{"edited":true}']);
});
