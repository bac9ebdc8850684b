import type { CheckFinding } from "../../checks/index.js";
import type { Document } from "../../document/index.js";
import { getGenerationContext } from "../cases/generation-context.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import { findSmallestRequest } from "./find-smallest-request.js";

/**
 * Reports what a check finds in a response, for the smallest request that still shows it.
 *
 * @param result The exchange of `probeRequest`.
 */
export async function reportShrunk(
  { send, report, discard }: TaskSession,
  { result, probeRequest }: { readonly result: ProbeExchange; readonly probeRequest: ProbeRequest },
  check: (result: ProbeExchange) => CheckFinding | undefined,
): Promise<void> {
  const finding = check(result);
  if (finding === undefined) return;
  let smallest = { result, finding };
  const { operation, method = operation.method, request, edit } = probeRequest;
  const it = { operation, method, request, ...(edit === undefined ? {} : { edit }) };
  const context = getGenerationContext({ document: result.document satisfies Document });
  await findSmallestRequest(context, it, async (smaller) => {
    const again = await send({ ...probeRequest, request: smaller });
    const found = check(again);
    const isSame = found?.code === finding.code && found.valueClass === finding.valueClass;
    discard(isSame ? smallest.result : again);
    if (isSame) smallest = { result: again, finding: found };
    return isSame;
  });
  report(smallest.result, smallest.finding);
}
