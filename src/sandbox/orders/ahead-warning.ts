import type { JsonObject } from "../../document/index.js";
import type { ServiceResponse } from "../context/request-context.js";
import { formatTimestamp, parseTimestamp } from "../context/timestamps.js";

/**
 * Reports an order whose `updatedAt` is later than the clock, in the header `Warning` with the code 299 (RFC 7234,
 * section 5.5.7). Lists do not contain it, because `endAt` is the present time by default.
 */
export function createAheadWarning(order: JsonObject, now: number): Pick<ServiceResponse, "headers"> {
  const updatedAt = parseTimestamp(String(order.updatedAt));
  if (updatedAt === undefined || updatedAt <= now) return {};
  const text = `updatedAt ${formatTimestamp(updatedAt)} is ahead of the clock ${formatTimestamp(now)}`;
  return { headers: { Warning: `299 sandbox "${text}: lists need an endAt after it"` } };
}
