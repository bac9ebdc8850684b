import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Contract,
  type Exclusion,
  type ExclusionGroup,
  matchesSelector,
  type ProbeHooks,
  removeExcludedOperations,
  selectOperations,
} from "../../check/index.js";
import type { Operation } from "../../document/index.js";
import {
  type ArazzoDocument,
  findDestructiveOperations,
  findUnknownNames,
  formatArgument,
  isSafeMethod,
  listEntryWorkflows,
  PHASES,
  quoteArgument,
  readArazzoDocument,
} from "../../probe/index.js";
import { REDACTED } from "../../recording/index.js";
import { readInputFile } from "../input/read-input-file.js";
import type { CommandOptions } from "../options/command-table.js";
import { getErrorMessage, UsageError } from "../process/io.js";

/** The options that decide which cases are generated. */
export type ProbeSettings = ReturnType<typeof resolveProbeSettings>;

/** @throws UsageError for an invalid option. */
export function resolveProbeSettings(baseUrl: string, options: CommandOptions<"probe">) {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageError(`${baseUrl}: give the base URL of the service, such as http://127.0.0.1:4020`);
  const { server: servers = [], phase, param = [], seed, safe = false } = options;
  return {
    baseUrl,
    servers,
    phases: PHASES.filter((it) => phase === undefined || phase.includes(it)),
    parameters: parseParameters(param),
    seed,
    safe,
  };
}

function parseParameters(given: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const parameters = new Map<string, string[]>();
  for (const it of given) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(it) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(`--param ${it}: expected NAME=VALUE`);
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(parameters);
}

/** Formats the command that repeats one case, with all options that affect the case. Variables stand for credentials. */
export function formatRerunCommand(baseUrl: string, options: CommandOptions<"probe">, caseId: string): string {
  const { spec, config, hooks, arazzo, server, param, exclude, include, seed, safe } = options;
  const chosen = { spec, config, hooks, arazzo, server, param, exclude, include, seed, case: caseId };
  const flags = safe === true ? ["--safe"] : [];
  const auth = (options.auth ?? []).map(
    (it, index) => `--auth ${hideCredentials(it, index === 0 ? "$TOKEN" : "$OTHER_TOKEN")}`,
  );
  return ["contract probe", quoteArgument(baseUrl), ...formatOptions(chosen), ...auth, ...flags].join(" ");
}

/** A command can contain a secret too. The token that it prints is a bearer token. */
function hideCredentials(auth: string, variable: string): string {
  const [, start] = /^(bearer:|basic:|(?:header|query|cookie):[^=]*=)/.exec(auth) ?? [];
  return auth === "none" ? auth : formatArgument(`${start ?? "bearer:"}${REDACTED}`, variable);
}

/** Formats options with their values as arguments of a command. One with several values is repeated. */
export function formatOptions(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([name, given]) =>
    [given ?? []].flat().flatMap((value) => [`--${name}`, quoteArgument(String(value))]),
  );
}

/** Which operations to probe, by selectors: an operationId, a tag, a path or a method. */
export type OperationSelection = {
  /** Only these operations; if empty, all. */
  readonly only: readonly string[];
  readonly exclude: readonly Exclusion[];
  /** Operations to probe although `exclude` selects them or they look destructive. */
  readonly include: readonly string[];
  /** Send only safe methods, such as GET, which change no data. Other operations are reported as excluded. */
  readonly safe: boolean;
};

/**
 * Selects the operations to probe, and lists those that are left out, for the report. The user excluded them, or they look
 * as if they end the service or delete all of its data, and the user does not include them.
 *
 * @throws {SettingsError} if a selector matches no operation.
 */
export function selectProbedOperations(
  { document, operations }: Contract,
  { only, exclude, include, safe }: OperationSelection,
): { readonly operations: readonly Operation[]; readonly excluded: readonly ExclusionGroup[] } {
  const selection = removeExcludedOperations(selectOperations(operations, only), { exclude, include }, operations);
  const isUnsafe = ({ kind, method }: Operation): boolean =>
    kind === "webhook" || (kind === "path" && !isSafeMethod(method));
  const unsafe = safe ? selection.kept.filter(isUnsafe) : [];
  const destructive = findDestructiveOperations(
    document,
    selection.kept.filter((it) => !unsafe.includes(it) && !include.some((selector) => matchesSelector(it, selector))),
  );
  return {
    operations: selection.kept.filter((it) => !destructive.some(({ operation }) => operation === it)),
    excluded: [
      ...selection.excluded,
      ...destructive.map(({ operation: { id }, words }) => ({
        selector: id,
        reason: `it looks as if it ends the service or deletes all of its data ("${words}"); to send it, name it with include`,
        operations: [id],
      })),
      ...(unsafe.length === 0 ? [] : [{ selector: "--safe", operations: unsafe.map(({ id }) => id) }]),
    ],
  };
}

