import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { LevelRule } from "../../src/check/index.js";
import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  type RecordedBody,
  type RecordedWebhook,
} from "../../src/recording/index.js";

/** A case: a valid exchange, its edits, and the expected result. */
export type Case = {
  readonly base: string;
  readonly edit: readonly Edit[];
  /** The configuration that the case needs. */
  readonly levels?: readonly LevelRule[];
  readonly verdict: string;
  readonly findings: readonly ExpectedFinding[];
};

export type ExpectedFinding = {
  readonly code: string;
  readonly contract: string;
  readonly recording: string;
  readonly body?: string;
};

/** The operations of JSON Patch (RFC 6902) that cases need. */
type Edit = { readonly op: "add" | "remove" | "replace"; readonly path: string; readonly value?: unknown };

type BaseExchange = {
  /** The spec of the case; default: library.yaml. */
  readonly contract?: string;
  readonly request: { method: string; url: string; headers: [string, string][]; body?: unknown };
  readonly response: { status: number; headers: [string, string][]; body?: unknown };
  readonly incomplete?: string;
  readonly durationMs?: number;
  readonly webhook?: RecordedWebhook;
};

export const CASES = join(import.meta.dirname, "../cases");

export function listCaseFolders(): string[] {
  return readdirSync(CASES, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== "base" ? [entry.name] : [],
  );
}

export function loadCases(folder: string): [name: string, case_: Case][] {
  return readdirSync(join(CASES, folder)).map((name) => [
    name,
    readYaml(join(CASES, folder, name, "case.yaml")) as Case,
  ]);
}

/** The valid exchanges of library.yaml. */
export function listBases(): string[] {
  return listAllBases().filter((base) => getContractFile(base) === LIBRARY);
}

export function listAllBases(): string[] {
  return readdirSync(join(CASES, "base")).map((file) => file.replace(/\.yaml$/, ""));
}

/** The path of the spec of a valid exchange, relative to test/cases. */
export function getContractFile(base: string): string {
  return (readYaml(join(CASES, "base", `${base}.yaml`)) as BaseExchange).contract ?? LIBRARY;
}

const LIBRARY = "library.yaml";

export function buildExchange(base: string, edits: readonly Edit[] = []): Exchange {
  const written = readYaml(join(CASES, "base", `${base}.yaml`)) as BaseExchange;
  for (const edit of edits) applyEdit(written, edit);
  const { request, response, incomplete, durationMs, webhook } = written;
  return {
    request: { ...request, body: bodyOf(request.body) },
    response: { ...response, body: bodyOf(response.body) },
    origin: { source: base, index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(webhook === undefined ? {} : { webhook }),
  };
}

function bodyOf(written: unknown): RecordedBody {
  if (written === undefined) return { kind: "none" };
  if (typeof written === "object" && written !== null && "missing" in written)
    return { kind: "missing", reason: String(written.missing) };
  return { kind: "text", text: typeof written === "string" ? written : JSON.stringify(written) };
}

function applyEdit(target: unknown, { op, path, value }: Edit): void {
  const tokens = path.slice(1).split("/");
  const last = tokens.pop() ?? "";
  let parent = target as Record<string, unknown>;
  for (const token of tokens) parent = parent[token] as Record<string, unknown>;
  if (op !== "add" && !(last in parent)) throw new Error(`There is nothing to ${op} at ${path}`);
  if (Array.isArray(parent) && op === "remove") parent.splice(Number(last), 1);
  else if (Array.isArray(parent) && last === "-") parent.push(value);
  else if (op === "remove") delete parent[last];
  else parent[last] = value;
}

function readYaml(path: string): unknown {
  return parse(readFileSync(path, "utf8"));
}
