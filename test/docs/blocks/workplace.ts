/** One empty folder for all pages, in which the README installs the package; the pages run there one after the other. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { packPackage } from "../../packed.js";
import { ROOT } from "./read.js";
import { openRegistry } from "./registry.js";
import { canIsolate } from "./terminal.js";

export type Workplace = {
  readonly folder: string;
  /** For what the test itself writes. */
  readonly scratch: string;
  /** Whether terminals can have a network of their own. */
  readonly isIsolated: boolean;
  readonly env: Readonly<Record<string, string>>;
  /** The same with an `npx` that only runs what is installed. */
  readonly envWithoutNpx: Readonly<Record<string, string>>;
  /** Adds what blocks import beside the package, as a reader would have installed it. */
  readonly addTools: () => void;
  /** Empties the folder, but for what is installed. */
  readonly clean: () => void;
  readonly close: () => void;
};

/** What readers bring along: TypeScript and what a page says that its example is about. */
const TOOLS = [
  "@hono/standard-validator",
  "@standard-schema/spec",
  "@types/express",
  "@types/node",
  "express",
  "fastify",
  "hono",
  "msw",
  "openapi-fetch",
  "tsx",
  "typescript",
  "undici",
  "vitest",
];

/** Pages use the ports that commands have by default. */
const PORTS = [4020, 4021, 4022, 4030, 4040, 4222, 4780];

/** Held while pages run: two test runs on one machine take turns. */
const LOCK_PORT = 4019;

export async function openWorkplace(): Promise<Workplace> {
  const isIsolated = canIsolate();
  const lock = isIsolated ? undefined : await reservePorts();
  const scratch = mkdtempSync(join(tmpdir(), "blocks-"));
  const folder = join(scratch, "work");
  mkdirSync(folder);
  const tarball = await packPackage();
  copyFileSync(tarball, join(folder, basename(tarball)));
  const registry = await openRegistry(scratch);
  const home = join(scratch, "home");
  mkdirSync(home);
  // Settings of the machine, such as another registry, have no part in this.
  writeFileSync(join(home, ".npmrc"), `registry=${registry.url}\naudit=false\nfund=false\nupdate-notifier=false\n`);
  const bin = join(scratch, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npx"), NPX, { mode: 0o755 });
  const env = {
    ...{ HOME: home, npm_config_userconfig: join(home, ".npmrc"), npm_config_registry: registry.url },
    ...{ npm_config_cache: join(scratch, "cache"), NO_COLOR: "1", NODE_NO_WARNINGS: "1" },
  };
  return {
    folder,
    scratch,
    isIsolated,
    env,
    envWithoutNpx: { ...env, PATH: `${bin}:${process.env.PATH}` },
    addTools: () => {
      for (const name of TOOLS) {
        const link = join(folder, "node_modules", name);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(ROOT, "node_modules", name), link);
      }
      for (const name of ["tsx", "vitest"])
        symlinkSync(join(ROOT, "node_modules/.bin", name), join(folder, "node_modules/.bin", name));
    },
    clean: () => {
      for (const name of readdirSync(folder))
        if (!INSTALLED.has(name)) rmSync(join(folder, name), { ...REMOVED, force: true });
    },
    close: () => {
      registry.close();
      rmSync(scratch, { ...REMOVED, force: true });
      void lock?.end();
    },
  };
}

const NPX = `#!/bin/sh
[ "$1" = -y ] && shift
name=$1
shift
exec "./node_modules/.bin/$name" "$@"
`;

/** A program that is ending may still write. */
const REMOVED = { recursive: true, maxRetries: 10 } as const;

const INSTALLED = new Set(["node_modules", "package.json", "package-lock.json"]);

/** Pages share the ports of this machine: takes the lock, and waits until they are free. */
async function reservePorts(): Promise<Reserved> {
  const lock = await listen(LOCK_PORT, LOCK_MS);
  for (const port of PORTS) await (await listen(port, FREE_MS)).end();
  return lock;
}

type Reserved = { readonly end: () => Promise<void> };

/** Takes a port, and waits while another program has it. */
async function listen(port: number, limit: number): Promise<Reserved> {
  const deadline = Date.now() + limit;
  for (;;) {
    const server = createServer();
    const error = await new Promise<Error | undefined>((done) => {
      server.once("error", done).listen(port, "127.0.0.1", () => done(undefined));
    });
    if (error === undefined) return { end: () => closed(server) };
    if (Date.now() > deadline)
      throw new Error(`port ${port} is in use: the pages of docs use it, so stop the program that has it`, {
        cause: error,
      });
    await new Promise((later) => setTimeout(later, 200));
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => void server.close(() => done()));
}

const LOCK_MS = 240_000;
const FREE_MS = 20_000;
