import type { Command } from "commander";
import type { StreamOptions } from "../../stream/index.js";

/** The options of every command that uses a stream, as the command line gives them. */
export type StreamCommandOptions = {
  readonly service: string;
  readonly creds?: string;
  readonly nkey?: string;
  readonly tlsCa?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
};

/** The URL argument of every command that uses a stream. */
export const STREAM_URL = ["<url>", "a NATS server with JetStream, such as nats://127.0.0.1:4222"] as const;

export function addStreamOptions(command: Command): Command {
  return command
    .option("--service <name>", "the service whose traffic it is; each has its own chunks and results", "default")
    .option("--creds <file>", "credentials of NATS: a JSON Web Token with its NKey")
    .option("--nkey <file>", "the seed of an NKey")
    .option("--tls-ca <file>", "the certificate authority of the server")
    .option("--tls-cert <file>", "the certificate of this client")
    .option("--tls-key <file>", "the key of the certificate");
}

/** The options that open the stream. */
export function pickStreamOptions(url: string, options: StreamCommandOptions): StreamOptions {
  const { service, creds, nkey, tlsCa, tlsCert, tlsKey } = options;
  return { url, service, creds, nkey, tlsCa, tlsCert, tlsKey };
}
