import { closeSync, openSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Exchange, ndjsonLine } from "../exchange/index.js";
import {
  createTally,
  loadContract,
  type Outcome,
  outcomeOf,
  printable,
  type Report,
  withoutMarked,
} from "../gate/index.js";
import { lint } from "../lint/index.js";
import { REAL_CLOCK } from "../sandbox/real-clock.js";
import { explainSignature, verify } from "../webhooks/index.js";
import { openBaseline } from "./baseline-file.js";
import { type CheckOptions, settingsOf } from "./check-settings.js";
import { deliveryExchange } from "./delivery-exchange.js";
import { interrupted } from "./interrupted.js";
import type { ExitCode, Io } from "./io.js";
import { startLive } from "./live.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";
import { UsageError } from "./usage-error.js";

export type ListenOptions = Omit<CheckOptions, "only" | "shard" | "strictSpec" | "verdicts" | "server" | "coverage"> & {
  /** Of the registrations that may deliver here; a signature by any of them is right. */
  readonly secret: readonly string[];
  /** 0 is any free port. */
  readonly port: number;
  readonly host: string;
  /** Where deliveries are written to, as NDJSON. */
  readonly out?: string;
};

const SIGNATURE = "service-webhook-signature";

/**
 * `contract listen`: a receiver of webhook events. Acknowledges at once with 200 what is signed rightly, answers 401 to what
 * is not, and says why: a line a delivery on stdout, with its id, so that repetitions can be told. Then each is judged by the
 * webhooks of the contract, and when it is interrupted it reports as `contract check` does: on stderr, unless asked otherwise.
 */
export async function listen(options: ListenOptions, io: Io): Promise<ExitCode> {
  const outputs = parseOutputs(options.format);
  const settings = settingsOf(options);
  for (const file of [options.out, settings.baseline]) expectFolder(file);
  const { levels, failOn, allowPartial, quiet = false } = settings;
  const contract = loadContract(settings.spec, { levels });
  settings.expectOperations(contract.operations);
  const beside = openBaseline(settings, io);
  const tally = createTally(contract);
  const live = startLive(io, quiet);
  const file = options.out === undefined ? undefined : openSync(options.out, "w", 0o600);
  let count = 0;
  const take = async (delivery: Delivery): Promise<void> => {
    const why = delivery.isRight ? undefined : await whyWrong(delivery, options.secret);
    io.stdout(`${delivered(delivery.payload)}  ${why === undefined ? "signature right" : `signature WRONG: ${why}`}\n`);
    const exchange = deliveryExchange(delivery, { source: options.out ?? "deliveries", index: count++, why });
    keep(exchange);
  };
  const keep = (exchange: Exchange): void => {
    const judgement = contract.check(exchange);
    // A signature is a secret by its name, and has a form by the contract.
    const written = withoutMarked(contract, exchange, judgement);
    if (file !== undefined) writeSync(file, ndjsonLine(written, { formKept: [SIGNATURE] }));
    tally.add(exchange, judgement);
    live.add(exchange, judgement);
  };
  const receiver = await receive(options, take, (trouble) => tally.addTrouble(trouble));
  io.stderr(`listening on ${receiver.url}\n`);
  await interrupted(io);
  await receiver.end();
  live.stop();
  if (file !== undefined) closeSync(file);
  const judge = (it: Report): Outcome => outcomeOf(it, { failOn, allowPartial });
  const report = beside(tally.report(), { command: "listen", judge });
  const limit = options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings };
  // Unless they are asked for, reports do not stand between the lines of deliveries.
  const reporting = options.format === undefined ? { ...io, stdout: io.stderr } : io;
  return tell(
    { report, outcome: judge(report), problems: lint(contract.document), failOn, ...limit },
    { command: "listen", outputs, quiet, io: reporting },
  );
}

export type Delivery = {
  readonly request: IncomingMessage;
  readonly payload: Uint8Array;
  readonly signature: string;
  readonly isRight: boolean;
  readonly status: number;
  readonly startedAt: number;
};

/** Answers each delivery before anything else is done about it. */
export async function receive(
  { secret, port, host }: Pick<ListenOptions, "secret" | "port" | "host">,
  take: (delivery: Delivery) => Promise<void>,
  troubled: (trouble: string) => void,
) {
  const underWay = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const startedAt = REAL_CLOCK.now();
    const done = payloadOf(request)
      .then(async (payload) => {
        const signature = String(request.headers[SIGNATURE] ?? "");
        const isRight = await verify(payload, signature, secret);
        const status = isRight ? 200 : 401;
        response.writeHead(status, { "Content-Length": 0 }).end();
        await take({ request, payload, signature, isRight, status, startedAt });
      })
      .catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(400, { Connection: "close", "Content-Length": 0 }).end();
        troubled(`a delivery could not be taken: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => underWay.delete(done));
    underWay.add(done);
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
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    end: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
      await Promise.all(underWay);
    },
  };
}

async function payloadOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > LARGEST_PAYLOAD) throw new RangeError("the payload is larger than any event");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Longer payloads than the service writes are nobody's event. */
const LARGEST_PAYLOAD = 1024 * 1024;

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

export async function whyWrong(
  { payload, signature }: Delivery,
  [secret = "", ...otherSecrets]: readonly string[],
): Promise<string> {
  const explained = await explainSignature({ payload, signature, secret, otherSecrets });
  const causes = explained.valid ? [] : explained.causes.map(({ message }) => message);
  return printable(causes.join("; "));
}
