/** What real recorders leave out, compared with what the server received. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadContract } from "../../src/check/index.js";
import { type Exchange, readRecording } from "../../src/recording/index.js";
import { compareOutcomes } from "../fast/differential/compare.js";
import { requireExchanges } from "./recording-samples.js";

const FOLDER = join(import.meta.dirname, "../material/recorders");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".har"));
const contract = loadContract(join(FOLDER, "spec.yaml"), { fastAfter: 0 });

type Header = { readonly name: string; value: string };
type Entry = {
  readonly _received?: number;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Header[];
    postData?: { text?: string };
  };
};

const readEntries = (file: string): readonly Entry[] =>
  (JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as { log: { entries: Entry[] } }).log.entries;

async function readAll(entries: readonly Entry[]): Promise<readonly Exchange[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify({ log: { entries } }));
  }
  const exchanges: Exchange[] = [];
  for await (const batch of readRecording({ name: "a.har", chunks: chunks() }))
    exchanges.push(...requireExchanges(batch));
  return exchanges;
}

const errorsOf = (exchange: Exchange): string[] =>
  contract.check(exchange).findings.flatMap(({ code, level }) => (level === "error" ? [code] : []));

/** A body that was not sent, but might have been streamed: over HTTP/2, neither has a length. */
const isUnclear = ({ request: { method, url, headers } }: Exchange): boolean =>
  method === "PATCH" && url.startsWith("https:") && headers.some(([name]) => name.toLowerCase() === "content-type");

test.each(FILES)("%s: a request has a body exactly if the server received one", async (file) => {
  const entries = readEntries(file);
  for (const exchange of await readAll(entries)) {
    const received = entries[exchange.origin.index]?._received;
    if (received === undefined || exchange.incomplete !== undefined) continue;
    const isNotLogged = exchange.notLogged?.includes("request.body") === true;
    const found = exchange.request.body.kind !== "none" || isNotLogged;
    if (!isUnclear(exchange))
      expect({ ...place(exchange), found }).toEqual({ ...place(exchange), found: received > 0 });
  }
});

test.each(FILES)("%s: only requests without a required body have errors", async (file) => {
  const entries = readEntries(file);
  for (const exchange of await readAll(entries)) {
    const isMissing = entries[exchange.origin.index]?._received === 0 && exchange.request.url.includes("/need/");
    const expected =
      isMissing && !isUnclear(exchange) ? ["request.body.missing", "response.status.invalid-accepted"] : [];
    expect({ ...place(exchange), errors: errorsOf(exchange).sort() }).toEqual({ ...place(exchange), errors: expected });
  }
});

/** The length that the headers would have if the recorded body were the sent one. */
test.each(FILES)("%s: with the length of what is recorded, an upload is invalid", async (file) => {
  const uploads = readEntries(file).filter(
    ({ _received = 0, request }) => _received > 0 && request.url.includes("/upload/"),
  );
  const lacking = (await readAll(uploads)).filter(({ notLogged = [] }) => notLogged.includes("request.body"));
  const edited = lacking.flatMap(({ origin }) => {
    const entry = uploads[origin.index];
    const length = entry?.request.headers.find(({ name }) => name.toLowerCase() === "content-length");
    if (entry === undefined || length === undefined) return [];
    length.value = String(Buffer.byteLength(entry.request.postData?.text ?? ""));
    return [{ ...entry, request: { ...entry.request, bodySize: Number(length.value) } }];
  });
  for (const exchange of await readAll(edited))
    expect({ ...place(exchange), errors: errorsOf(exchange).length }).toEqual({ ...place(exchange), errors: 2 });
});

test("each recorder leaves out something", async () => {
  const counts = await Promise.all(
    FILES.map(async (file) => {
      const exchanges = await readAll(readEntries(file));
      const parts = exchanges.flatMap((it) =>
        it.incomplete === undefined ? (contract.check(it).notLogged ?? []) : [],
      );
      const count = (part: string): number => parts.filter((it) => it === part).length;
      const skipped = exchanges.filter(({ incomplete }) => incomplete !== undefined).length;
      return `${file}: ${exchanges.length} exchanges, ${skipped} skipped, ${count("request bodies")} request bodies, ${count("response bodies")} response bodies`;
    }),
  );
  expect(counts.join("\n")).toMatchInlineSnapshot(`
    "chromium-devtools.har: 30 exchanges, 2 skipped, 4 request bodies, 4 response bodies
    firefox.har: 20 exchanges, 0 skipped, 0 request bodies, 2 response bodies
    mitmproxy.har: 17 exchanges, 0 skipped, 0 request bodies, 0 response bodies
    playwright-full.har: 31 exchanges, 4 skipped, 11 request bodies, 4 response bodies
    playwright-minimal.har: 22 exchanges, 0 skipped, 7 request bodies, 4 response bodies
    requests-har.har: 9 exchanges, 0 skipped, 2 request bodies, 0 response bodies"
  `);
});

test.each(FILES)("%s: the fast path gives the same report", async (file) => {
  const entries = readEntries(file);
  const repeated = Array.from({ length: 4 }, () => entries).flat();
  const text = JSON.stringify({ log: { entries: repeated } });
  expect((await compareOutcomes(contract, Buffer.from(text), false)).difference).toBeUndefined();
});

function place({ origin, request }: Exchange): object {
  return { index: origin.index, method: request.method, url: request.url };
}
