import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as sendRequest } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";
import type { RunningService } from "./foreign-process.js";
import type { ForeignService } from "./services.js";

export type SchemathesisResult = {
  /** Operations with a response of 2XX or 3XX. */
  readonly accepted: number;
  /** Unique failures that its summary counts. */
  readonly failures: number;
  readonly requests: number;
  readonly seconds: number;
};

const MAX_SECONDS = 300;

/**
 * Runs all phases and checks of Schemathesis through a proxy that counts its requests, and ends it after the same number
 * that `contract probe` may send. It runs in a folder of its own, because it writes files there.
 */
export async function runSchemathesis(
  command: string,
  { auth = "" }: ForeignService,
  { url, spec }: Pick<RunningService, "url" | "spec">,
  maxRequests: number,
): Promise<SchemathesisResult> {
  const matchers = listMatchers(spec);
  const base = new URL(url).pathname.replace(/\/$/, "");
  const accepted = new Set<string>();
  let requests = 0;
  const proxy = createServer((incoming, outgoing) => {
    requests += 1;
    if (requests > maxRequests) {
      // A second signal would end it without a summary.
      if (requests === maxRequests + 1) child.kill("SIGINT");
      incoming.socket.destroy();
      return;
    }
    const { method = "", url: target = "", headers } = incoming;
    const path = (target.split("?", 1)[0] ?? "").slice(base.length);
    const upstream = sendRequest(new URL(target, url), { method, headers }, (response) => {
      const { statusCode = 0 } = response;
      const found = matchers.find((it) => it.method === method && it.expression.test(path));
      if (statusCode >= 200 && statusCode < 400 && found !== undefined) accepted.add(found.id);
      outgoing.writeHead(statusCode, response.headers);
      response.pipe(outgoing);
    });
    upstream.on("error", () => incoming.socket.destroy());
    incoming.pipe(upstream);
  });
  const folder = mkdtempSync(join(tmpdir(), "schemathesis-"));
  const [, name, value] = /^header:([^=]+)=(.*)$/.exec(auth) ?? [];
  const [, basic] = /^basic:(.*)$/.exec(auth) ?? [];
  const credentials = name === undefined ? (basic === undefined ? [] : ["-a", basic]) : ["-H", `${name}: ${value}`];
  const proxied = (await listenOn(proxy)) + base;
  const limits = ["--max-time", String(MAX_SECONDS), "--continue-on-failure", "--seed", "1"];
  const started = performance.now();
  const child = spawn(
    resolve(command),
    ["run", spec, "--url", proxied, "--checks", "all", "--no-color", ...limits, ...credentials],
    { cwd: folder, stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  const timer = setTimeout(() => child.kill("SIGINT"), (MAX_SECONDS + 30) * 1000);
  await once(child, "close");
  clearTimeout(timer);
  await closeServer(proxy);
  rmSync(folder, { recursive: true });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const failures = Number(/(\d+) unique failures?/.exec(output)?.[1] ?? 0);
  return { accepted: accepted.size, failures, requests: Math.min(requests, maxRequests), seconds };
}

type Matcher = { readonly id: string; readonly method: string; readonly expression: RegExp };

/** Fixed segments before templates. */
function listMatchers(spec: string): readonly Matcher[] {
  const { paths } = JSON.parse(readFileSync(spec, "utf8")) as { paths: Record<string, Record<string, unknown>> };
  return Object.entries(paths)
    .sort(([one], [other]) => one.split("{").length - other.split("{").length)
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter((it) => /^(get|put|post|delete|options|head|patch|trace)$/.test(it))
        .map((method) => ({
          id: `${method} ${path}`,
          method: method.toUpperCase(),
          expression: new RegExp(
            `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^{}]*\}/g, "[^/]+")}$`,
          ),
        })),
    );
}
