import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { printable } from "../gate/index.js";
import { explainSignature, verify } from "../webhooks/index.js";
import type { ExitCode, Io } from "./io.js";
import { UsageError } from "./usage-error.js";

export type ListenOptions = {
  /** Of the registrations that may deliver here; a signature by any of them is right. */
  readonly secrets: readonly string[];
  /** 0 is any free port. */
  readonly port: number;
  readonly host: string;
};

/** Longer payloads than the service writes are nobody's event. */
const LARGEST_PAYLOAD = 1024 * 1024;

/**
 * `contract listen`: a receiver of webhook events. Acknowledges at once with 200 what is signed rightly, answers 401 to what
 * is not, and says why: a line a delivery on stdout, with its id, so that repetitions can be told.
 */
export async function listen({ secrets, port, host }: ListenOptions, io: Io): Promise<ExitCode> {
  let wrong = 0;
  const server = createServer((request, response) => {
    receive(request).then(
      async (payload) => {
        const signature = String(request.headers["service-webhook-signature"] ?? "");
        const isRight = await verify(payload, signature, secrets);
        wrong += isRight ? 0 : 1;
        response.writeHead(isRight ? 200 : 401).end();
        const told = isRight ? "signature right" : await whyWrong(payload, signature, secrets);
        io.stdout(`${delivered(payload)}  ${told}\n`);
      },
      () => response.writeHead(400, { Connection: "close" }).end(),
    );
  });
  await new Promise<void>((ready, failed) => {
    server.once("error", (error) =>
      failed(
        new UsageError(`cannot listen on ${host}, port ${port}: ${error.message}; choose another with --port`, {
          cause: error,
        }),
      ),
    );
    server.listen(port, host, ready);
  });
  io.stderr(`listening on http://${host}:${(server.address() as AddressInfo).port}\n`);
  await new Promise<void>((stop) => {
    if (io.signal.aborted) stop();
    io.signal.addEventListener("abort", () => stop(), { once: true });
  });
  await new Promise<void>((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
  return wrong === 0 ? 0 : 1;
}

async function receive(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > LARGEST_PAYLOAD) throw new RangeError("the payload is larger than any event");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What an event says of itself, which nobody has vouched for yet. */
function delivered(payload: Uint8Array): string {
  try {
    const event = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>;
    const said = [event.eventType, event.resource, event.resourceId, `id ${String(event.id)}`];
    return printable(said.map((it) => String(it).slice(0, 100)).join("  "));
  } catch {
    return `${payload.length} bytes that are no JSON`;
  }
}

async function whyWrong(
  payload: Uint8Array,
  signature: string,
  [secret = "", ...otherSecrets]: readonly string[],
): Promise<string> {
  const explained = await explainSignature({ payload, signature, secret, otherSecrets });
  const causes = explained.valid ? [] : explained.causes.map(({ message }) => message);
  return printable(`signature WRONG: ${causes.join("; ")}`);
}
