import { join } from "node:path";
import { CACHE, registry } from "./tools.js";

/** How a package manager is used, from a folder with a package.json. */
export type Manager = {
  /** The npm package of the package manager. */
  readonly tool: string;
  /** Configuration files that a project needs. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Adds a tarball, with install scripts as far as the manager allows them. */
  readonly add: (tarball: string) => readonly string[];
  /** Installs from the lockfile, without install scripts. */
  readonly frozen: readonly string[];
  /** Runs a program of an installed package. */
  readonly exec: readonly string[];
};

const cache = (name: string): string => join(CACHE, "downloads", name);
const strictPeers = ["--strict-peer-deps", "--engine-strict"];

/** The manager of a cell, such as `yarn@4`. */
export function managerOf(name: string): Manager {
  const [kind = ""] = name.split("@");
  const manager = MANAGERS[name] ?? MANAGERS[kind];
  if (manager === undefined) throw new Error(`unknown package manager ${name}`);
  return { ...manager, tool: manager.tool === "" ? name : manager.tool };
}

const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    tool: "",
    files: {},
    env: { npm_config_registry: registry, npm_config_cache: cache("npm"), npm_config_userconfig: join(CACHE, "npmrc") },
    add: (tarball) => ["npm", "install", ...strictPeers, tarball],
    frozen: ["npm", "ci", "--ignore-scripts", ...strictPeers],
    exec: ["npx", "--no-install"],
  },
  pnpm: {
    tool: "",
    files: {},
    env: {
      npm_config_registry: registry,
      npm_config_userconfig: join(CACHE, "npmrc"),
      npm_config_store_dir: cache("pnpm"),
      npm_config_strict_peer_dependencies: "true",
      npm_config_engine_strict: "true",
      npm_config_update_notifier: "false",
    },
    add: (tarball) => ["pnpm", "add", tarball],
    frozen: ["pnpm", "install", "--frozen-lockfile", "--ignore-scripts"],
    exec: ["pnpm", "exec"],
  },
  yarn: {
    tool: "",
    files: {},
    env: { YARN_CACHE_FOLDER: cache("yarn"), npm_config_registry: registry, YARN_REGISTRY: registry },
    add: (tarball) => ["yarn", "add", `file:${tarball}`],
    // With --frozen-lockfile, yarn 1 rejects every tarball that was added from a file.
    frozen: ["yarn", "install", "--ignore-scripts"],
    exec: ["yarn", "run", "--silent"],
  },
  "yarn@4": {
    tool: "@yarnpkg/cli-dist@4",
    // An empty lockfile marks the root of the project.
    files: { ".yarnrc.yml": "nodeLinker: node-modules\n", "yarn.lock": "" },
    env: {
      YARN_GLOBAL_FOLDER: cache("yarn4"),
      YARN_NPM_REGISTRY_SERVER: registry,
      YARN_ENABLE_TELEMETRY: "0",
    },
    add: (tarball) => ["yarn", "add", `commerce-contract@file:${tarball}`],
    frozen: ["yarn", "install", "--immutable", "--mode=skip-build"],
    exec: ["yarn", "run"],
  },
  bun: {
    tool: "",
    files: {},
    env: { BUN_INSTALL_CACHE_DIR: cache("bun"), npm_config_registry: registry },
    add: (tarball) => ["bun", "add", tarball],
    frozen: ["bun", "install", "--frozen-lockfile", "--ignore-scripts"],
    exec: ["bunx", "--no-install"],
  },
};
