/**
 * Reads a recording of any supported format. The format is detected from the content.
 *
 * HAR, NDJSON and logs are streamed in constant memory. The other formats are read into memory as a whole.
 */

import type { ReadResult } from "./exchange.js";
import { FormatDetector, type RecordingFormat } from "./format-detector.js";
import { readHar } from "./formats/har/har.js";
import { apiGatewayLog, caddyLog, envoyLog, kongLog, webServerLog } from "./formats/logs/log-formats.js";
import { type LogFormat, readLog } from "./formats/logs/read-log.js";
import { readNdjsonLine } from "./formats/ndjson.js";
import { readNock } from "./formats/nock.js";
import { readPostman } from "./formats/postman.js";
import { readVcr } from "./formats/vcr.js";
import { readWireMock } from "./formats/wiremock.js";
import { joinChunks, openRecording } from "./open-recording.js";
import { readJsonLineRecording } from "./reader/json-lines.js";
import type { RecordingOptions, RecordingSource } from "./reader/recording-source.js";
import { findTrafficFiles } from "./traffic-files.js";

type RecordingReader = (source: RecordingSource, options: RecordingOptions) => AsyncIterable<readonly ReadResult[]>;

/**
 * Yields the entries that each chunk completes, in the order of the recording. Batches are never empty.
 *
 * @throws RecordingError if the recording cannot be read.
 */
export async function* readRecording<Outcome = never>(
  source: RecordingSource,
  options: RecordingOptions<Outcome> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  const iterator = source.chunks[Symbol.asyncIterator]();
  try {
    const detector = new FormatDetector(source.name);
    const format = await detectFormat(iterator, detector);
    const detected = { ...source, chunks: joinChunks(detector.head, iterator) };
    if (format === "har") yield* readHar(detected, options);
    else if (format === "ndjson") yield* readNdjson(detected, options);
    else yield* READERS[format](detected, { baseUrl: options.baseUrl });
  } finally {
    await iterator.return?.();
  }
}

async function detectFormat(iterator: AsyncIterator<Uint8Array>, detector: FormatDetector): Promise<RecordingFormat> {
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return detector.end();
    const format = detector.push(value);
    if (format !== undefined) return format;
  }
}

function createLogReader(format: LogFormat): RecordingReader {
  return (source, options) => readLog(format, source, options);
}

const READERS: Readonly<Record<Exclude<RecordingFormat, "har" | "ndjson">, RecordingReader>> = {
  wiremock: readWireMock,
  nock: readNock,
  vcr: readVcr,
  postman: readPostman,
  kong: createLogReader(kongLog),
  caddy: createLogReader(caddyLog),
  envoy: createLogReader(envoyLog),
  "api-gateway": createLogReader(apiGatewayLog),
  "web-server": createLogReader(webServerLog),
};

/**
 * Reads an NDJSON recording, which has one exchange per line as defined by `exchange.schema.json`. Yields the exchanges in
 * batches, so that large files need not fit in memory.
 */
export function readNdjson<Outcome = never>(
  source: RecordingSource,
  { accelerator }: Pick<RecordingOptions<Outcome>, "accelerator"> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  const reader = { expected: 'one exchange per line: { "request": ..., "response": ... }', read: readNdjsonLine };
  return readJsonLineRecording(source, reader, { fast: accelerator?.("ndjson") });
}

export type ReadExchangesOptions = {
  /** Base URL of the service for formats that record only paths, such as `https://host.example`. */
  readonly baseUrl?: string;
};

/**
 * Reads recordings one exchange at a time, in any format that `contract check` supports. `names` are files, directories or
 * globs. An entry that cannot be read as an exchange has the kind `unreadable`.
 *
 * @throws RecordingError if a name matches no traffic or a recording cannot be read.
 */
export async function* readExchanges(
  names: string | readonly string[],
  { baseUrl }: ReadExchangesOptions = {},
): AsyncGenerator<Exclude<ReadResult, { readonly kind: "settled" }>, void, undefined> {
  for (const file of await findTrafficFiles([names].flat())) {
    for await (const readings of readRecording(openRecording(file), { baseUrl })) {
      for (const reading of readings) if (reading.kind !== "settled") yield reading;
    }
  }
}
