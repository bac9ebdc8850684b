import type { FindingGroup } from "../gate/index.js";
import { listed } from "./listed.js";
import { visible } from "./visible.js";

/** `file:line:column` of a place in the contract. */
export function contractPlace({ file, line, column }: FindingGroup["contract"]): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

/** Where in a recording an exchange stands, and where in its body a finding is. */
export function recordingPlace({ source, pointer, body }: FindingGroup["recording"]): string {
  return visible(`${source} ${pointer}${insideBody(body)}`);
}

/** In how many exchanges of its operation a finding was seen. */
export function seenIn({ exchanges, of, occurrences }: FindingGroup): string {
  return `in ${exchanges} of ${of}${occurrences > exchanges ? `, ${occurrences} times` : ""}`;
}

/** What is declared where something undeclared was found, and what it was probably meant to be. */
export function declaredNames({ code, declared, name, nearest }: FindingGroup): string[] {
  if (declared === undefined || !code.endsWith(".undeclared")) return [];
  const meant = nearest === undefined ? "" : `; did you mean "${nearest}" for "${name}"?`;
  return [visible(`declared: ${listed(declared)}${meant}`)];
}

/** How to see it once more, of what a probe has found: its case with all its requests, and the request alone. */
export function reproductionLines({ reproduce }: FindingGroup): string[] {
  return reproduce === undefined ? [] : [visible(reproduce.probe), visible(reproduce.curl)];
}

/** Why a finding is accepted, until when, and where that is followed up. */
export function acceptance({ waiver }: FindingGroup): string {
  if (waiver === undefined) return "";
  const until = waiver.expires === undefined ? "" : ` until ${waiver.expires}`;
  const ticket = waiver.ticket === undefined ? "" : ` (${waiver.ticket})`;
  return visible(`accepted${until}: ${waiver.reason}${ticket}`);
}

function insideBody(pointer: string | undefined): string {
  if (pointer === undefined) return "";
  return pointer === "" ? " → all of it" : ` → ${pointer}`;
}
