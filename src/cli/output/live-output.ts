import { formatLocation } from "../../document/index.js";
import { type Exchange, redactUrl } from "../../exchange/index.js";
import type { ExchangeResult, Finding } from "../../gate/index.js";
import type { Io } from "../process/io.js";

/** What is told of an exchange: no more of it has to be there. */
type PrintedExchange = {
  readonly request: Pick<Exchange["request"], "method" | "url">;
  readonly response: Pick<Exchange["response"], "status">;
};

/** Tells of what is judged while it comes: each finding once, and on a terminal what was seen so far. */
export type LiveOutput = {
  readonly add: (exchange: PrintedExchange, judgement: Pick<ExchangeResult, "verdict" | "findings">) => void;
  readonly print: (text: string) => void;
  readonly stop: () => void;
};

export function startLiveOutput(io: Io, quiet: boolean): LiveOutput {
  const told = new Set<string>();
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
    add: (exchange, judgement) => {
      counts[judgement.verdict] += 1;
      for (const finding of judgement.findings) {
        if (quiet || told.size >= MAX_PRINTED_FINDINGS || told.has(finding.fingerprint)) continue;
        told.add(finding.fingerprint);
        print(formatLiveFinding(finding, exchange));
      }
      if (!isShown) return;
      last = `${exchange.request.method} ${redactUrl(exchange.request.url)} ${exchange.response.status || "no answer"}`;
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
/** More kinds of findings than anybody reads as they pass; the report has them all. */
const MAX_PRINTED_FINDINGS = 1000;
