/**
 * Reads a recording of any supported format. The format is detected from the content.
 *
 * HAR, NDJSON and logs are streamed in constant memory. The other formats are read into memory as a whole.
 */

import type { ReadResult } from "../exchange.js";
import { readHar } from "../formats/har/har.js";
import { apiGatewayLog } from "../formats/logs/api-gateway-log.js";
import { caddyLog } from "../formats/logs/caddy-log.js";
import { envoyLog } from "../formats/logs/envoy-log.js";
import { kongLog } from "../formats/logs/kong-log.js";
import { type LogFormat, readLog } from "../formats/logs/read-log.js";
import { webServerLog } from "../formats/logs/web-server-log.js";
import { readNdjson } from "../formats/ndjson/ndjson.js";
import { readNock } from "../formats/nock.js";
import { readPostman } from "../formats/postman/postman.js";
import { readVcr } from "../formats/vcr.js";
import { readWireMock } from "../formats/wiremock/wiremock.js";
import type { RecordingOptions, RecordingSource } from "../reader/recording-source.js";
import { FormatDetector, type RecordingFormat } from "./format-detector.js";

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
    const detected = { ...source, chunks: prependChunk(detector.head, iterator) };
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

async function* prependChunk(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
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
