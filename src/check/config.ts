import { type Json, joinPointer, matchesCodePattern, type Operation } from "../document/index.js";
import { findClosestName, toPrintable } from "../schema/index.js";
import schema from "./config.schema.json" with { type: "json" };
import type { CoverageThresholds } from "./coverage/coverage.js";
import type { LevelRule } from "./exchange/levels.js";
import { CODES } from "./rules/codes.js";
import type { FailOn } from "./run/outcome.js";
import type { Exclusion } from "./settings/select-operations.js";
import { readSettings, SettingsError, type SettingsFile } from "./settings/settings-file.js";

/** The content of contract.config.yaml, as defined by config.schema.json. */
export type Config = {
  readonly spec?: string;
  /** Several specs for the recordings of one run. */
  readonly specs?: readonly string[];
  readonly servers?: readonly string[];
  readonly traffic?: readonly string[];
  readonly webhooks?: { readonly receivers?: readonly string[]; readonly secretVariables?: readonly string[] };
  readonly levels?: readonly LevelRule[];
  /** The policy of `contract diff`, which reads it. */
  readonly diff?: Json;
  readonly failOn?: FailOn;
  readonly allowPartial?: boolean;
  readonly baseline?: string;
  readonly strictSpec?: boolean;
  readonly generated?: string;
  /** What the spec does not say about its client, for `contract generate`. */
  readonly client?: Json;
  readonly formats?: readonly string[];
  readonly targets?: readonly TargetConfig[];
  /** Operations that no probe tests, and those that probes test nevertheless. */
  readonly exclude?: readonly ExclusionConfig[];
  readonly include?: readonly string[];
  readonly coverage?: CoverageThresholds;
  /** An older spec, and the required coverage of the changes since then. */
  readonly coverageSince?: CoverageThresholds & { readonly spec: string };
};

/** A selector of operations, or a selector with the reason for leaving them out. */
type ExclusionConfig = string | { readonly operations: string; readonly reason: string };

/** A running service that `contract gate` starts, waits for, probes and stops. */
export type TargetConfig = {
  readonly name: string;
  readonly start?: string;
  readonly url?: string;
  readonly servers?: readonly string[];
  readonly ready?: string;
  readonly readyWithin?: number;
  readonly auth?: string;
  readonly otherAuth?: string;
  /** A module with functions for credentials, requests and checks. */
  readonly hooks?: string;
  /** An Arazzo document whose workflows run as scenarios. */
  readonly arazzo?: string;
  readonly phases?: readonly string[];
  /** Overrides of levels for this service, after those of the whole configuration. */
  readonly levels?: readonly LevelRule[];
  readonly only?: readonly string[];
  readonly exclude?: readonly ExclusionConfig[];
  readonly include?: readonly string[];
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
  readonly safe?: boolean;
  readonly seed?: number;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly rate?: number;
};

export type ConfigFile = {
  readonly config: Config;
  /** @throws {SettingsError} if a rule names an operation that is not in the spec. */
  readonly assertOperations: (operations: readonly Operation[]) => void;
};

/**
 * Reads a configuration file.
 *
 * @param specCodes codes of findings in specs, which levels can name too
 * @throws {SettingsError} with file, line and column of every error.
 */
export function readConfig(path: string, text: string, specCodes: readonly string[] = []): ConfigFile {
  const file = readSettings(path, text, schema as Json);
  // readSettings has validated it against the schema.
  const config = file.value as Config;
  assertKnownNames(file, config, {
    key: "code",
    knownNames: [...Object.keys(CODES), ...specCodes],
    matches: (name, code) => matchesCodePattern(name, code),
    message: "is not a code or a prefix of one",
  });
  assertSpecRules(file, config);
  return {
    config,
    assertOperations: (operations) =>
      assertKnownNames(file, config, {
        key: "operation",
        knownNames: operations.map(({ id }) => id),
        matches: (name, id) => name === id,
        message: "is not an operationId in the spec",
      }),
  };
}

/** A finding in a spec has no operation and no status, so that such a rule would never apply. */
function assertSpecRules({ locate }: SettingsFile, { levels = [] }: Config): void {
  const problems = levels.flatMap(({ code, operation, status }, index) => {
    if (!code.startsWith("spec.") || (operation === undefined && status === undefined)) return [];
    const pointer = joinPointer("/levels", index);
    const message = `${pointer}: a rule for "${toPrintable(code)}" can have no operation and no status; remove them`;
    return [{ message, ...locate(pointer) }];
  });
  if (problems.length > 0) throw new SettingsError(problems);
}

export function readExclusions(configured: readonly ExclusionConfig[] = []): Exclusion[] {
  return configured.map((it) =>
    typeof it === "string" ? { selector: it } : { selector: it.operations, reason: it.reason },
  );
}

type NameRule = {
  readonly key: "code" | "operation";
  readonly knownNames: readonly string[];
  readonly matches: (name: string, known: string) => boolean;
  readonly message: string;
};

function assertKnownNames({ locate }: SettingsFile, config: Config, expectation: NameRule): void {
  const { key, knownNames, matches, message } = expectation;
  const { levels = [], targets = [] } = config;
  const list = (rules: readonly LevelRule[], at: string) =>
    rules.map((rule, index) => ({ rule, pointer: joinPointer(at, index, key) }));
  const ofTargets = targets.flatMap((it, index) => list(it.levels ?? [], joinPointer("/targets", index, "levels")));
  const diagnostics = [...list(levels, "/levels"), ...ofTargets].flatMap(({ rule, pointer }) => {
    const name = rule[key];
    if (name === undefined || knownNames.some((it) => matches(name, it))) return [];
    const close = findClosestName(name, knownNames);
    const hint = close === undefined ? "" : `; did you mean "${close}"?`;
    return [{ message: `${pointer}: "${toPrintable(name)}" ${message}${hint}`, ...locate(pointer) }];
  });
  if (diagnostics.length > 0) throw new SettingsError(diagnostics);
}