/** What the user can give to a probe, in the words of the command line or of a configuration. */
export type ExtensionTexts = {
  /** What names the module of hooks. */
  readonly hooks: string;
  /** How to give an Arazzo document, and a value for an input of a workflow. */
  readonly arazzo: string;
  readonly input: (name: string) => string;
  /** A parameter as the user wrote it. */
  readonly parameter: (name: string) => string;
};

type ExtendedProbe = Pick<ProbeSettings, "parameters"> & {
  readonly contract: Contract;
  readonly helpTexts: ExtensionTexts;
};

/** The hooks and the workflows of a probe. */
export type ProbeExtensions = Awaited<ReturnType<typeof loadExtensions>>;

/** @throws UsageError if a file cannot be used, or a parameter is neither in the spec nor in a workflow. */
export async function loadExtensions(
  { hooks, arazzo: file }: Pick<CommandOptions<"probe">, "hooks" | "arazzo">,
  probe: ExtendedProbe,
) {
  const arazzo = file === undefined ? undefined : loadArazzoDocument(file, probe);
  assertKnownParameters(probe, arazzo);
  return { arazzo, hooks: hooks === undefined ? undefined : await loadHooks(hooks, probe.helpTexts.hooks) };
}

const NAMES = ["getCredentials", "prepareRequest", "checkExchange"] as const;

/**
 * Imports a hooks module. Errors of its functions are reported with the name of the file.
 *
 * @param option what named the file, for messages.
 * @throws {UsageError} if the file cannot be imported, or its default export is no object of functions.
 */
async function loadHooks(file: string, option: string): Promise<ProbeHooks> {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`${option} ${file}: file does not exist`);
  const { default: hooks } = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new UsageError(`${option} ${file}: ${explainImportError(error)}`, { cause: error });
  })) as { readonly default?: unknown };
  if (typeof hooks !== "object" || hooks === null)
    throw new UsageError(`${option} ${file}: expected an object as the default export, with ${NAMES.join(", ")}`);
  const entries = Object.entries(hooks);
  const wrong = entries.find(([name, value]) => !NAMES.some((it) => it === name) || typeof value !== "function");
  if (wrong !== undefined)
    throw new UsageError(`${option} ${file}: unknown export ${wrong[0]}; expected functions named ${NAMES.join(", ")}`);
  return Object.fromEntries(
    entries.map(([name, hook]) => [name, reportErrors(hook as Hook, `${option} ${file}: ${name}`)]),
  );
}

type Hook = (...args: readonly unknown[]) => unknown;

function reportErrors(hook: Hook, where: string): Hook {
  return async (...args) => {
    try {
      return await hook(...args);
    } catch (error) {
      throw new UsageError(`${where} failed: ${getErrorMessage(error)}`, { cause: error });
    }
  };
}

function explainImportError(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === "ERR_UNKNOWN_FILE_EXTENSION"
    ? `this version of Node.js does not run TypeScript, 22.18 and later do; use a .mjs file with JSDoc types`
    : (message ?? String(error));
}

/**
 * Reads an Arazzo document.
 *
 * @throws {SettingsError} if it is invalid, or has steps that cannot run.
 * @throws {UsageError} if an input of a workflow has no value.
 */
function loadArazzoDocument(file: string, { contract, parameters, helpTexts }: ExtendedProbe): ArazzoDocument {
  const document = readArazzoDocument(file, readInputFile(file, helpTexts.arazzo), contract.operations);
  for (const { id, required, inputs } of listEntryWorkflows(document)) {
    const missing = required.find((name) => inputs[name] === undefined && parameters[name] === undefined);
    if (missing !== undefined)
      throw new UsageError(`${file}: workflow ${id}: the input ${missing} has no value; ${helpTexts.input(missing)}`);
  }
  return document;
}

/**
 * Rejects values for names that neither a request nor a workflow uses, which would have no effect.
 *
 * @throws UsageError that lists all unknown names.
 */
function assertKnownParameters(
  { contract, parameters, helpTexts }: ExtendedProbe,
  arazzo: ArazzoDocument | undefined,
): void {
  const inputNames = (arazzo?.workflows ?? []).flatMap((it) => it.inputNames);
  const names = Object.keys(parameters).filter((name) => !inputNames.includes(name));
  const messages = findUnknownNames(contract, names).map(({ name, hint }) => {
    return `${helpTexts.parameter(name)}: no operation has a parameter or body property of this name${hint}`;
  });
  if (messages.length > 0) throw new UsageError(messages.join("\n"));
}
