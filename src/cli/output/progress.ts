import type { ExchangeResult, Finding } from "../../check/index.js";
import { formatLocation } from "../../document/index.js";
import type { ValidatedExchange } from "../../record/index.js";
import { redactUrl } from "../../recording/index.js";
import type { Io } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";

export type Progress = { readonly advance: (count: number, isFound?: boolean) => void; readonly stop: () => void };

const UPDATE_INTERVAL_MS = 500;
const CLEAR_REST = "\u001b[K";

/** Shows on stderr what is going on during work that cannot be counted, if it is a terminal. */
export async function showStatus<Result>(
  io: Io,
  quiet: boolean,
  { text, work }: { readonly text: string; readonly work: () => Result | Promise<Result> },
): Promise<Result> {
  const isShown = io.isTerminal && !quiet;
  if (isShown) io.stderr(`\r${text}…${CLEAR_REST}`);
  try {
    return await work();
  } finally {
    if (isShown) io.stderr(`\r${CLEAR_REST}`);
  }
}

/** Shows on stderr what is done, how fast, and the findings so far, if it is a terminal, and clears it at the end. */
export function startProgress(io: Io, quiet: boolean, unit = "exchanges"): Progress {
  if (!io.isTerminal || quiet) return { advance: () => {}, stop: () => {} };
  const start = SYSTEM_CLOCK.now();
  let done = 0;
  let found = 0;
  let shown = start;
  return {
    advance: (count, isFound = false) => {
      done += count;
      found += isFound ? count : 0;
      const now = SYSTEM_CLOCK.now();
      if (now - shown < UPDATE_INTERVAL_MS) return;
      shown = now;
      const rate = Math.round((done * 1000) / (now - start));
      io.stderr(`\r${done} ${unit}, ${rate} per second${found === 0 ? "" : `, ${found} with findings`}${CLEAR_REST}`);
    },
    stop: () => {
      if (shown > start) io.stderr(`\r${CLEAR_REST}`);
    },
  };
}

/** The parts of an exchange that live output prints. */
type PrintedExchange = Pick<ValidatedExchange, "request" | "response">;

/**
 * Prints findings while exchanges arrive, each finding once. On a terminal it also shows the current counts.
 *
 * @param isAccepted whether the spec or a baseline accepts a finding, which is then not printed
 */
export function startLiveOutput(io: Io, quiet: boolean, isAccepted: (finding: Finding) => boolean = () => false) {
  const printed = new Set<string>();
  const counts = { passed: 0, failed: 0, partial: 0, skipped: 0 };
  const isShown = io.isTerminal && !quiet;
  let wait: NodeJS.Timeout | undefined;
  let last = "";
  const clear = (): void => {
    if (isShown) io.stderr("\r\u001b[K");
  };
  const show = (): void => {
    wait = undefined;
    clear();
    const seen = Object.entries(counts).filter(([, count]) => count > 0);
    io.stderr(`${seen.map(([verdict, count]) => `${count} ${verdict}`).join(", ")}  ${last}`.slice(0, MAX_LINE_WIDTH));
  };
  const print = (text: string): void => {
    clear();
    io.stderr(text);
  };
  return {
    add: (exchange: PrintedExchange, result: Pick<ExchangeResult, "verdict" | "findings">) => {
      counts[result.verdict] += 1;
      for (const finding of result.findings) {
        if (quiet || printed.size >= MAX_PRINTED_FINDINGS || printed.has(finding.fingerprint)) continue;
        if (isAccepted(finding)) continue;
        printed.add(finding.fingerprint);
        print(formatLiveFinding(finding, exchange));
      }
      if (!isShown) return;
      last = `${exchange.request.method} ${redactUrl(exchange.request.url)} ${exchange.response.status || "no response"}`;
      wait ??= setTimeout(show, REDRAW_INTERVAL_MS).unref();
    },
    print,
    stop: () => {
      clearTimeout(wait);
      clear();
    },
  };
}

function formatLiveFinding({ level, code, message, contract }: Finding, { request }: PrintedExchange): string {
  const [path = ""] = redactUrl(request.url).split(/[?#]/);
  return `${level} ${code}  ${request.method} ${path}\n  ${message}  (${formatLocation(contract)})\n`;
}

const REDRAW_INTERVAL_MS = 100;
const MAX_LINE_WIDTH = 79;
/** The report lists all findings. */
const MAX_PRINTED_FINDINGS = 1000;
