/** Runs every code block of README.md and docs/*.md, page by page, in a directory with the packed package. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bundledCommand } from "../bundled.js";
import { createFolder } from "../cli/run-contract.js";
import { natsServerPath } from "../stream/nats-server.js";
import { type Compiled, compileBlocks, fileOf } from "./blocks/compile.js";
import { commandsOf, isChecked, problemsOfFile } from "./blocks/files.js";
import { missingLine } from "./blocks/output.js";
import { type Block, placeOf, ROOT, readBlocks } from "./blocks/read.js";
import { listSampleBlocks } from "./blocks/samples.js";
import { openTerminal, type Ran, type Terminal } from "./blocks/terminal.js";
import { openWorkplace, type Workplace } from "./blocks/workplace.js";

const PAGES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

/** Pages with examples of test cases; generated-pages.test.ts checks them. */
const isGenerated = (page: string): boolean =>
  readFileSync(join(ROOT, page), "utf8").startsWith("<!-- Generated from ");

const pages = PAGES.filter((page) => !isGenerated(page)).map((page) => [page, readBlocks(page)] as const);
const blocks = pages.flatMap(([, all]) => all);

describe("blocks", () => {
  test("are fences with a language", () =>
    expect(blocks.filter((it) => it.isIndented || it.language === "").map(placeOf)).toEqual([]));

  test("are run, but for three at most, each with its reason", () =>
    expect(blocks.filter(({ notRun }) => notRun !== undefined).length).toBeLessThanOrEqual(3));

  test("have a verified kind each", () => {
    const unverified = pages.flatMap(([, all]) => all.filter((block, at) => !isVerified(block, all, at)));
    expect(unverified.map(placeOf)).toEqual([]);
  });

  test("are valid if they are files", () => {
    const problems = blocks.flatMap((block) => problemsOfFile(block).map((it) => `${placeOf(block)} ${it}`));
    expect(problems).toEqual([]);
  });
});

/** Commands in sentences are not run, because they need a service or a file. The folder has none, so that each of them ends. */
test("commands in sentences have the options that they need", { timeout: 60_000 }, () => {
  const texts = pages.map(([name]) => readFileSync(join(ROOT, name), "utf8").replaceAll(/^```.*?^```/gms, ""));
  const commands = texts.flatMap((text) => [...text.matchAll(/`npx contract ([^`]+)`/g)].map(([, it = ""]) => it));
  expect(commands.length).toBeGreaterThan(5);
  const [node, main] = bundledCommand();
  const refused = [...new Set(commands)].filter((it) => {
    const { stderr } = spawnSync(node, [main, ...it.split(" ")], { cwd: createFolder({}), encoding: "utf8" });
    return /give --|unknown (?:option|command)|missing/.test(stderr);
  });
  expect(refused).toEqual([]);
});

/** The kind of a block: command, program, output of the block before, or a file that a command uses or a test checks. */
function isVerified(block: Block, page: readonly Block[], at: number): boolean {
  const { language, title, isOutput, notRun } = block;
  if (notRun !== undefined || language === "sh" || language === "ts") return true;
  if (isOutput) return page[at - 1] !== undefined && page[at - 1]?.notRun === undefined;
  return title !== undefined && (isChecked(block) || isNamed(title, page) || isInFile(title, page));
}

function isInFile(title: string, page: readonly Block[]): boolean {
  return page.some((it) => isChecked(it) && it.text.includes(title));
}

function isNamed(title: string, page: readonly Block[]): boolean {
  return page.some((it) => it.language === "sh" && it.text.includes(title));
}

function isInstallation({ language, text }: Block): boolean {
  return language === "sh" && text.startsWith("npm install ");
}

describe("each page", () => {
  let place: Workplace;
  let compiled: Compiled | undefined;

  /** The package is installed as the pages say, because each page can run alone. */
  beforeAll(async () => {
    place = await openWorkplace();
    const terminal = openTerminal(place.folder, place.scratch, { env: place.env, isIsolated: false });
    for (const { text } of blocks.filter(isInstallation)) {
      const { failed, output } = await terminal.run(text);
      expect(failed, output).toEqual([]);
    }
    await terminal.close();
    place.addTools();
  });
  afterAll(() => place?.close());

  const compile = (): Compiled => {
    compiled ??= compileBlocks(
      [...blocks, ...listSampleBlocks()],
      join(place.scratch, "compiled"),
      join(place.folder, "node_modules"),
    );
    return compiled;
  };

  const runnable = pages.filter(([name]) => name !== "docs/production.md" || natsServerPath !== undefined);

  test.each(runnable)("%s runs", async (name, page) => {
    // npx is slower than most commands here, so only the README uses the one of npm.
    const env = name === "README.md" ? place.env : place.envWithoutNpx;
    const terminal = openTerminal(place.folder, place.scratch, { env, isIsolated: place.isIsolated });
    onTestFinished(async () => {
      await terminal.close();
      place.clean();
    });
    let last: Ran | undefined;
    for (const [at, block] of page.entries()) {
      if (block.notRun !== undefined || isInstallation(block)) continue;
      if (block.isOutput) {
        expect(`${placeOf(block)} ${missingLine(block.text, last?.output ?? "")}`, last?.output).toBe(
          `${placeOf(block)} undefined`,
        );
        continue;
      }
      last = await runBlock(terminal, block, page.slice(at + 1));
      const exit = block.exit === 0 ? [] : [expect.stringMatching(new RegExp(`^${block.exit} `))];
      expect({ place: placeOf(block), failed: last.failed }, last.output).toEqual({
        place: placeOf(block),
        failed: exit,
      });
    }
  });

  async function runBlock(terminal: Terminal, block: Block, rest: readonly Block[]): Promise<Ran> {
    if (block.language === "sh") return terminal.run(block.text);
    if (block.language !== "ts") {
      write(block.title ?? "", block.text);
      return terminal.run(commandsOf(block).join("\n"));
    }
    const file = fileOf(block);
    const program = file.replace(/ts$/, "js");
    write(file, block.text);
    write(program, compile().javaScript(block));
    // Programs that a command of the page starts are not run here.
    return isNamed(file, rest) ? { output: "", failed: [] } : terminal.run(`node ${program}`);
  }

  function write(name: string, text: string): void {
    mkdirSync(dirname(join(place.folder, name)), { recursive: true });
    writeFileSync(join(place.folder, name), text);
  }

  test("the TypeScript of all pages and samples compiles in a strict project", () =>
    expect(compile().problems).toEqual([]));
});
