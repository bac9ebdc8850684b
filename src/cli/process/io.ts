/** What the command line may touch of the machine it runs on; a test hands in its own. */
export type Io = {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user interrupts; servers stop then. */
  readonly signal: AbortSignal;
  /** Whether stderr is a terminal that wants progress, and stdout one that wants colour. */
  readonly isTerminal: boolean;
  /** How many characters a line of that terminal has. */
  readonly columns?: number | undefined;
  /** The command line that is this program, for commands of a configuration that begin with `contract`. */
  readonly selfCommand?: readonly string[];
  /** The day, `2026-01-31`: it decides which waivers have expired, and nothing else. Without it none has. */
  readonly today?: string;
};

/** 0 the contract holds, 1 findings, 2 could not judge. */
export type ExitCode = 0 | 1 | 2;
