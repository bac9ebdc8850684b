import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { RunFinding } from "../probe-runner.js";
import type { ServiceName } from "./targets.js";

export type Verdict = "found" | "noticed" | "never provoked" | "missed";

export type DefectResult = {
  readonly verdict: Verdict;
  /** New findings, those on the defect's operation first. */
  readonly findings: readonly RunFinding[];
  /** Set by the reader of the findings: whether one of them names the defect. It goes before the words of the defect. */
  readonly accept?: boolean;
};

export type State = {
  /** Keys of the findings of the healthy services by run. */
  readonly healthy: Partial<Record<ServiceName, Readonly<Record<string, readonly string[]>>>>;
  readonly results: Record<string, DefectResult>;
};

export function createState(): State {
  return { healthy: {}, results: {} };
}

export function readState(file: string): State {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : createState();
}

export function mergeStates(states: readonly State[]): State {
  const merged = createState();
  for (const { healthy, results } of states) {
    Object.assign(merged.results, results);
    for (const [service, runs] of Object.entries(healthy) as [
      ServiceName,
      Readonly<Record<string, readonly string[]>>,
    ][])
      merged.healthy[service] = { ...merged.healthy[service], ...runs };
  }
  return merged;
}

export function writeState(file: string, state: State): void {
  writeFileSync(file, JSON.stringify(state, null, 1));
}

/** The same for two findings that differ only in generated values. */
export function createKey({ code, operationId, message }: RunFinding): string {
  const stable = message.replaceAll(/"[^"]*"|`[^`]*`|https?:\/\/\S+|\b[\da-f]{8}-[\da-f-]{27}\b|\d+/g, "_");
  return `${code} ${operationId} ${stable}`;
}
