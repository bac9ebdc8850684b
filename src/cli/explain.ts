import { codeList, explanationText, nearestCode } from "../report/explanation.js";
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
    const close = nearestCode(code);
    const hint = close === undefined ? "contract explain lists them all" : `did you mean ${close}?`;
    throw new UsageError(`there is no code ${JSON.stringify(code)}; ${hint}`);
  }
  io.stdout(text);
  return 0;
}
