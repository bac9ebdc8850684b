import { type ChunkStream, StreamError } from "./chunk-stream.js";
import type { NatsStreamOptions } from "./nats/nats-options.js";

export type StreamOptions = NatsStreamOptions;

/**
 * Opens the stream of a service.
 *
 * @throws StreamError if the URL names no engine, or the server cannot be used
 */
export async function openStream(options: StreamOptions): Promise<ChunkStream> {
  const { url, service } = options;
  if (!/^(nats|tls):\/\/[^\s/]/.test(url) || !URL.canParse(url))
    throw new StreamError("unsuitable", `${url}: expected the URL of a NATS server, such as nats://127.0.0.1:4222`);
  if (!/^[\w-]{1,64}$/.test(service))
    throw new StreamError("unsuitable", `service ${service}: expected up to 64 letters, digits, _ and -`);
  const { openNatsStream } = await import("./nats/nats-stream.js");
  return openNatsStream(options);
}
