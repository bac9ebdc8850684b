import { type Exchange, formatNdjsonLine, redactUrl } from "../../exchange/index.js";
import {
  computeOutcome,
  createReportBuilder,
  loadContract,
  type Report,
  type RunOutcome,
  redactExchange,
  toPrintable,
} from "../../gate/index.js";
import { lintDocument } from "../../lint/index.js";
import { explainSignature } from "../../webhooks/index.js";
import { openBaseline } from "../output/baseline-file.js";
import { startLiveOutput } from "../output/live-output.js";
import { assertWritableFile, parseReportOutputs, writeReports } from "../output/write-reports.js";
import type { ExitCode, Io } from "../process/io.js";
import { waitForInterrupt } from "../process/wait-for-interrupt.js";
import { type CheckCommandOptions, resolveSettings } from "../settings/run-settings.js";
import { createDeliveryExchange } from "../webhooks/delivery-exchange.js";
import { type DeliveryFile, openDeliveryFile } from "../webhooks/delivery-file.js";
import { type ReceivedDelivery, startDeliveryReceiver } from "../webhooks/delivery-receiver.js";

export type ListenCommandOptions = Omit<
  CheckCommandOptions,
  "only" | "shard" | "strictSpec" | "verdicts" | "server" | "coverage"
> & {
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
export async function runListenCommand(options: ListenCommandOptions, io: Io): Promise<ExitCode> {
  const outputs = parseReportOutputs(options.format);
  const settings = resolveSettings(options);
  for (const file of [options.out, settings.baseline]) assertWritableFile(file);
  const { levels, failOn, allowPartial, quiet = false } = settings;
  const contract = loadContract(settings.spec, { levels });
  settings.assertOperations(contract.operations);
  const beside = openBaseline(settings, io);
  const methods = new Set(contract.operations.filter(({ kind }) => kind === "webhook").map(({ method }) => method));
  const tally = createReportBuilder(contract);
  const live = startLiveOutput(io, quiet);
  let file: DeliveryFile | undefined;
  let count = 0;
  let rightCount = 0;
  const enough = new AbortController();
  const take = async (delivery: ReceivedDelivery): Promise<void> => {
    const { isEvent, hasValidSignature, payload } = delivery;
    const signatureError =
      hasValidSignature || !isEvent ? undefined : await explainWrongSignature(delivery, options.secret);
    const verdict = signatureError === undefined ? "signature right" : `signature WRONG: ${signatureError}`;
    io.stdout(
      `${isEvent ? `${formatDeliveredEvent(payload)}  ${verdict}` : formatIgnoredRequest(delivery, methods)}\n`,
    );
    const exchange = createDeliveryExchange(delivery, {
      source: options.out ?? "deliveries",
      index: count++,
      signatureError,
    });
    keep(exchange);
    if (hasValidSignature && ++rightCount === options.count) enough.abort();
  };
  const keep = (exchange: Exchange): void => {
    const judgement = contract.check(exchange);
    // A signature is a secret by its name, and has a form by the contract.
    const written = redactExchange(contract, exchange, judgement);
    file?.add(formatNdjsonLine(written, { formatPreservedHeaders: ["service-webhook-signature"] }));
    tally.add(exchange, judgement);
    live.add(exchange, judgement);
  };
  const troubled = (trouble: string): void => {
    live.print(`contract listen: ${trouble}\n`);
    tally.addRunError(trouble);
  };
  const receiver = await startDeliveryReceiver({ ...options, methods }, take, troubled);
  // What the file holds is worth keeping until deliveries can come.
  try {
    if (options.out !== undefined) file = openDeliveryFile(options.out, troubled);
  } catch (error) {
    await receiver.end();
    throw error;
  }
  io.stderr(`listening on ${receiver.url}\n`);
  await Promise.race([waitForInterrupt(io), waitForInterrupt({ signal: enough.signal })]);
  await receiver.end();
  live.stop();
  file?.close();
  const getOutcome = (it: Report): RunOutcome => computeOutcome(it, { failOn, allowPartial });
  const report = beside(tally.report(), { command: "listen", getOutcome });
  const limit = options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings };
  // Unless they are asked for, reports do not stand between the lines of deliveries.
  const reporting = options.format === undefined ? { ...io, stdout: io.stderr } : io;
  return writeReports(
    { report, outcome: getOutcome(report), problems: lintDocument(contract.document), failOn, ...limit },
    { command: "listen", outputs, quiet, io: reporting },
  );
}

/** What an event says of itself, which nobody has vouched for yet. */
function formatDeliveredEvent(payload: Uint8Array): string {
  let event: unknown;
  try {
    event = JSON.parse(Buffer.from(payload).toString());
  } catch {
    return `${payload.length} bytes that are no JSON`;
  }
  const { eventType, resource, resourceId, id } = (event ?? {}) as Record<string, unknown>;
  const said = [eventType, resource, resourceId, id === undefined ? undefined : `id ${String(id)}`];
  const words = said.flatMap((it) => (it === undefined ? [] : [String(it).slice(0, 100)]));
  return words.length === 0 ? `${payload.length} bytes of JSON that are no event` : toPrintable(words.join("  "));
}

function formatIgnoredRequest({ request }: ReceivedDelivery, methods: ReadonlySet<string>): string {
  const { method = "", url = "/" } = request;
  return toPrintable(`${method} ${redactUrl(url).slice(0, 100)}  no event: they come by ${[...methods].join(" or ")}`);
}

export async function explainWrongSignature(
  { payload, signature }: ReceivedDelivery,
  [secret = "", ...otherSecrets]: readonly string[],
): Promise<string> {
  const explained = await explainSignature({ payload, signature, secret, otherSecrets });
  const causes = explained.valid ? [] : explained.causes.map(({ message }) => message);
  return toPrintable(causes.join("; "));
}
