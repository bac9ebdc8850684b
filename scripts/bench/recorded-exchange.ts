import { buildServerUrl, type Operation } from "../../src/document/index.js";
import { createHex, pickRandom, type Random } from "./random.js";

export type GeneratedExchange = {
  readonly time: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly (readonly [string, string])[];
  readonly requestBody: string | undefined;
  readonly status: number;
  readonly responseHeaders: readonly (readonly [string, string])[];
  readonly responseBody: string | undefined;
};

/** An entry as Chrome writes it. */
export function formatHarEntry(random: Random, it: GeneratedExchange): unknown {
  const toList = (headers: readonly (readonly [string, string])[]): unknown[] =>
    headers.map(([name, value]) => ({ name, value }));
  const queryString = [...new URL(it.url).searchParams].map(([name, value]) => ({ name, value }));
  return {
    _initiator: { type: "script", stack: { callFrames: makeCallFrames(random) } },
    _priority: "High",
    _resourceType: "fetch",
    cache: {},
    connection: String(Math.floor(random() * 1e6)),
    pageref: "page_1",
    request: {
      method: it.method,
      url: it.url,
      httpVersion: "http/2.0",
      headers: toList(it.requestHeaders),
      queryString,
      cookies: [],
      headersSize: -1,
      bodySize: it.requestBody?.length ?? 0,
      ...(it.requestBody === undefined ? {} : { postData: { mimeType: "application/json", text: it.requestBody } }),
    },
    response: {
      status: it.status,
      statusText: "",
      httpVersion: "http/2.0",
      headers: toList(it.responseHeaders),
      cookies: [],
      content:
        it.responseBody === undefined
          ? { size: 0, mimeType: "x-unknown" }
          : { size: it.responseBody.length, mimeType: "application/json", text: it.responseBody },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
      _transferSize: 900 + Math.floor(random() * 900),
      _error: null,
    },
    serverIPAddress: "203.0.113.7",
    startedDateTime: new Date(it.time).toISOString(),
    time: random() * 300,
    timings: {
      blocked: random() * 9,
      dns: -1,
      ssl: -1,
      connect: -1,
      send: random(),
      wait: random() * 200,
      receive: random() * 20,
      _blocked_queueing: random(),
    },
  };
}

function makeCallFrames(random: Random): unknown[] {
  return Array.from({ length: 4 + Math.floor(random() * 20) }, () => ({
    functionName: pickRandom(random, ["send", "request", "dispatch", "", "next"]),
    scriptId: createHex(random, 3),
    url: "https://app.example.com/assets/main.js",
    lineNumber: 1,
    columnNumber: Math.floor(random() * 1e6),
  }));
}

/** A line of an NDJSON recording. */
export function formatNdjsonLine(it: GeneratedExchange): unknown {
  return {
    request: {
      method: it.method,
      url: it.url,
      headers: it.requestHeaders,
      ...(it.requestBody === undefined ? {} : { body: it.requestBody }),
    },
    response: {
      status: it.status,
      headers: it.responseHeaders,
      ...(it.responseBody === undefined ? {} : { body: it.responseBody }),
    },
    startedAt: new Date(it.time).toISOString(),
  };
}

/** The URL of a path on the first server of an operation. */
export function formatRequestUrl({ servers: [server] }: Operation, path: string): string {
  const base = server === undefined ? "" : buildServerUrl(server).replace(/\/$/, "");
  return new URL(base + path, "https://api.example.com").href;
}
