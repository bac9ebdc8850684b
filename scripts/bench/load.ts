/** A load generator with a fixed number of concurrent requests. Every request has to succeed. */
import { Agent, request } from "node:http";
import { median, quantile } from "./figures.js";

export const SECONDS = 5;
export const CONNECTIONS = 8;

export type Load = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** All requests, with those of the warm-up. */
  readonly requests: number;
};
export type LoadRequest = {
  readonly method: string;
  readonly path: (nth: number) => string;
  readonly body?: (nth: number) => string;
};

/** Sends one request at a time on each connection for `SECONDS`, after a warm-up of one second. Times are in milliseconds. */
export async function measureLoad(
  url: string,
  headers: Readonly<Record<string, string>>,
  loadRequest: LoadRequest,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const durations: number[] = [];
  let nth = 0;
  const begin = performance.now();
  const end = begin + (SECONDS + 1) * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      nth += 1;
      const start = performance.now();
      await send(url, { agent, headers, loadRequest, nth });
      if (start > begin + 1000) durations.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  durations.sort((a, b) => a - b);
  const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)];
  return { perSecond: durations.length / SECONDS, p50, p99, requests: nth };
}

export async function measureLatency(
  url: string,
  headers: Readonly<Record<string, string>>,
  path: string,
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const loadRequest: LoadRequest = { method: "GET", path: () => path };
  const durations: number[] = [];
  for (let nth = 0; nth < 60; nth += 1) {
    const start = performance.now();
    await send(url, { agent, headers, loadRequest, nth });
    if (nth >= 10) durations.push(performance.now() - start);
  }
  agent.destroy();
  return median(durations);
}

export type SendOptions = {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly loadRequest: LoadRequest;
  readonly nth: number;
};

/** @throws Error if the response is not a success: error responses would make the figures look good */
export function send(url: string, { agent, headers, loadRequest, nth }: SendOptions): Promise<void> {
  const body = loadRequest.body?.(nth);
  const writeHeaders =
    body === undefined
      ? {}
      : {
          "Content-Type": "application/json",
          "Content-Length": String(Buffer.byteLength(body)),
          "Service-Request-Id": `bench ${nth}`,
        };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}${loadRequest.path(nth)}`,
      { agent, method: loadRequest.method, headers: { ...headers, ...writeHeaders } },
      (response) => {
        response.resume();
        response.on("end", () => {
          if ((response.statusCode ?? 500) < 300) resolve();
          else reject(new Error(`${loadRequest.method} ${loadRequest.path(nth)} got ${response.statusCode}`));
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
