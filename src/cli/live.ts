import { formatLocation } from "../document/index.js";
import { type Exchange, redactUrl } from "../exchange/index.js";
import type { Finding, Judgement } from "../gate/index.js";
import type { Io } from "./io.js";

/** What is told of an exchange: no more of it has to be there. */
type Asked = {
  readonly request: Pick<Exchange["request"], "method" | "url">;
  readonly response: Pick<Exchange["response"], "status">;
};

/** Tells of what is judged while it comes: each finding once, and on a terminal what was seen so far. */
export type Live = {
  readonly add: (exchange: Asked, judgement: Pick<Judgement, "verdict" | "findings">) => void;
  readonly note: (text: string) => void;
  readonly stop: () => void;
};

export function startLive(io: Io, quiet: boolean): Live {
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
    io.stderr(`${seen.map(([verdict, count]) => `${count} ${verdict}`).join(", ")}  ${last}`.slice(0, WIDTH));
  };
  const note = (text: string): void => {
    clear();
    io.stderr(text);
  };
  return {
    add: (exchange, judgement) => {
      counts[judgement.verdict] += 1;
      for (const finding of judgement.findings) {
        if (quiet || told.size >= MOST_TOLD || told.has(finding.fingerprint)) continue;
        told.add(finding.fingerprint);
        note(lineOf(finding, exchange));
      }
      if (!isShown) return;
      last = `${exchange.request.method} ${redactUrl(exchange.request.url)} ${exchange.response.status || "no answer"}`;
      wait ??= setTimeout(show, PAUSE_MS).unref();
    },
    note,
    stop: () => {
      clearTimeout(wait);
      clear();
    },
  };
}

function lineOf({ level, code, message, contract }: Finding, { request }: Asked): string {
  const [path = ""] = redactUrl(request.url).split(/[?#]/);
  return `${level} ${code}  ${request.method} ${path}\n  ${message}  (${formatLocation(contract)})\n`;
}

const PAUSE_MS = 100;
const WIDTH = 79;
/** More kinds of findings than anybody reads as they pass; the report has them all. */
const MOST_TOLD = 1000;
