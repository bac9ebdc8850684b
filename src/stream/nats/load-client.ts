import { StreamError } from "../chunk-stream.js";

type NatsClient = typeof import("@nats-io/transport-node") & typeof import("@nats-io/jetstream");

/**
 * Loads the optional peer dependencies `@nats-io/transport-node` and `@nats-io/jetstream`.
 *
 * @throws StreamError with the install command if one is missing
 */
export async function loadNatsClient(): Promise<NatsClient> {
  try {
    return { ...(await import("@nats-io/transport-node")), ...(await import("@nats-io/jetstream")) };
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === "ERR_MODULE_NOT_FOUND";
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new StreamError("unsuitable", isMissing ? NOT_INSTALLED : `cannot load the NATS client: ${message}`, {
      cause,
    });
  }
}

const NOT_INSTALLED =
  "nats:// needs the NATS client, which is not installed; " +
  "run: npm install --save-dev @nats-io/transport-node@3.3.1 @nats-io/jetstream@3.3.1";
