import { closeSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import {
  createReportBuilder,
  type ExchangeResult,
  loadContract,
  redactExchange,
  toPrintable,
} from "../../check/index.js";
import { tryCall, tryParseJson } from "../../document/index.js";
import { type Exchange, formatNdjsonLine, redactUrl } from "../../recording/index.js";
import type { WebhookEvent } from "../../webhooks/index.js";
import { lintSpecOfRun } from "../check/run-setup.js";
import type { CommandOptions } from "../options/command-table.js";
import { openRun } from "../output/finish-run.js";
import { startLiveOutput } from "../output/progress.js";
import { prepareRecording } from "../output/write-file-atomic.js";
import { type ExitCode, type Io, UsageError, waitForInterrupt } from "../process/io.js";
import { resolveSettings } from "../settings/run-settings.js";
import {
  chooseSigning,
  createDeliveryExchange,
  type ReceivedDelivery,
  startDeliveryReceiver,
} from "../webhooks/delivery-receiver.js";

/**
 * Runs `contract listen`, a receiver of webhook events. It responds at once: 200 for a valid signature, 401 for an invalid one,
 * 405 for a method that no webhook uses. It prints one line per delivery to stdout, with the event id to recognize retries.
 * Then it checks the delivery against the webhooks of the spec. On an interrupt it writes the report, by default to stderr.
 */
export async function runListenCommand(options: CommandOptions<"listen">, io: Io): Promise<ExitCode> {
  const settings = resolveSettings(options);
  // Without --format, the report goes to stderr to keep it apart from the delivery lines.
  const { format = ["text"] } = options;
  const reporting = options.format === undefined ? { ...io, stdout: io.stderr } : io;
  const { finish } = openRun("listen", { ...settings, format }, reporting);
  prepareRecording(options.out);
  const { levels } = settings;
  const contract = loadContract(settings.spec, { levels });
  settings.assertOperations(contract.operations);
  const methods = new Set(contract.operations.filter(({ kind }) => kind === "webhook").map(({ method }) => method));
  const signing = chooseSigning(contract, options.secret ?? []);
  const isSigned = signing.header !== undefined;
  const tally = createReportBuilder(contract);
  const live = startLiveOutput(io, false);
  let file: DeliveryFile | undefined;
  let count = 0;
  let validCount = 0;
  const enough = new AbortController();
  const take = async (delivery: ReceivedDelivery): Promise<void> => {
    const { isEvent, hasValidSignature, payload, signature } = delivery;
    const signatureError = hasValidSignature || !isEvent ? undefined : await signing.explain(payload, signature);
    const verdict = !isSigned
      ? "not signed"
      : signatureError === undefined
        ? "signature valid"
        : `signature INVALID: ${signatureError}`;
    const exchange = createDeliveryExchange(delivery, {
      source: options.out ?? "deliveries",
      index: count++,
      signatureError,
      isSigned,
    });
    const { operation, findings } = record(exchange);
    // Of a payload that is no event, the webhook is a guess.
    const webhook = findings.some(({ code }) => code.startsWith("request.body.")) ? undefined : operation?.id;
    io.stdout(
      `${isEvent ? `${formatDeliveredEvent(payload, webhook)}  ${verdict}` : formatIgnoredRequest(delivery, methods)}\n`,
    );
    if (hasValidSignature && ++validCount === options.count) enough.abort();
  };
  const record = (exchange: Exchange): ExchangeResult => {
    const result = contract.check(exchange);
    file?.add(formatNdjsonLine(redactExchange(contract, exchange, result)));
    tally.add(exchange, result);
    live.add(exchange, result);
    return result;
  };
  const onError = (message: string): void => {
    live.print(`contract listen: ${message}\n`);
    tally.addRunError(message);
  };
  const receiver = await startDeliveryReceiver({ ...options, signing, methods }, take, onError);
  // An existing file is overwritten only after the receiver has started.
  try {
    if (options.out !== undefined) file = openDeliveryFile(options.out, onError);
  } catch (error) {
    await receiver.end();
    throw error;
  }
  io.stderr(`listening on ${receiver.url}\n`);
  await Promise.race([waitForInterrupt(io), waitForInterrupt({ signal: enough.signal })]);
  await receiver.end();
  live.stop();
  file?.close();
  return finish({ report: tally.report(), diagnostics: lintSpecOfRun(contract, { levels }) });
}

/**
 * Formats the event fields of a payload, whose signature may be invalid.
 *
 * @param webhook the webhook of the spec that the delivery is of
 */
function formatDeliveredEvent(payload: Uint8Array, webhook: string | undefined): string {
  const event: unknown = tryParseJson(Buffer.from(payload).toString());
  if (event === undefined) return `${payload.length} bytes, not JSON`;
  const { eventType, resource, resourceId, id } = (event ?? {}) as Partial<
    Readonly<Record<keyof WebhookEvent, unknown>>
  >;
  const fields = [eventType ?? webhook, resource, resourceId, id === undefined ? undefined : `id ${String(id)}`];
  const texts = fields.flatMap((it) => (it === undefined ? [] : [String(it).slice(0, 100)]));
  return texts.length === 0 ? `${payload.length} bytes of JSON, not an event` : toPrintable(texts.join("  "));
}

function formatIgnoredRequest({ request }: ReceivedDelivery, methods: ReadonlySet<string>): string {
  const { method = "", url = "/" } = request;
  return toPrintable(
    `${method} ${redactUrl(url).slice(0, 100)}  not an event: expected method ${[...methods].join(" or ")}`,
  );
}

/** Writes deliveries to a file, one line each. */
type DeliveryFile = { readonly add: (line: string) => void; readonly close: () => void };

/**
 * Opens a file for deliveries and overwrites it. On a full disk the complete lines stay, the error is reported once, and the
 * receiver continues without writing.
 *
 * @throws UsageError when it cannot be opened.
 */
export function openDeliveryFile(out: string, onError: (message: string) => void): DeliveryFile {
  const file = openFile(out);
  let completeLength = 0;
  let isFull = false;
  return {
    add: (line) => {
      if (isFull) return;
      try {
        writeFileSync(file, line);
        completeLength += Buffer.byteLength(line);
      } catch (error) {
        isFull = true;
        // Devices cannot be truncated.
        tryCall(() => ftruncateSync(file, completeLength));
        onError(`--out ${out}: cannot be written: ${(error as Error).message}; later deliveries are not written`);
      }
    },
    close: () => closeSync(file),
  };
}

function openFile(out: string): number {
  try {
    return openSync(out, "w", 0o600);
  } catch (error) {
    throw new UsageError(`--out ${out}: cannot be written: ${(error as Error).message}; give a file`, {
      cause: error,
    });
  }
}
