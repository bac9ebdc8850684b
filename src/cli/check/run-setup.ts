import {
  type AcceptedFindings,
  CODES,
  type Contract,
  type ContractOptions,
  createReportBuilder,
  type Level,
  type LevelRule,
  loadContracts,
  type ReportBuilder,
  type ReportBuilderOptions,
  selectOperations,
} from "../../check/index.js";
import { DIFF_CODES } from "../../diff/codes.js";
import {
  asObject,
  asString,
  type Document,
  DocumentError,
  type FaultyDocument,
  loadFaultyDocument,
  matchesCodePattern,
  pluralize,
} from "../../document/index.js";
import { type Diagnostic, type DiagnosticLevel, lintDocument, type SpecFinding } from "../../lint/index.js";
import { acceptDiagnostics } from "../../report/accepted.js";
import type { LintedSpec, UncheckedSpec } from "../../report/lint/formats.js";
import { type Io, UsageError } from "../process/io.js";
import type { RunSettings } from "../settings/run-settings.js";

/** A spec compiled for a check with the settings of a run. */
export type PreparedCheck = Awaited<ReturnType<typeof prepareCheck>>;

/**
 * Loads the spec of a check, and the changes that coverage is measured for. `named` is for commands without an option for servers.
 *
 * @throws UsageError when options conflict, or the configuration names unknown operations.
 */
export async function prepareCheck(
  settings: RunSettings,
  io: Io,
  named: Pick<ContractOptions, "nameServerOption"> = {},
) {
  const { levels, servers, receivers, only, fast = true } = settings;
  const { since } = settings;
  if (since !== undefined) assertOneSpec(settings, "the coverage of changes", "run once per spec");
  const secrets = readDeliverySecrets(settings, io);
  const options = { ...named, servers, levels, receivers, secrets };
  const contract = loadContracts(settings.specs, fast ? options : { ...options, fastAfter: Number.POSITIVE_INFINITY });
  assertSecretsUsed(contract, secrets);
  settings.assertOperations(contract.operations);
  const operations = selectOperations(contract.operations, only ?? []);
  // The diff code is imported only if it is needed.
  const changes = since && (await import("../input/spec-revision.js")).findSpecChanges(since, contract, operations);
  const hasCoverage = settings.coverage === true || Object.keys(settings.thresholds).length > 0;
  const coverage = hasCoverage ? { coverage: settings.thresholds } : {};
  return {
    contract,
    secrets,
    /** The ids of the operations that `--only` selects; undefined without it. */
    chosen: only && new Set(operations.map(({ id }) => id)),
    changes,
    /** Coverage needs every value. */
    isCounting: changes !== undefined || hasCoverage,
    createBuilder: (added: Pick<ReportBuilderOptions, "agreement"> = {}): ReportBuilder =>
      createReportBuilder(contract, { operations, changes, ...coverage, ...added }),
  };
}

/** @throws UsageError when several specs are given for something that needs one. */
export function assertOneSpec({ specs }: RunSettings, what: string, advice: string): void {
  if (specs.length > 1) throw new UsageError(`${what} needs one spec, but ${specs.join(", ")} are given; ${advice}`);
}

/**
 * Returns the secrets of webhook deliveries, from the environment variables of the configuration.
 *
 * @throws UsageError when a variable is not set.
 */
export function readDeliverySecrets(
  { secretVariables }: Pick<RunSettings, "secretVariables">,
  { env }: Io,
): readonly string[] {
  return secretVariables.map((name) => {
    const value = env[name];
    if (value) return value;
    throw new UsageError(`webhooks.secretVariables: the environment variable ${name} is not set`);
  });
}

/** @throws UsageError when secrets are given, but the spec does not state how deliveries are signed. */
function assertSecretsUsed({ hasStatedSignatures }: Contract, secrets: readonly string[]): void {
  if (secrets.length > 0 && !hasStatedSignatures)
    throw new UsageError(
      "a secret of webhook deliveries is given, but no webhook of the spec has a header with x-webhook-signature; add it",
    );
}

