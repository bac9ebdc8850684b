import type { FindingGroup } from "../../gate/index.js";
import { escapeControl } from "../formatting/escape-control.js";
import { joinList } from "../formatting/join-list.js";

/** `file:line:column` of a place in the contract. */
export function formatSpecLocation({ file, line, column }: Omit<FindingGroup["contract"], "pointer">): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

/** Where in a recording an exchange stands, and where in its body a finding is. */
export function formatRecordingLocation({ source, pointer, body }: FindingGroup["recording"]): string {
  return escapeControl(`${source} ${pointer}${formatBodyPointer(body)}`);
}

/** In how many exchanges of its operation a finding was seen. */
export function formatOccurrences({ exchanges, of, occurrences }: FindingGroup): string {
  return `in ${exchanges} of ${of}${occurrences > exchanges ? `, ${occurrences} times` : ""}`;
}

/** What is declared where something undeclared was found, and what it was probably meant to be. */
export function formatDeclaredNames({ code, declared, name, nearest }: FindingGroup): string[] {
  if (declared === undefined || !code.endsWith(".undeclared")) return [];
  const suggestion = nearest === undefined ? "" : `; did you mean "${nearest}" for "${name}"?`;
  return [escapeControl(`declared: ${joinList(declared)}${suggestion}`)];
}

/** How to see it once more, of what a probe has found: its case with all its requests, and the request alone. */
export function formatReproduction({ reproduce }: FindingGroup): string[] {
  return reproduce === undefined ? [] : [escapeControl(reproduce.probe), escapeControl(reproduce.curl)];
}

/** Why a finding is accepted, until when, and where that is followed up. */
export function formatWaiver({ waiver }: FindingGroup): string {
  if (waiver === undefined) return "";
  const until = waiver.expires === undefined ? "" : ` until ${waiver.expires}`;
  const ticket = waiver.ticket === undefined ? "" : ` (${waiver.ticket})`;
  return escapeControl(`accepted${until}: ${waiver.reason}${ticket}`);
}

function formatBodyPointer(pointer: string | undefined): string {
  if (pointer === undefined) return "";
  return pointer === "" ? " → all of it" : ` → ${pointer}`;
}
