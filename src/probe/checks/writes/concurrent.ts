import type { CheckFinding } from "../../../checks/index.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { checkWritePersisted } from "../resource.js";

/** Whether a service failed. A 503 may say that it is busy. */
export function hasFailed({ exchange: { response } }: ProbeExchange): boolean {
  return response.status >= 500 && response.status !== 503;
}

/**
 * Checks that a request does not fail because another one is processed at the same time.
 *
 * @param alone The same request afterwards.
 */
export function checkConcurrentFailure(result: ProbeExchange, alone: ProbeExchange): CheckFinding | undefined {
  if (!hasFailed(result) || !isAccepted(alone)) return undefined;
  const { operation, exchange } = result;
  return createProbeFinding(result, {
    code: "exchange.request.failed",
    part: "response.status",
    message: `the service failed with ${exchange.response.status} while it processed another request at the same time; alone, the same ${operation.id} gets ${alone.exchange.response.status}; expected that concurrent requests take effect one after the other, or a 409`,
    contract: operation.pointer,
    valueClass: "concurrent",
  });
}

/** Checks that a read finds a resource while it is replaced. It was there before, and `after` is a read that finds it again. */
export function checkReadDuringWrite(
  read: ProbeExchange,
  write: ProbeExchange,
  after: ProbeExchange,
): CheckFinding | undefined {
  const { status } = read.exchange.response;
  if (!isAccepted(write) || !isAccepted(after) || (status !== 404 && status !== 410)) return undefined;
  return createProbeFinding(read, {
    code: "exchange.resource.differs",
    part: "response.status",
    message: `${read.operation.id} responds with ${status} while ${write.operation.id} replaces the resource at the same time, which is there before and after; expected its former or its new state`,
    contract: write.operation.pointer,
    valueClass: `during ${write.operation.id}`,
  });
}

/**
 * Checks that writes of different resources at the same time are not mixed.
 *
 * @param shown The response to the write, or a read after it.
 * @param alone A read after the same write alone, which shows what the service stores of it.
 */
export function checkWritesApart(
  write: ProbeExchange,
  shown: ProbeExchange,
  alone: ProbeExchange,
): CheckFinding | undefined {
  const lost = checkWritePersisted(write, shown);
  if (lost === undefined || !isAccepted(alone) || checkWritePersisted(write, alone) !== undefined) return undefined;
  return {
    ...lost,
    message: toPrintable(`after concurrent writes of different resources, they are mixed: ${lost.message}`),
  };
}
