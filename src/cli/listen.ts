import { type Exchange, ndjsonLine, redactUrl } from "../exchange/index.js";
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
import { explainSignature } from "../webhooks/index.js";
import { openBaseline } from "./baseline-file.js";
import { type CheckOptions, settingsOf } from "./check-settings.js";
import { deliveryExchange } from "./delivery-exchange.js";
import { type DeliveryFile, openDeliveryFile } from "./delivery-file.js";
import { interrupted } from "./interrupted.js";
import type { ExitCode, Io } from "./io.js";
import { startLive } from "./live.js";
import { type Delivery, receive } from "./receive.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";

export type ListenOptions = Omit<CheckOptions, "only" | "shard" | "strictSpec" | "verdicts" | "server" | "coverage"> & {
  /** Of the registrations that may deliver here; a signature by any of them is right. */
  readonly secret: readonly string[];
  /** 0 is any free port. */
  readonly port: number;
  readonly host: string;
  /** Ends after this many events with a right signature. */
  readonly count?: number;
  /** Where deliveries are written to, as NDJSON. */
  readonly out?: string;
};

/**
 * `contract listen`: a receiver of webhook events. Acknowledges at once with 200 what is signed rightly, answers 401 to what
 * is not, 405 to what is no event, and says why: a line a delivery on stdout, with its id, so that repetitions can be told. Then each is judged by the
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
  const methods = new Set(contract.operations.filter(({ kind }) => kind === "webhook").map(({ method }) => method));
  const tally = createTally(contract);
  const live = startLive(io, quiet);
  let file: DeliveryFile | undefined;
  let count = 0;
  let rightCount = 0;
  const enough = new AbortController();
  const take = async (delivery: Delivery): Promise<void> => {
    const { isEvent, isRight, payload } = delivery;
    const why = isRight || !isEvent ? undefined : await whyWrong(delivery, options.secret);
    const verdict = why === undefined ? "signature right" : `signature WRONG: ${why}`;
    io.stdout(`${isEvent ? `${delivered(payload)}  ${verdict}` : noEvent(delivery, methods)}\n`);
    const exchange = deliveryExchange(delivery, { source: options.out ?? "deliveries", index: count++, why });
    keep(exchange);
    if (isRight && ++rightCount === options.count) enough.abort();
  };
  const keep = (exchange: Exchange): void => {
    const judgement = contract.check(exchange);
    // A signature is a secret by its name, and has a form by the contract.
    const written = withoutMarked(contract, exchange, judgement);
    file?.add(ndjsonLine(written, { formKept: ["service-webhook-signature"] }));
    tally.add(exchange, judgement);
    live.add(exchange, judgement);
  };
  const troubled = (trouble: string): void => {
    live.note(`contract listen: ${trouble}\n`);
    tally.addTrouble(trouble);
  };
  const receiver = await receive({ ...options, methods }, take, troubled);
  // What the file holds is worth keeping until deliveries can come.
  try {
    if (options.out !== undefined) file = openDeliveryFile(options.out, troubled);
  } catch (error) {
    await receiver.end();
    throw error;
  }
  io.stderr(`listening on ${receiver.url}\n`);
  await Promise.race([interrupted(io), interrupted({ signal: enough.signal })]);
  await receiver.end();
  live.stop();
  file?.end();
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

/** What an event says of itself, which nobody has vouched for yet. */
function delivered(payload: Uint8Array): string {
  let event: unknown;
  try {
    event = JSON.parse(Buffer.from(payload).toString());
  } catch {
    return `${payload.length} bytes that are no JSON`;
  }
  const { eventType, resource, resourceId, id } = (event ?? {}) as Record<string, unknown>;
  const said = [eventType, resource, resourceId, id === undefined ? undefined : `id ${String(id)}`];
  const words = said.flatMap((it) => (it === undefined ? [] : [String(it).slice(0, 100)]));
  return words.length === 0 ? `${payload.length} bytes of JSON that are no event` : printable(words.join("  "));
}

function noEvent({ request }: Delivery, methods: ReadonlySet<string>): string {
  const { method = "", url = "/" } = request;
  return printable(`${method} ${redactUrl(url).slice(0, 100)}  no event: they come by ${[...methods].join(" or ")}`);
}

export async function whyWrong(
  { payload, signature }: Delivery,
  [secret = "", ...otherSecrets]: readonly string[],
): Promise<string> {
  const explained = await explainSignature({ payload, signature, secret, otherSecrets });
  const causes = explained.valid ? [] : explained.causes.map(({ message }) => message);
  return printable(causes.join("; "));
}
