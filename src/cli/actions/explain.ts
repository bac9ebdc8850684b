import { findSimilarCodes, formatCodeList, formatExplanation } from "../../report/codes/explanations.js";
import type { CommandOptions } from "../options/command-table.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";

/** Runs `contract explain`: explains a code with a failing and a passing example, or lists all codes. */
export function runExplainCommand(code: string | undefined, _: CommandOptions<"explain">, io: Io): ExitCode {
  if (code === undefined) {
    io.stdout(formatCodeList());
    return 0;
  }
  const text = formatExplanation(code);
  if (text === undefined)
    throw new UsageError(`unknown code ${JSON.stringify(code)}; ${formatHint(findSimilarCodes(code))}`);
  io.stdout(text);
  return 0;
}

function formatHint(codes: readonly string[]): string {
  const all = '"contract explain" lists all codes';
  if (codes.length === 0) return all;
  const rest = codes.length - MAX_SUGGESTED_CODES;
  const shown = `${codes.slice(0, MAX_SUGGESTED_CODES).join(", ")}${rest > 0 ? ` or ${rest} more` : ""}`;
  return `did you mean ${shown}? ${all}`;
}

const MAX_SUGGESTED_CODES = 10;
