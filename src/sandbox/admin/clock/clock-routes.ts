import type { JsonObject } from "../../../document/index.js";
import { type ClockState, formatIsoTime, getClockMode, getDomainTime, readClock } from "../../context/domain-clock.js";
import { Refusal } from "../../context/request-context.js";
import {
  type AdminContext,
  type AdminRequest,
  type AdminResponse,
  createJsonResponse,
  readJsonObject,
  readTime,
} from "../admin-route.js";
import { type ClockTarget, countDueDeliveries, readActiveAdvance } from "./clock-advances.js";

/** The domain clock as the admin API returns it, with the advance in progress. */
export async function buildClockView({ database, app }: Pick<AdminContext, "database" | "app">) {
  const state = await readClock(database);
  const advance = await readActiveAdvance(database);
  const real = app.realClock.now();
  const time = getDomainTime(state, real);
  return {
    state: advance === undefined ? ("ready" as const) : ("advancing" as const),
    mode: state.mode,
    time: formatIsoTime(time),
    real: formatIsoTime(real),
    offset: time - real,
    ...(advance && {
      advance: {
        from: formatIsoTime(advance.from),
        to: formatIsoTime(advance.to),
        steps: advance.steps,
        left: await countDueDeliveries(database, advance.to),
      },
    }),
  };
}

/**
 * Changes the domain clock. `set` moves it to `time`, `advance` by the duration `by`, `freeze` stops it (at `time`,
 * when given), `resume` continues from the present time, `real` returns to real time. Moving backward runs nothing.
 * Moving forward sends the deliveries that fall due; the response does not wait for them, unless the request has the
 * header `Prefer: wait=<seconds>` (RFC 7240, section 4.3).
 */
export async function putClock(control: AdminContext, request: AdminRequest): Promise<AdminResponse> {
  const body = readJsonObject(request, ["mode", "time", "by"]);
  const wait = readPreferredWait(request.headers.prefer);
  const processed = await control.advances.start((state, now) => {
    const target = readClockTarget(body, state, { now, real: control.app.realClock.now() });
    if (target.time <= MAX_TIME) return { ...target, isReal: body.mode === "real" };
    const message = "the clock cannot go beyond the year 9999: times have years of four digits";
    throw new Refusal(400, "INVALID_CLOCK", message);
  }, wait);
  const isForward = body.mode === "advance" || body.mode === "set";
  const steps = isForward && processed !== undefined ? { steps: processed } : {};
  // The view may show an advance of another request that has begun since.
  return createJsonResponse({ ...(await buildClockView(control)), ...steps }, processed === undefined ? 202 : 200);
}

/** Cancels the advance in progress. The clock stays at the due time that it has reached. */
export async function deleteAdvance(control: AdminContext): Promise<object> {
  const cancelled = await control.advances.cancel();
  return { cancelled, ...(await buildClockView(control)) };
}

/** Reads a change of the clock, such as `{ mode: "advance", by: "P30D" }`. */
export function readClockTarget(
  body: JsonObject,
  state: ClockState,
  at: { readonly now: number; readonly real: number },
): ClockTarget {
  switch (body.mode) {
    case "set":
      return { mode: getClockMode(state), time: readTime(body.time, "time") };
    case "advance":
      return { mode: getClockMode(state), time: at.now + readDuration(body.by) };
    case "freeze":
      return { mode: "frozen", time: body.time === undefined ? at.now : readTime(body.time, "time") };
    case "resume":
      return { mode: "running", time: at.now };
    case "real":
      return { mode: "running", time: at.real };
    default:
      throw new Refusal(400, "INVALID_CLOCK", "`mode` must be one of set, advance, freeze, resume, real");
  }
}

const MAX_TIME = Date.parse("9999-12-31T23:59:59Z");

function readDuration(value: unknown): number {
  const length = typeof value === "string" ? parseDuration(value) : undefined;
  if (length !== undefined) return length;
  throw new Refusal(
    400,
    "INVALID_CLOCK",
    "`by` must be a duration such as P30D or PT1H30M: weeks, days, hours, minutes and seconds, at most 100 years",
  );
}

/** Returns milliseconds; 0 without the preference. Other preferences are ignored, as RFC 7240 requires. */
function readPreferredWait(prefer = ""): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec(prefer)?.[1];
  return Math.min(Number(seconds ?? 0), MAX_WAIT_SECONDS) * 1000;
}

const MAX_WAIT_SECONDS = 3600;

/**
 * Parses a duration in weeks, days, hours, minutes and seconds (ISO 8601-1, section 5.5.2), such as `P30D` or
 * `PT1H30M`. Months and years are not accepted because their length varies.
 *
 * @returns milliseconds; undefined when `text` is no such duration or longer than 100 years
 */
export function parseDuration(text: string): number | undefined {
  const parts = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/.exec(text);
  if (parts === null) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const sum = Math.round(((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return sum <= MAX_DURATION ? sum : undefined;
}

/** 100 years, in milliseconds. */
const MAX_DURATION = 36_525 * 86_400_000;
