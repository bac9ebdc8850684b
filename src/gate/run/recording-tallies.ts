import type { Operation } from "../../document/index.js";
import { type Exchange, getCombinedHeader, type HeaderField } from "../../exchange/index.js";
import { getRawQuery } from "../../match/index.js";
import { splitPairs } from "../../schema/index.js";
import type { ExchangeResult, RecordedCredentials } from "../validation/exchange-result.js";
import { addResult, mergeTally, type ResultTally } from "./result-tally.js";

/**
 * Counts the exchanges of recordings. A result that depends on whether the recording contains credentials is counted in all
 * variants until the first credential, or the end of the recording, decides which one applies.
 */
export type RecordingTallies = {
  readonly add: (exchange: Exchange, result: ExchangeResult) => void;
  /** Looks for credentials in an exchange that another shard counts. */
  readonly observe: (exchange: Exchange) => void;
  /** What a recording contains; undefined while that can still change. */
  readonly getCredentials: (source: string) => RecordedCredentials | undefined;
  /** Ends a recording, so that no more exchanges of it follow. */
  readonly end: (source: string) => RecordedCredentials;
  readonly endAll: () => void;
};

type OpenRecording = {
  hasCredentials: boolean;
  hasSetCookie: boolean;
  held: Readonly<Record<RecordedCredentials, ResultTally>> | undefined;
};

export function createRecordingTallies(
  operations: readonly Operation[],
  main: ResultTally,
  createTally: () => ResultTally,
): RecordingTallies {
  const open = new Map<string, OpenRecording>();
  const hasCredentials = createCredentialDetector(operations);
  const observe = (exchange: Exchange): OpenRecording => {
    const { source } = exchange.origin;
    let recording = open.get(source);
    if (recording === undefined) {
      recording = { hasCredentials: false, hasSetCookie: false, held: undefined };
      open.set(source, recording);
    }
    if (recording.hasCredentials) return recording;
    recording.hasSetCookie ||= getCombinedHeader(exchange.response.headers, "set-cookie") !== undefined;
    recording.hasCredentials = hasCredentials(exchange);
    if (recording.hasCredentials) release(recording);
    return recording;
  };
  const release = (recording: OpenRecording): RecordedCredentials => {
    const { hasCredentials: hasAll, hasSetCookie, held } = recording;
    const found = hasAll ? "all" : hasSetCookie ? "set-cookie" : "none";
    if (held !== undefined) mergeTally(main, held[found]);
    recording.held = undefined;
    return found;
  };
  const end = (source: string): RecordedCredentials => {
    const recording = open.get(source);
    open.delete(source);
    return recording === undefined ? "none" : release(recording);
  };
  return {
    add: (exchange, result) => {
      const recording = observe(exchange);
      const { variants } = result;
      if (recording.hasCredentials || variants === undefined) {
        addResult(main, exchange, result);
        return;
      }
      recording.held ??= { all: createTally(), "set-cookie": createTally(), none: createTally() };
      addResult(recording.held.all, exchange, result);
      addResult(recording.held["set-cookie"], exchange, variants["set-cookie"]);
      addResult(recording.held.none, exchange, variants.none);
    },
    observe,
    getCredentials: (source) => (open.get(source)?.hasCredentials === true ? "all" : undefined),
    end,
    endAll: () => {
      for (const source of [...open.keys()]) end(source);
    },
  };
}

/** Detects the credentials of HTTP, and the API keys of the spec in their places. */
function createCredentialDetector(operations: readonly Operation[]): (exchange: Exchange) => boolean {
  const keys = operations.flatMap(({ security }) =>
    security.flat().flatMap(({ scheme }) => (scheme?.value.type === "apiKey" ? [scheme.value] : [])),
  );
  const namesIn = (location: string): string[] =>
    keys.filter((it) => it.in === location).map(({ name }) => String(name));
  const headers = new Set(["authorization", "cookie", ...namesIn("header").map((name) => name.toLowerCase())]);
  const queryNames = new Set(["access_token", ...namesIn("query")]);
  const isCredential = ([name]: HeaderField): boolean => headers.has(name) || headers.has(name.toLowerCase());
  return ({ request }) => {
    if (request.headers.some(isCredential)) return true;
    const query = getRawQuery(request.url);
    return query !== "" && splitPairs(query).some(({ name }) => queryNames.has(name));
  };
}
