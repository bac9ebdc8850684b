/** The parts of the system that the command line uses; tests pass their own. */
export type Io = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted on an interrupt, which stops servers. */
  readonly signal: AbortSignal;
  /** Whether stdout and stderr are terminals; enables progress and colour. */
  readonly isTerminal: boolean;
  /** The width of the terminal in characters. */
  readonly columns?: number | undefined;
  /** The command line of this program, for commands of a configuration that begin with `contract`. */
  readonly selfCommand?: readonly string[];
  /** The date, such as `2026-01-31`, used only to expire waivers. Without it, no waiver has expired. */
  readonly today?: string;
};

/** 0 passed, 1 failed, 2 inconclusive. */
export type ExitCode = 0 | 1 | 2;

/** Returns the exit code of a run with several parts: an error wins over what was not checked. */
export function combineExitCodes(...codes: readonly ExitCode[]): ExitCode {
  return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0;
}

/** Invalid arguments or missing input. Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError" as const;
}

/** Resolves when the signal aborts. */
export function waitForInterrupt({ signal }: Pick<Io, "signal">): Promise<void> {
  return new Promise((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener("abort", () => stop(), { once: true });
  });
}

export { getErrorMessage } from "../../recording/index.js";
