import { type ChunkStream, StreamError } from "./chunk-stream.js";
import { type NatsStreamOptions, parseServerUrls } from "./nats/nats-options.js";

export type StreamOptions = NatsStreamOptions;

/**
 * Opens the stream of a service.
 *
 * @throws StreamError if the URL names no engine, or the server cannot be used
 */
export async function openStream(options: StreamOptions): Promise<ChunkStream> {
  assertStreamNames(options);
  const { openNatsStream } = await import("./nats/nats-stream.js");
  return openNatsStream(options);
}

/**
 * Checks what needs no server, for feeders that go on without one.
 *
 * @throws StreamError if the URL names no engine, or the client of the engine is not installed
 */
export async function assertStreamUsable(options: StreamOptions): Promise<void> {
  assertStreamNames(options);
  const { loadNatsClient } = await import("./nats/load-client.js");
  await loadNatsClient();
}

function assertStreamNames({ url, service }: StreamOptions): void {
  if (parseServerUrls(url) === undefined)
    throw new StreamError("unsuitable", `${url}: expected the URL of a NATS server, such as nats://127.0.0.1:4222`);
  if (!/^[\w-]{1,64}$/.test(service))
    throw new StreamError("unsuitable", `service ${service}: expected up to 64 letters, digits, _ and -`);
}
