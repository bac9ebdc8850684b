/** A load generator with a fixed number of concurrent requests. Every request has to succeed. */
import { Agent, request } from "node:http";
import { median, quantile } from "./figures.js";

export const SECONDS = 5;
export const CONNECTIONS = 8;

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number };
export type Asked = {
  readonly method: string;
  readonly path: (nth: number) => string;
  readonly body?: (nth: number) => string;
};

/** Sends one request at a time on each connection for `SECONDS`, after a warm-up of one second. Times are in milliseconds. */
export async function load(url: string, headers: Readonly<Record<string, string>>, asked: Asked): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const seen: number[] = [];
  let nth = 0;
  const begin = performance.now();
  const end = begin + (SECONDS + 1) * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      nth += 1;
      const start = performance.now();
      await send(url, { agent, headers, asked, nth });
      if (start > begin + 1000) seen.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
  seen.sort((a, b) => a - b);
  return { perSecond: seen.length / SECONDS, p50: quantile(seen, 0.5), p99: quantile(seen, 0.99) };
}

export async function cost(url: string, headers: Readonly<Record<string, string>>, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const asked: Asked = { method: "GET", path: () => path };
  const seen: number[] = [];
  for (let nth = 0; nth < 60; nth += 1) {
    const start = performance.now();
    await send(url, { agent, headers, asked, nth });
    if (nth >= 10) seen.push(performance.now() - start);
  }
  agent.destroy();
  return median(seen);
}

export type Sending = {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly asked: Asked;
  readonly nth: number;
};

/** @throws Error if the response is not a success: error responses would make the figures look good */
export function send(url: string, { agent, headers, asked, nth }: Sending): Promise<void> {
  const body = asked.body?.(nth);
  const write =
    body === undefined
      ? {}
      : {
          "Content-Type": "application/json",
          "Content-Length": String(Buffer.byteLength(body)),
          "Service-Request-Id": `bench ${nth}`,
        };
  return new Promise((sent, failed) => {
    const outgoing = request(
      `${url}${asked.path(nth)}`,
      { agent, method: asked.method, headers: { ...headers, ...write } },
      (response) => {
        response.resume();
        response.on("end", () => {
          if ((response.statusCode ?? 500) < 300) sent();
          else failed(new Error(`${asked.method} ${asked.path(nth)} got ${response.statusCode}`));
        });
      },
    );
    outgoing.on("error", failed);
    outgoing.end(body);
  });
}
