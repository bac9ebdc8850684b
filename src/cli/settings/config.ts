import {
  CODES,
  type Exclusion,
  formatSuggestion,
  type LevelRule,
  readSettings,
  SettingsError,
  type SettingsFile,
  toPrintable,
} from "../../check/index.js";
import { DIFF_CODES } from "../../diff/index.js";
import { joinPointer, matchesCodePattern, type Operation, type Pointer } from "../../document/index.js";
import { CONFIG_SCHEMA, type Config } from "./config-table.js";

export type ConfigFile = ReturnType<typeof readConfig>;

/**
 * Reads a configuration file.
 *
 * @param specCodes codes of findings in specs, which levels can name too
 * @throws {SettingsError} with file, line and column of every error.
 */
export function readConfig(path: string, text: string, specCodes: readonly string[] = []) {
  const file = readSettings(path, text, CONFIG_SCHEMA);
  // readSettings has validated it against the schema.
  const config = file.value as Config;
  const rules = listLevelRules(config);
  const isCode = { key: "code", matches: matchesCodePattern, message: "is not a code or a prefix of one" } as const;
  assertKnownNames(file, rules, { ...isCode, knownNames: [...Object.keys(CODES), ...specCodes] });
  const ofChanges = locateRules(config.diff?.levels, "/diff/levels");
  assertKnownNames(file, ofChanges, { ...isCode, knownNames: Object.keys(DIFF_CODES) });
  assertSpecRules(file, config);
  return {
    config,
    /** @throws {SettingsError} if a rule names an operation that is not in the spec. */
    assertOperations: (operations: readonly Operation[]) =>
      assertKnownNames(file, rules, {
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

export function readExclusions(configured: Config["exclude"] = []): Exclusion[] {
  return configured.map((it) =>
    typeof it === "string" ? { selector: it } : { selector: it.operations, reason: it.reason },
  );
}

type LocatedRule = { readonly rule: Pick<LevelRule, "code" | "operation">; readonly pointer: Pointer };

function listLevelRules({ levels, targets = [] }: Config): LocatedRule[] {
  return [
    ...locateRules(levels, "/levels"),
    ...targets.flatMap((it, index) => locateRules(it.levels, joinPointer("/targets", index, "levels"))),
  ];
}

function locateRules(rules: readonly LocatedRule["rule"][] = [], at: Pointer): LocatedRule[] {
  return rules.map((rule, index) => ({ rule, pointer: joinPointer(at, index) }));
}

type NameRule = {
  readonly key: "code" | "operation";
  readonly knownNames: readonly string[];
  readonly matches: (name: string, known: string) => boolean;
  readonly message: string;
};

function assertKnownNames({ locate }: SettingsFile, rules: readonly LocatedRule[], expectation: NameRule): void {
  const { key, knownNames, matches, message } = expectation;
  const diagnostics = rules.flatMap(({ rule, pointer }) => {
    const name = rule[key];
    if (name === undefined || knownNames.some((it) => matches(name, it))) return [];
    const hint = formatSuggestion(name, knownNames);
    const place = joinPointer(pointer, key);
    return [{ message: `${place}: "${toPrintable(name)}" ${message}${hint}`, ...locate(place) }];
  });
  if (diagnostics.length > 0) throw new SettingsError(diagnostics);
}
