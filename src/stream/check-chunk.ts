import { setImmediate } from "node:timers/promises";
import {
  type Contract,
  createDeliveryTracker,
  type Report,
  type ReportBuilder,
  UNREPEATED_REASON,
} from "../check/index.js";
import { createFastValidator } from "../fast/index.js";
import { createRawJsonString } from "../recording/index.js";
import { type Chunk, decodeChunk } from "./chunk.js";
import type { ChunkResult } from "./chunk-result.js";
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
  const builder = createBuilder();
  const deliveries = createDeliveryTracker(contract);
  const validateFast = createFastValidator(contract, builder.isKnownGroup, isCounting);
  let count = 0;
  for (const it of readings) {
    if (count++ % EXCHANGES_PER_TURN === 0) {
      await setImmediate();
      if (!canContinue()) return undefined;
    }
    if (it.kind === "unreadable") {
      builder.addUnreadable(it.unreadable);
      continue;
    }
    const { reading, ...before } = deliveries.mark(it);
    const { exchange } = reading;
    const { body } = exchange.response;
    const isAlone = before.earlier === undefined && body.kind === "text";
    const fast = isAlone ? validateFast(exchange, createRawJsonString(body.text)) : undefined;
    const result = fast ?? contract.checkRecorded(exchange, before);
    deliveries.observe(exchange, result);
    builder.addRecorded(exchange, result);
  }
  for (const exchange of deliveries.listUnrepeated()) builder.addNotRecorded(exchange, UNREPEATED_REASON);
  for (const message of runErrors) builder.addRunError(message);
  const { credentials, variants } = builder.endRecordingPart(source);
  return {
    chunks: [id],
    credentials: { [source]: credentials },
    unfed,
    settled: compactReport(builder.report()),
    open: variants === undefined ? {} : { [source]: variants },
  };
}

/** Leaves out operations without exchanges. The report of a run without exchanges has them. */
function compactReport(report: Report): Report {
  const operations = report.coverage.operations.filter(({ exchanges }) => exchanges > 0);
  return { ...report, coverage: { ...report.coverage, operations } };
}

/** Between turns, the connection is served, so that a long check keeps its chunk. */
const EXCHANGES_PER_TURN = 20;
