import { setImmediate } from "node:timers/promises";
import type { Exchange } from "../exchange/index.js";
import {
  type Contract,
  createDeliveryTracker,
  type ExchangeResult,
  type RecordedCredentials,
  type Report,
  type ReportBuilder,
  skipUnselected,
  UNREPEATED_REASON,
} from "../gate/index.js";
import type { Chunk } from "./chunk.js";
import type { ChunkResult, VariantReports } from "./chunk-result.js";

export type ChunkCheck = {
  readonly contract: Contract;
  readonly createBuilder: () => ReportBuilder;
  /** The ids of the operations to check; all if undefined. */
  readonly chosen?: ReadonlySet<string> | undefined;
  /** Called between exchanges. The check ends without a result if it returns false. */
  readonly canContinue: () => boolean;
};

/** Checks a chunk, as `contract check` does. Returns undefined if `canContinue` has ended the check. */
export async function checkChunk(
  id: string,
  { source, readings, runErrors, unfed }: Chunk,
  { contract, createBuilder, chosen, canContinue }: ChunkCheck,
): Promise<ChunkResult | undefined> {
  const builder = createBuilder();
  const deliveries = createDeliveryTracker(contract);
  const checked: CheckedExchange[] = [];
  for (const [index, it] of readings.entries()) {
    if (index % EXCHANGES_PER_TURN === 0) {
      await setImmediate();
      if (!canContinue()) return undefined;
    }
    if (it.kind === "unreadable") {
      builder.addUnreadable(it.unreadable);
      continue;
    }
    const { reading, secrets } = deliveries.mark(it);
    const { exchange } = reading;
    const result = contract.checkWithSecrets(exchange, secrets);
    const selected = chosen === undefined ? result : skipUnselected(result, chosen);
    deliveries.observe(exchange, selected);
    builder.addRecorded(exchange, selected);
    checked.push({ exchange, result: selected });
  }
  const unrepeated = deliveries.listUnrepeated();
  for (const exchange of unrepeated) builder.addNotRecorded(exchange, UNREPEATED_REASON);
  for (const message of runErrors) builder.addRunError(message);
  const credentials = builder.endRecording(source);
  const varies = credentials !== "all" && checked.some(({ result }) => result.variants !== undefined);
  const about = { chunks: [id], credentials: { [source]: credentials }, unfed };
  if (!varies) return { ...about, settled: compactReport(builder.report()), open: {} };
  const reportVariant = (found: RecordedCredentials): Report => {
    const variant = createBuilder();
    for (const it of readings) if (it.kind === "unreadable") variant.addUnreadable(it.unreadable);
    for (const { exchange, result } of checked) variant.add(exchange, pickVariant(result, found));
    for (const exchange of unrepeated) variant.addNotRecorded(exchange, UNREPEATED_REASON);
    for (const message of runErrors) variant.addRunError(message);
    return compactReport(variant.report());
  };
  const reports: VariantReports = {
    all: reportVariant("all"),
    "set-cookie": reportVariant("set-cookie"),
    none: reportVariant("none"),
  };
  return { ...about, open: { [source]: reports } };
}

type CheckedExchange = { readonly exchange: Exchange; readonly result: ExchangeResult };

function pickVariant(result: ExchangeResult, found: RecordedCredentials): ExchangeResult {
  return found === "all" || result.variants === undefined ? result : result.variants[found];
}

/** Leaves out operations without exchanges. The report of a run without exchanges has them. */
function compactReport(report: Report): Report {
  const operations = report.coverage.operations.filter(({ exchanges }) => exchanges > 0);
  return { ...report, coverage: { ...report.coverage, operations } };
}

/** Between turns, the connection is served, so that a long check keeps its chunk. */
const EXCHANGES_PER_TURN = 20;
