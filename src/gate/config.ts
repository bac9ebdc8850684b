import { CODES } from "../checks/index.js";
import { type Json, joinPointer, type Operation } from "../document/index.js";
import { nearest, printable } from "../schema/index.js";
import schema from "./config.schema.json" with { type: "json" };
import type { Thresholds } from "./coverage.js";
import { fitsCode, type LevelRule } from "./levels.js";
import type { FailOn } from "./outcome.js";
import { SettingsError } from "./settings-error.js";
import { readSettings, type SettingsFile } from "./settings-file.js";

/** What contract.config.yaml says; its JSON Schema is config.schema.json. */
export type Config = {
  readonly spec?: string;
  readonly servers?: readonly string[];
  readonly traffic?: readonly string[];
  readonly levels?: readonly LevelRule[];
  readonly failOn?: FailOn;
  readonly allowPartial?: boolean;
  readonly baseline?: string;
  readonly strictSpec?: boolean;
  readonly generated?: string;
  readonly formats?: readonly string[];
  readonly targets?: readonly Target[];
  readonly coverage?: Thresholds;
  /** An older description, and how much of what has changed since the traffic has to show. */
  readonly coverageSince?: Thresholds & { readonly spec: string };
};

/** A living service that the gate starts, waits for, probes and stops. */
export type Target = {
  readonly name: string;
  readonly start?: string;
  readonly url?: string;
  readonly servers?: readonly string[];
  readonly ready?: string;
  readonly readyWithin?: number;
  readonly auth?: string;
  readonly phases?: readonly string[];
  readonly only?: readonly string[];
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  readonly safe?: boolean;
  readonly seed?: number;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly rate?: number;
};

export type ConfigFile = {
  readonly config: Config;
  /** @throws SettingsError when a rule names an operation that the contract does not have. */
  readonly expectOperations: (operations: readonly Operation[]) => void;
};

/**
 * Reads a configuration.
 *
 * @throws SettingsError with file, line and column of everything that is wrong.
 */
export function readConfig(path: string, text: string): ConfigFile {
  const file = readSettings(path, text, schema as Json);
  // The schema has said that it is one.
  const config = file.value as Config;
  expectNames(file, config, {
    key: "code",
    known: Object.keys(CODES),
    isKnown: (name, code) => fitsCode(name, code),
    words: "is no code and no beginning of one",
  });
  return {
    config,
    expectOperations: (operations) =>
      expectNames(file, config, {
        key: "operation",
        known: operations.map(({ id }) => id),
        isKnown: (name, id) => name === id,
        words: "is no operation of the contract",
      }),
  };
}

type Expectation = {
  readonly key: "code" | "operation";
  readonly known: readonly string[];
  readonly isKnown: (name: string, known: string) => boolean;
  readonly words: string;
};

function expectNames({ locate }: SettingsFile, { levels = [] }: Config, expectation: Expectation): void {
  const { key, known, isKnown, words } = expectation;
  const problems = levels.flatMap((rule, index) => {
    const name = rule[key];
    if (name === undefined || known.some((it) => isKnown(name, it))) return [];
    const close = nearest(name, known);
    const pointer = joinPointer("/levels", index, key);
    const hint = close === undefined ? "" : `; did you mean "${close}"?`;
    return [{ message: `${pointer}: "${printable(name)}" ${words}${hint}`, location: locate(pointer) }];
  });
  if (problems.length > 0) throw new SettingsError(problems);
}
