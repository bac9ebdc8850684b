import type { RecordedCredentials } from "../../gate/index.js";

/** One line of the verdict log, in all variants if it depends on which credentials the recording contains. */
export type QueuedVerdict = string | Readonly<Record<RecordedCredentials, string>>;

/**
 * Keeps the order of verdict lines while it is unknown which credentials a recording contains. Without `--verdicts`, nothing is
 * queued.
 */
export type VerdictQueue = {
  readonly push: (line: QueuedVerdict) => void;
  /** Takes all lines before the first one that is undecided. */
  readonly take: (credentials: RecordedCredentials | undefined) => string;
};

export function createVerdictQueue(): VerdictQueue {
  let waiting: QueuedVerdict[] = [];
  return {
    push: (line) => {
      waiting.push(line);
    },
    take: (credentials) => {
      const undecided = credentials === undefined ? waiting.findIndex((it) => typeof it !== "string") : -1;
      const known = undecided < 0 ? waiting : waiting.slice(0, undecided);
      if (known.length === 0) return "";
      waiting = undecided < 0 ? [] : waiting.slice(undecided);
      return known.map((it) => (typeof it === "string" ? it : it[credentials ?? "all"])).join("");
    },
  };
}
