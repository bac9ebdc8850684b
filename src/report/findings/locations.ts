import type { FindingGroup } from "../../check/index.js";
import { escapeControl } from "../formatting/escape-control.js";
import { joinList } from "../formatting/join-list.js";

/** Formats a location in the spec as `file:line:column`. */
export function formatSpecLocation({ file, line, column }: Omit<FindingGroup["contract"], "pointer">): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

/** Formats the number of exchanges with the finding, of all exchanges of its operation. */
export function formatOccurrences({ exchanges, of, occurrences }: FindingGroup): string {
  return `in ${exchanges} of ${of}${occurrences > exchanges ? `, ${occurrences} times` : ""}`;
}

/** Formats the declared names next to an undeclared one, and the most similar of them. */
export function formatDeclaredNames({ code, declared, name, nearest }: FindingGroup): string[] {
  if (declared === undefined || !code.endsWith(".undeclared")) return [];
  const suggestion = nearest === undefined ? "" : `; did you mean "${nearest}" for "${name}"?`;
  return [escapeControl(`declared: ${joinList(declared)}${suggestion}`)];
}

/** Formats the commands that reproduce a finding of the probe: its whole case, and the single request. */
export function formatReproduction({ reproduce }: FindingGroup): string[] {
  return reproduce === undefined ? [] : [escapeControl(reproduce.probe), escapeControl(reproduce.curl)];
}

/** Formats the reason, expiry date and ticket of an accepted finding. */
export function formatWaiver({ waiver, state }: FindingGroup): string {
  if (waiver === undefined) return "";
  const until = waiver.expires === undefined ? "" : ` until ${waiver.expires}`;
  const ticket = waiver.ticket === undefined ? "" : ` (${waiver.ticket})`;
  return escapeControl(`${state === "expired" ? "was " : ""}accepted${until}: ${waiver.reason}${ticket}`);
}
