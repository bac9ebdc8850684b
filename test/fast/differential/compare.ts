import { isDeepStrictEqual } from "node:util";
import {
  buildVerdictLine,
  type Contract,
  createDeliveryTracker,
  createEarlierExchangeFinder,
  createReportBuilder,
  type ExchangeResult,
  type Report,
} from "../../../src/check/index.js";
import { createEntryAccelerator, createFastValidator } from "../../../src/fast/index.js";
import { RecordingError, type RecordingSource, readRecording } from "../../../src/recording/index.js";
import type { RecordingFormat } from "./traffic.js";

/** What a recording comes to. */
export type Outcome = {
  readonly report: Report;
  /** The verdict of each exchange, unreadable entries, and an error that ends the recording. */
  readonly lines: readonly unknown[];
  /** How many exchanges were checked from their bytes. */
  readonly settled: number;
};

/** Returns the outcomes with and without the fast path, if they differ in more than that, and how much was checked from bytes. */
export async function compareOutcomes(
  contract: Contract,
  recording: Buffer,
  coverage: boolean,
): Promise<Pick<Outcome, "settled" | "report"> & { readonly difference?: Readonly<Record<"fast" | "full", Outcome>> }> {
  const fast = await checkRecording(contract, recording, { coverage, isFast: true });
  const full = await checkRecording(contract, recording, { coverage, isFast: false });
  const isSame = isDeepStrictEqual(fast.report, full.report) && isDeepStrictEqual(fast.lines, full.lines);
  const { settled, report } = fast;
  return { settled, report, ...(isSame ? {} : { difference: { fast, full } }) };
}

/** Joins entries to a recording. */
export function joinEntries(format: RecordingFormat, entries: readonly Buffer[]): Buffer {
  const [start, separator, end] =
    format === "NDJSON" ? ["", "\n", "\n"] : ['{"log":{"version":"1.2","entries":[', ",\n", "]}}"];
  const parts = entries.flatMap((entry, index) => (index === 0 ? [entry] : [Buffer.from(separator), entry]));
  return Buffer.concat([Buffer.from(start), ...parts, Buffer.from(end)]);
}

type Checking = { readonly coverage: boolean; readonly isFast: boolean };

async function checkRecording(contract: Contract, recording: Buffer, { coverage, isFast }: Checking): Promise<Outcome> {
  const builder = createReportBuilder(contract, coverage ? { coverage: {} } : {});
  const finder = createEarlierExchangeFinder(contract);
  const tracker = createDeliveryTracker(contract, finder);
  const validate = finder.keepBodies(createFastValidator(contract, builder.isKnownGroup, coverage));
  const accelerator = isFast ? createEntryAccelerator(validate) : undefined;
  const lines: unknown[] = [];
  let settled = 0;
  const add = (exchange: Parameters<typeof builder.add>[0], result: ExchangeResult): void => {
    builder.addRecorded(exchange, result);
    lines.push(buildVerdictLine(contract, exchange, result));
  };
  try {
    for await (const readings of readRecording(createSource(recording), { accelerator })) {
      for (const reading of readings) {
        if (reading.kind === "unreadable") {
          builder.addUnreadable(reading.unreadable);
          lines.push(reading.unreadable);
          continue;
        }
        if (reading.kind === "settled") settled += 1;
        const { reading: marked, ...before } = tracker.mark(reading);
        const { exchange } = marked;
        const result = marked.kind === "settled" ? marked.outcome : contract.checkRecorded(exchange, before);
        tracker.observe(exchange, result);
        add(exchange, result);
      }
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    lines.push(error.message);
  }
  builder.endRecording(NAME);
  return { report: builder.report(), lines, settled };
}

const NAME = "recording";
/** Entries end in the middle of a chunk. */
const CHUNK_BYTES = 5000;

function createSource(bytes: Buffer): RecordingSource {
  return {
    name: NAME,
    chunks: (async function* () {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    })(),
  };
}