/**
 * Checks the spec of a run, with the levels of the configuration. Only errors are found, because the run is about traffic, unless
 * it asks for all; with `--strict-spec`, also warnings and invalid examples.
 */
export function lintSpecOfRun(
  { specs }: Contract,
  { strictSpec = false, levels }: Pick<RunSettings, "strictSpec" | "levels">,
  isErrorsOnly = !strictSpec,
): readonly Diagnostic[] {
  const settings = { values: strictSpec, levels, isErrorsOnly };
  return specs.flatMap(({ document }) => lintSpec({ document, errors: [] }, settings));
}

/** Returns run errors for the lint findings of the spec, which the report lists. Only `--strict-spec` causes them. */
export function countSpecDiagnostics(
  diagnostics: readonly Diagnostic[],
  { strictSpec = false }: Pick<RunSettings, "strictSpec">,
  baseline: AcceptedFindings,
): string[] {
  const open = acceptDiagnostics(diagnostics, baseline).filter(({ accepted }) => accepted === undefined);
  const count = open.filter(({ level }) => level !== "info").length;
  if (!strictSpec || count === 0) return [];
  return [`the spec has ${pluralize(count, "lint finding")} and --strict-spec allows none`];
}

export type LintSettings = {
  /** Whether examples and defaults are checked. */
  readonly values: boolean;
  /** The rules of the configuration. Those for `spec.` codes apply. */
  readonly levels: readonly LevelRule[];
  /** Whether warnings and notes are left out, which saves half of the time. */
  readonly isErrorsOnly?: boolean;
};

const OTHER_CODES = [...Object.keys(CODES), ...Object.keys(DIFF_CODES)];

/** Checks a loaded spec, with the levels of the configuration. */
export function lintSpec(
  { document, errors }: FaultyDocument,
  { values, levels, isErrorsOnly = false }: LintSettings,
): readonly SpecFinding[] {
  const rules = levels.filter(({ code }) => code.startsWith("spec.")).reverse();
  const levelOf = (found: string, level: DiagnosticLevel): Level | "info" =>
    rules.find(({ code }) => matchesCodePattern(code, found))?.level ?? level;
  const isReported = (code: string, level: DiagnosticLevel): boolean =>
    !isErrorsOnly || levelOf(code, level) === "error";
  const found = lintDocument(document, { values, errors, otherCodes: OTHER_CODES, isReported });
  if (rules.length === 0) return found;
  const diagnostics = found.flatMap((it) => {
    const level = levelOf(it.code, it.level);
    return level === "off" ? [] : [{ ...it, level }];
  });
  // The order of places stays; errors come first again.
  const severity = ["error", "warn", "info"];
  return diagnostics.sort((a, b) => severity.indexOf(a.level ?? "error") - severity.indexOf(b.level ?? "error"));
}

/** Loads and checks specs. One that cannot be loaded does not stop the others. */
export function lintSpecs(paths: readonly string[], settings: LintSettings) {
  const specs: LintedSpec[] = [];
  const unchecked: UncheckedSpec[] = [];
  for (const path of paths) {
    try {
      const loaded = loadFaultyDocument(path);
      specs.push({ ...describeSpec(loaded.document), diagnostics: lintSpec(loaded, settings) });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      unchecked.push({ path, reason: error.message });
    }
  }
  return { specs, unchecked };
}

function describeSpec({ path, root, getOrigin }: Document): Omit<LintedSpec, "diagnostics"> {
  const { title, version } = asObject(root.info) ?? {};
  const source = asObject(getOrigin?.("").file.value ?? root) ?? {};
  const specification = asString(source.openapi) ?? asString(source.swagger) ?? "";
  return { path, title: asString(title) ?? "", version: asString(version) ?? "", specification };
}
