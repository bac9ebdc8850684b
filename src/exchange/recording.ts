/**
 * Reads a recording of any format that is understood; the content tells which one it is.
 *
 * HAR, NDJSON and logs are streamed at constant memory. The other formats are small by nature and read as a whole.
 */

import type { Reading, Settle } from "./exchange.js";
import { type RecordingSource, readHar } from "./har/har.js";
import { apiGatewayLog } from "./logs/api-gateway-log.js";
import { caddyLog } from "./logs/caddy-log.js";
import { envoyLog } from "./logs/envoy-log.js";
import { kongLog } from "./logs/kong-log.js";
import { type LogFormat, readLog } from "./logs/log-lines.js";
import { webServerLog } from "./logs/web-server-log.js";
import { readNdjson } from "./ndjson.js";
import { readNock } from "./nock.js";
import { readPostman } from "./postman/postman.js";
import { FormatDetector, type RecordingFormat } from "./recording-format.js";
import { readVcr } from "./vcr.js";
import { readWireMock } from "./wiremock/wiremock.js";

export type RecordingOptions<Outcome = never> = {
  /** The address that stands for the service in formats which record only paths, such as `https://host.example`. */
  readonly baseUrl?: string | undefined;
  /** Judges an exchange while its body still stands in the recording, in formats where that saves time. */
  readonly settle?: Settle<Outcome> | undefined;
};

type Reader = (source: RecordingSource, options: RecordingOptions) => AsyncIterable<readonly Reading[]>;

/**
 * Yields what became whole with each chunk, in the order of the recording; never an empty list.
 *
 * @throws RecordingError when the recording as a whole cannot be read.
 */
export async function* readRecording<Outcome = never>(
  source: RecordingSource,
  options: RecordingOptions<Outcome> = {},
): AsyncGenerator<readonly Reading<Outcome>[], void, undefined> {
  const iterator = source.chunks[Symbol.asyncIterator]();
  try {
    const detector = new FormatDetector(source.name);
    const format = await formatOf(iterator, detector);
    const whole = { ...source, chunks: joined(detector.head, iterator) };
    if (format === "har") yield* readHar(whole, options);
    else yield* readers[format](whole, { baseUrl: options.baseUrl });
  } finally {
    await iterator.return?.();
  }
}

async function formatOf(iterator: AsyncIterator<Uint8Array>, detector: FormatDetector): Promise<RecordingFormat> {
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return detector.end();
    const format = detector.push(value);
    if (format !== undefined) return format;
  }
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

function log(format: LogFormat): Reader {
  return (source, options) => readLog(format, source, options);
}

const readers: Readonly<Record<Exclude<RecordingFormat, "har">, Reader>> = {
  ndjson: readNdjson,
  wiremock: readWireMock,
  nock: readNock,
  vcr: readVcr,
  postman: readPostman,
  kong: log(kongLog),
  caddy: log(caddyLog),
  envoy: log(envoyLog),
  "api-gateway": log(apiGatewayLog),
  "web-server": log(webServerLog),
};
