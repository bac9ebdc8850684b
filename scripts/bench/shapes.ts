/** Recordings of other shapes than those of the generator for large files. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toNdjsonObject } from "../../src/recording/formats/ndjson.js";
import { readExchanges } from "../../src/recording/read-recording.js";

/** Repeats the entries of a HAR, each at its own time, up to a size in bytes. */
export function writeRepeatedEntries(from: string, to: string, size: number): void {
  const { log } = JSON.parse(readFileSync(from, "utf8")) as { log: { entries: { startedDateTime: string }[] } };
  const entries: string[] = [];
  for (let bytes = 0; bytes < size; ) {
    for (const entry of log.entries) {
      const startedDateTime = new Date(Date.UTC(2026, 0, 1) + entries.length * 100).toISOString();
      const text = JSON.stringify({ ...entry, startedDateTime });
      entries.push(text);
      bytes += text.length;
    }
  }
  writeFileSync(
    to,
    `{"log":${JSON.stringify({ ...log, entries: [] }).replace('"entries":[]', () => `"entries":[${entries.join(",\n")}]`)}}`,
  );
}

/**
 * Adds headers that differ in each exchange, as frameworks, gateways and tracing add them. The spec does not declare one of them.
 *
 * @returns the path of the new HAR
 */
export function writeVaryingHeaders(from: string): string {
  const har = JSON.parse(readFileSync(from, "utf8")) as { log: { entries: EntryWithHeaders[] } };
  for (const [index, { request, response }] of har.log.entries.entries()) {
    const id = createHash("sha256").update(`${index}`).digest("hex");
    request.headers.push({ name: "sentry-trace", value: `${id.slice(0, 32)}-${id.slice(32, 48)}-1` });
    response.headers.push(
      { name: "ETag", value: `W/"${id.slice(0, 4)}-${id.slice(4, 31)}"` },
      { name: "CF-RAY", value: `${id.slice(48)}-FRA` },
      { name: "X-RateLimit-Remaining", value: `${5000 - (index % 5000)}` },
    );
  }
  const to = from.replace(/har$/, "varied.har");
  writeFileSync(to, JSON.stringify(har));
  return to;
}

type EntryWithHeaders = Readonly<
  Record<"request" | "response", { readonly headers: { readonly name: string; readonly value: string }[] }>
>;

/** Writes the exchanges of a HAR as lines of NDJSON. */
export async function writeNdjson(from: string, to: string): Promise<void> {
  const file = createWriteStream(to, { highWaterMark: 1024 * 1024 });
  for await (const reading of readExchanges(from))
    if (reading.kind === "exchange" && !file.write(`${JSON.stringify(toNdjsonObject(reading.exchange))}\n`))
      await once(file, "drain");
  file.end();
  await once(file, "close");
}

/** Writes the requests of a HAR as nginx logs them in JSON. */
export function writeAccessLog(from: string, to: string): void {
  const { log } = JSON.parse(readFileSync(from, "utf8")) as { log: { entries: LoggedEntry[] } };
  const lines = log.entries.map(({ startedDateTime, request, response }) => {
    const { host, pathname, search, protocol } = new URL(request.url);
    return JSON.stringify({
      time_iso8601: startedDateTime,
      request_method: request.method,
      scheme: protocol.slice(0, -1),
      http_host: host,
      request_uri: pathname + search,
      status: response.status,
    });
  });
  writeFileSync(to, lines.join("\n"));
}

type LoggedEntry = {
  readonly startedDateTime: string;
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number };
};

/** Writes traffic of a spec with `spec-traffic.ts` or `client-traffic.ts`. */
export function writeTraffic(
  name: "spec-traffic.ts" | "client-traffic.ts",
  spec: string,
  out: string,
  options: readonly string[],
): string {
  const script = join(import.meta.dirname, name);
  execFileSync(process.execPath, ["--import", "tsx", script, spec, "--out", out, ...options], { stdio: "ignore" });
  return out;
}
