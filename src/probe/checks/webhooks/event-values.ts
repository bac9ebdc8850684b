import type { CheckFinding } from "../../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { isAccepted, type ProbeExchange, parseJsonBody, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";
import { getWrittenId, readPayload } from "./delivery.js";

/** Shorter texts, such as codes, are those of many resources. */
const MIN_LENGTH = 8;

/**
 * Checks that an event has no value that only another resource has, whose event came before: such as the store of the order before, if the
 * order of the event has none. The responses to the writes must show what the resource has.
 */
export function checkEventOfOther(
  delivery: ProbeExchange,
  writes: readonly ProbeExchange[],
  earlier: readonly ProbeExchange[],
): CheckFinding | undefined {
  const listOwn = (it: ProbeExchange): readonly ProbeExchange[] => {
    const values = Object.values(readPayload(it));
    return writes.filter((write) => isAccepted(write) && values.includes(getWrittenId(write) as never));
  };
  const own = listOwn(delivery);
  if (own.length === 0 || !own.every((it) => isObject(readResponseJson(it) as Json | undefined))) return undefined;
  const isOwn = (value: string): boolean => own.some((it) => isWritten(it, value) || isReturned(it, value));
  for (const [name, value] of Object.entries(readPayload(delivery))) {
    if (typeof value !== "string" || value.length < MIN_LENGTH || isOwn(value)) continue;
    const other = earlier
      .filter((it) => readPayload(it)[name] === value)
      .flatMap(listOwn)
      .find((it) => isWritten(it, value));
    if (other === undefined) continue;
    const at = joinPointer("", name);
    return createProbeFinding(delivery, {
      ...{
        code: "exchange.webhook.differs",
        part: "request.body",
        at,
        property: at,
        valueClass: "of another resource",
      },
      message: `${toPrintable(name)} of the event is ${toPrintable(value)}, which ${other.operation.id} has written for the resource of an earlier event; the resource of this event does not have it`,
    });
  }
  return undefined;
}

function isWritten({ request, exchange }: ProbeExchange, value: string): boolean {
  return Object.values(request.path).includes(value) || hasText(parseJsonBody(exchange.request), value);
}

function isReturned(write: ProbeExchange, value: string): boolean {
  return hasText(readResponseJson(write), value);
}

function hasText(json: unknown, value: string): boolean {
  return (JSON.stringify(json) ?? "").includes(JSON.stringify(value));
}
