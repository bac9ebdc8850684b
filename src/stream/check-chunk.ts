import { setImmediate } from "node:timers/promises";
import {
  type Contract,
  createDeliveryTracker,
  mergeReports,
  type RecordedCredentials,
  type Report,
  type ReportBuilder,
  UNREPEATED_REASON,
} from "../check/index.js";
import { createFastValidator } from "../fast/index.js";
import { createRawJsonString } from "../recording/index.js";
import { type Chunk, decodeChunk } from "./chunk.js";
import type { ChunkResult, VariantReports } from "./chunk-result.js";
import type { WorkerOptions } from "./run-worker.js";

type ChunkCheck = {
  readonly contract: Contract;
  readonly createBuilder: () => ReportBuilder;
  /** Whether the builders measure coverage, which needs every value and rules out the fast path. */
  readonly isCounting: boolean;
  /** Called between exchanges. The check ends without a result if it returns false. */
  readonly canContinue: () => boolean;
};

/** Creates the check of a worker. */
export function createChunkCheck(check: Omit<ChunkCheck, "canContinue">): WorkerOptions["check"] {
  return async ({ id, bytes }, canContinue) => checkChunk(id, await decodeChunk(bytes), { ...check, canContinue });
}

/** Checks a chunk, as `contract check` does. Returns undefined if `canContinue` has ended the check. */
export async function checkChunk(
  id: string,
  { source, readings, runErrors, unfed }: Chunk,
  { contract, createBuilder, isCounting, canContinue }: ChunkCheck,
): Promise<ChunkResult | undefined> {
  const settled = createBuilder();
  let open: Readonly<Record<RecordedCredentials, ReportBuilder>> | undefined;
  const deliveries = createDeliveryTracker(contract);
  const validateFast = createFastValidator(contract, settled.isKnownGroup, isCounting);
  let count = 0;
  for (const it of readings) {
    if (count++ % EXCHANGES_PER_TURN === 0) {
      await setImmediate();
      if (!canContinue()) return undefined;
    }
    if (it.kind === "unreadable") {
      settled.addUnreadable(it.unreadable);
      continue;
    }
    const { reading, ...before } = deliveries.mark(it);
    const { exchange } = reading;
    const { body } = exchange.response;
    const isAlone = before.earlier === undefined && body.kind === "text";
    const fast = isAlone ? validateFast(exchange, createRawJsonString(body.text)) : undefined;
    const result = fast ?? contract.checkRecorded(exchange, before);
    deliveries.observe(exchange, result);
    if (result.variants === undefined) {
      settled.addRecorded(exchange, result);
      continue;
    }
    settled.observeRecorded(exchange);
    open ??= { all: createBuilder(), "set-cookie": createBuilder(), none: createBuilder() };
    open.all.add(exchange, result);
    open["set-cookie"].add(exchange, result.variants["set-cookie"]);
    open.none.add(exchange, result.variants.none);
  }
  for (const exchange of deliveries.listUnrepeated()) settled.addNotRecorded(exchange, UNREPEATED_REASON);
  for (const message of runErrors) settled.addRunError(message);
  const credentials = settled.endRecording(source);
  const about = { chunks: [id], credentials: { [source]: credentials }, unfed };
  if (open === undefined) return { ...about, settled: compactReport(settled.report()), open: {} };
  if (credentials === "all")
    return { ...about, settled: compactReport(mergeReports([settled.report(), open.all.report()])), open: {} };
  const reports: VariantReports = {
    all: compactReport(open.all.report()),
    "set-cookie": compactReport(open["set-cookie"].report()),
    none: compactReport(open.none.report()),
  };
  return { ...about, settled: compactReport(settled.report()), open: { [source]: reports } };
}

/** Leaves out operations without exchanges. The report of a run without exchanges has them. */
function compactReport(report: Report): Report {
  const operations = report.coverage.operations.filter(({ exchanges }) => exchanges > 0);
  return { ...report, coverage: { ...report.coverage, operations } };
}

/** Between turns, the connection is served, so that a long check keeps its chunk. */
const EXCHANGES_PER_TURN = 20;
