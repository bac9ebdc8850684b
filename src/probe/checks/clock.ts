import { joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { readWrittenBody } from "../requests/probe-case.js";
import { defineAcceptedRule } from "./rule.js";

const HALF_HOUR_MS = 30 * 60_000;
const MAX_OFFSET_MS = 14 * 60 * 60_000;
const MAX_DELAY_MS = 15_000;

/**
 * Describes how a time differs from now if it does by full half hours, as local time does that is labelled with another time zone;
 * undefined otherwise.
 */
export function describeClockOffset(time: string, now: number): string | undefined {
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(time)) return undefined;
  const offset = Date.parse(time) - now;
  const steps = Math.round(offset / HALF_HOUR_MS);
  const isShifted = steps !== 0 && Math.abs(offset) <= MAX_OFFSET_MS;
  if (!isShifted || Math.abs(offset - steps * HALF_HOUR_MS) > MAX_DELAY_MS) return undefined;
  return `${Math.abs(steps) / 2} hours in the ${steps > 0 ? "future" : "past"}, like local time labelled as another time zone`;
}

const NOW_NAME = /^(created|updated|modified|registered)_?(at|on|time|date)?$/i;

/** Checks the times that a service sets when it creates a resource against the Date of the response. */
export const checkCreationTime = defineAcceptedRule((result) => {
  const now = Date.parse(result.header("date") ?? "");
  const sent = JSON.stringify(readWrittenBody(result.request));
  if (result.operation.method !== "POST" || result.status !== 201) return undefined;
  for (const [name, value] of Object.entries(result.resource)) {
    if (!NOW_NAME.test(name) || typeof value !== "string" || sent.includes(name)) continue;
    const offset = describeClockOffset(value, now);
    if (offset === undefined) continue;
    const message = `${toPrintable(name)} of the new resource is ${offset}`;
    return result.fail("exchange.resource.differs", message, "clock", { at: joinPointer("", name) });
  }
  return undefined;
});
