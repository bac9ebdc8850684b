import type { CheckFinding } from "../../../checks/index.js";
import type { Json } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { readView } from "../rule.js";

/**
 * Checks that a read has the same content as one that means the same, such as with another spelling of its URL.
 *
 * @param reads The other read, before and after it. If they differ, something has changed in between.
 */
export function checkSameContent(
  reads: readonly [ProbeExchange, ProbeExchange],
  result: ProbeExchange,
): CheckFinding | undefined {
  const [before, after] = reads.map((it) => readResponseJson(it) as Json | undefined);
  const found = readResponseJson(result) as Json | undefined;
  if (![...reads, result].every(isAccepted) || before === undefined || after === undefined || found === undefined)
    return undefined;
  if (!isSameJson(before, after) || isSameJson(before, found) || isEchoed(reads[0], result, [before, found]))
    return undefined;
  const message = `the response differs from that without ${toPrintable(result.edit?.what ?? "the change")}; expected the same content`;
  return readView(result).fail("exchange.resource.differs", message, `equivalent ${result.edit?.at ?? ""}`);
}

/** Whether a response shows the URL or a header of its request that the other request does not have. */
function isEchoed(one: ProbeExchange, other: ProbeExchange, [before, found]: readonly [Json, Json]): boolean {
  const known = new Set(listParts(one));
  const added = listParts(other).filter((it) => it.length >= MIN_ECHO_LENGTH && !known.has(it));
  const [shown, shownBefore] = [found, before].map((it) => JSON.stringify(it));
  return added.some((it) => {
    const text = JSON.stringify(it).slice(1, -1);
    return shown?.includes(text) === true && shownBefore?.includes(text) === false;
  });
}

function listParts({ exchange: { request } }: ProbeExchange): string[] {
  return [request.url, ...request.headers.map(([, value]) => value)];
}

/** Shorter texts occur in responses without being echoed. */
const MIN_ECHO_LENGTH = 3;
