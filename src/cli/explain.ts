import { codeList, explanationText, similarCodes } from "../report/explanation.js";
import type { ExitCode, Io } from "./io.js";
import { UsageError } from "./usage-error.js";

/** `contract explain`: what a code means, with an exchange that breaks the contract and one that keeps it; or all codes. */
export function explain(code: string | undefined, io: Io): ExitCode {
  if (code === undefined) {
    io.stdout(codeList());
    return 0;
  }
  const text = explanationText(code);
  if (text === undefined) {
    throw new UsageError(`there is no code ${JSON.stringify(code)}; ${hintOf(similarCodes(code))}`);
  }
  io.stdout(text);
  return 0;
}

function hintOf(codes: readonly string[]): string {
  const all = '"contract explain" lists all codes';
  if (codes.length === 0) return all;
  const rest = codes.length - MAX_SHOWN;
  const shown = `${codes.slice(0, MAX_SHOWN).join(", ")}${rest > 0 ? ` or ${rest} more` : ""}`;
  return `did you mean ${shown}? ${all}`;
}

const MAX_SHOWN = 10;
