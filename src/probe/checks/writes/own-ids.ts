import type { CheckFinding } from "../../../checks/index.js";
import type { Json } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { openEnvelope } from "../../graph/response-values.js";
import { getItemIdentity } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

/** Fewer creations may be of one resource. */
const MIN_CREATIONS = 3;

/** Checks that creations with different bodies get different ids. */
export function checkOwnIds(writes: readonly ProbeExchange[]): CheckFinding | undefined {
  const created = writes.filter(
    (it) => isAccepted(it) && it.operation.method === "POST" && it.exchange.response.status === 201,
  );
  const ids = created.map((it) => getItemIdentity(openEnvelope((readResponseJson(it) ?? null) as Json)));
  const [first] = created;
  const [id] = ids;
  if (first === undefined || id === undefined || created.length < MIN_CREATIONS || new Set(ids).size > 1)
    return undefined;
  // An id of the body may name the resource.
  if (
    created.some(({ request: { body } }) =>
      [`"${id}"`, `:${id}`].some((text) => JSON.stringify(body ?? "").includes(text)),
    )
  )
    return undefined;
  return createProbeFinding(first, {
    code: "exchange.resource.differs",
    message: `${created.length} creations with different bodies got the same id ${toPrintable(id)}; expected an id of its own for each`,
    valueClass: "same id",
  });
}
