import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { UsageError } from "../process/usage-error.js";
import type { WorkerHealth } from "./worker-health.js";
import type { WorkerMetrics } from "./worker-metrics.js";

export type MetricsServer = { readonly address: string; readonly close: () => void };

export type ServedMetrics = {
  readonly metrics: Pick<WorkerMetrics, "format">;
  readonly health: Pick<WorkerHealth, "findProblem">;
};

/**
 * Serves `/metrics` for Prometheus and `/health`, which has the status 503 and the reason if the worker cannot work.
 *
 * @param where `PORT` or `HOST:PORT`; the default host is 127.0.0.1
 * @throws UsageError if the address cannot be used
 */
export async function serveMetrics(where: string, { metrics, health }: ServedMetrics): Promise<MetricsServer> {
  const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(where) ?? [];
  if (port === "") throw new UsageError(`--metrics ${where}: give a port, or a host and a port such as 0.0.0.0:9464`);
  const server = createServer((request, response) => {
    if (request.url === "/metrics")
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(metrics.format());
    else if (request.url === "/health") {
      const problem = health.findProblem();
      response.writeHead(problem === undefined ? 200 : 503, { "content-type": "application/json" });
      response.end(`${JSON.stringify({ status: problem ?? "ok" })}\n`);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(new UsageError(`--metrics ${where}: cannot listen: ${cause.message}`, { cause }));
    server.once("error", fail).listen(Number(port), host, () => resolve());
  });
  const address = `http://${host}:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address, close };
}
