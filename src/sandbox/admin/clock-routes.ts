import type { JsonObject } from "../../document/index.js";
import { type ClockState, getClockMode, getDomainTime, readClock, writeClock } from "../context/domain-clock.js";
import type { AdminContext } from "./admin-context.js";
import { AdminError, type AdminRequest, type AdminResponse, createJsonResponse } from "./admin-response.js";
import { advanceClock, createClockState } from "./advance-clock.js";
import { parseDuration } from "./parse-duration.js";
import { readJsonObject } from "./read-body.js";
import { readTime } from "./read-time.js";

/** The domain clock as the admin API returns it. */
export async function buildClockView({ database, app }: AdminContext): Promise<object> {
  const state = await readClock(database);
  const real = app.realClock.now();
  const time = getDomainTime(state, real);
  return { mode: state.mode, time: formatIsoTime(time), real: formatIsoTime(real), offset: time - real };
}

export async function getClock(control: AdminContext): Promise<AdminResponse> {
  return createJsonResponse(await buildClockView(control));
}

/**
 * Changes the domain clock. `set` moves it to `time`, `advance` by the duration `by`, `freeze` stops it (at `time`,
 * when given), `resume` continues from the present time, `real` returns to real time. Moving forward runs the work that
 * falls due; moving backward runs nothing.
 */
export async function putClock(control: AdminContext, request: AdminRequest): Promise<AdminResponse> {
  const body = readJsonObject(request, ["mode", "time", "by"]);
  const { database, app } = control;
  const state = await readClock(database);
  const now = getDomainTime(state, app.realClock.now());
  const wanted = readRequestedClock(body, state, { now, real: app.realClock.now() });
  if (wanted.time > MAX_TIME)
    throw new AdminError(
      400,
      "INVALID_CLOCK",
      "the clock cannot go beyond the year 9999: times have years of four digits",
    );
  const steps = wanted.time > now ? await advanceClock(control, wanted.time) : 0;
  const real = app.realClock.now();
  await writeClock(
    database,
    body.mode === "real" ? { mode: "running", offset: 0 } : createClockState(wanted.time, wanted.mode, real),
  );
  return createJsonResponse({ ...(await buildClockView(control)), steps });
}

type RequestedClock = { readonly mode: ClockState["mode"]; readonly time: number };

function readRequestedClock(
  body: JsonObject,
  state: ClockState,
  at: { readonly now: number; readonly real: number },
): RequestedClock {
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
      throw new AdminError(400, "INVALID_CLOCK", "`mode` must be one of set, advance, freeze, resume, real");
  }
}

const MAX_TIME = Date.parse("9999-12-31T23:59:59Z");

function readDuration(value: unknown): number {
  const length = typeof value === "string" ? parseDuration(value) : undefined;
  if (length !== undefined) return length;
  throw new AdminError(
    400,
    "INVALID_CLOCK",
    "`by` must be a duration such as P30D or PT1H30M: weeks, days, hours, minutes and seconds, at most 100 years",
  );
}

function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}
