import type { CheckFinding } from "../../../checks/index.js";
import { joinPointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { readResource } from "../../graph/response-values.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { isRefusal } from "../../session/refusal.js";
import { createProbeFinding } from "../probe-finding.js";
import { hasContent } from "./change.js";

export type DeletedResource = {
  /** The creation of the deleted resource. */
  readonly created: ProbeExchange;
  /** The last read before the deletion. */
  readonly shown: ProbeExchange;
};

/**
 * Checks that a resource with the id of a deleted one has nothing that was written to the deleted one, except what the second creation
 * writes too.
 *
 * @param control Another resource, created with the same body. What it has too is set by the service.
 */
export function checkCreatedAgain(
  { created, shown }: DeletedResource,
  again: ProbeExchange,
  now: ProbeExchange,
  control?: ProbeExchange,
): CheckFinding | undefined {
  const [first = null, second = null] = [created, again].map(({ request }) => readWrittenBody(request));
  const [old, present, usual] = [shown, now, control].map((it) =>
    it && isAccepted(it) ? readResource(it) : undefined,
  );
  if (!isObject(first) || !isObject(second) || old === undefined || present === undefined) return undefined;
  if (!isAccepted(again) || again.exchange.response.status === 202 || (control && usual === undefined))
    return undefined;
  const name = Object.keys(first).find(
    (it) =>
      hasContent(old[it]) &&
      isSameJson(old[it] ?? null, present[it] ?? null) &&
      !isSameJson(old[it] ?? null, second[it] ?? null) &&
      (usual === undefined || !isSameJson(old[it] ?? null, usual[it] ?? null)),
  );
  if (name === undefined) return undefined;
  return createProbeFinding(now, {
    code: "exchange.resource.undeleted",
    at: joinPointer("", name),
    message: `${toPrintable(name)} has the value of the deleted resource after ${again.operation.id} has created it again with ${second[name] === undefined ? "none" : "another one"}`,
    contract: again.operation.pointer,
    valueClass: `${again.operation.id} created again`,
  });
}

/** Checks that a deleted resource can be created again, if the spec documents no conflict, and the same body creates another one. */
export function checkRecreationRejected(
  created: ProbeExchange,
  again: ProbeExchange,
  control: ProbeExchange,
): CheckFinding | undefined {
  const { status } = again.exchange.response;
  const isDocumented = again.operation.responses.some((it) => it.status === "409" || it.status === "410");
  if (!isAccepted(created) || !isAccepted(control) || !isRefusal(again) || isDocumented) return undefined;
  return createProbeFinding(again, {
    code: "exchange.valid.rejected",
    part: "response.status",
    message: `the service rejects the creation of a deleted resource with ${status}, and accepts the same body with another id`,
    valueClass: "created again",
  });
}
