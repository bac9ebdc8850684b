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

export const DEFAULT_SERVICE = "default";

export function addStreamOptions(command: Command): Command {
  return command
    .option(
      "--service <name>",
      "the name of the service that the traffic belongs to; each service has its own results",
      DEFAULT_SERVICE,
    )
    .option("--creds <file>", "a NATS credentials file: a JSON Web Token and its NKey")
    .option("--nkey <file>", "a file with the seed of a NATS NKey")
    .option("--tls-ca <file>", "the CA certificate that verifies the NATS server, in PEM format")
    .option("--tls-cert <file>", "the client certificate, in PEM format")
    .option("--tls-key <file>", "the private key of the client certificate, in PEM format");
}

/** The options that open the stream. */
export function pickStreamOptions(url: string, options: StreamCommandOptions): StreamOptions {
  const { service, creds, nkey, tlsCa, tlsCert, tlsKey } = options;
  return { url, service, creds, nkey, tlsCa, tlsCert, tlsKey };
}
