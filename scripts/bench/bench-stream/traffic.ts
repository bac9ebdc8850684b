import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { type Exchange, formatNdjsonLine, readExchanges } from "../../../src/recording/index.js";

export async function readTraffic(folder: string): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const it of readExchanges(folder)) if (it.kind === "exchange") exchanges.push(it.exchange);
  return exchanges;
}

/** Writes recordings that repeat the exchanges of `source`, each time at another moment. Returns their names. */
export async function writeTraffic(folder: string, source: string, megabytes: number): Promise<string[]> {
  const exchanges = await readTraffic(source);
  const names: string[] = [];
  let moment = Date.UTC(2026, 0, 31, 9);
  for (let written = 0; written < megabytes * 1e6; ) {
    const name = join(folder, `${String(names.length).padStart(3, "0")}.ndjson`);
    for (let size = 0; size < 10e6; ) {
      const lines = exchanges.map((exchange) => {
        moment += 10;
        return formatNdjsonLine({
          ...exchange,
          origin: { ...exchange.origin, startedAt: new Date(moment).toISOString() },
        });
      });
      const text = lines.join("");
      appendFileSync(name, text);
      size += text.length;
      written += text.length;
    }
    names.push(name);
  }
  return names;
}
