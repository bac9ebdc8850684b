import type { JsonObject } from "../../document/index.js";
import { type ClockState, domainTime, modeOf, readClock, writeClock } from "../clock.js";
import { advanceClock, clockAt } from "./advance.js";
import { type AdminAnswer, AdminRefusal, type AdminRequest, json } from "./answer.js";
import { readObject } from "./body.js";
import type { Control } from "./control.js";
import { durationOf } from "./duration.js";
import { readTime } from "./time.js";

/** The domain clock as it is told. */
export async function clockView({ database, world }: Control): Promise<object> {
  const state = await readClock(database);
  const real = world.realClock.now();
  const time = domainTime(state, real);
  return { mode: state.mode, time: iso(time), real: iso(real), offset: time - real };
}

export async function getClock(control: Control): Promise<AdminAnswer> {
  return json(await clockView(control));
}

/**
 * `set` goes to a time, `advance` by a duration, `freeze` stops (at a time when one is given), `resume` goes on from where
 * it stands, `real` goes back to the real time. Forward, everything runs that falls due; backward nothing does.
 */
export async function putClock(control: Control, request: AdminRequest): Promise<AdminAnswer> {
  const body = readObject(request, ["mode", "time", "by"]);
  const { database, world } = control;
  const state = await readClock(database);
  const now = domainTime(state, world.realClock.now());
  const wanted = wantedClock(body, state, { now, real: world.realClock.now() });
  if (wanted.time > LATEST_TIME)
    throw new AdminRefusal(
      400,
      "INVALID_CLOCK",
      "the clock ends with the year 9999, for times have years of four digits",
    );
  const steps = wanted.time > now ? await advanceClock(control, wanted.time) : 0;
  const real = world.realClock.now();
  await writeClock(
    database,
    body.mode === "real" ? { mode: "running", offset: 0 } : clockAt(wanted.time, wanted.mode, real),
  );
  return json({ ...(await clockView(control)), steps });
}

type Wanted = { readonly mode: ClockState["mode"]; readonly time: number };

function wantedClock(body: JsonObject, state: ClockState, at: { readonly now: number; readonly real: number }): Wanted {
  switch (body.mode) {
    case "set":
      return { mode: modeOf(state), time: readTime(body.time, "time") };
    case "advance":
      return { mode: modeOf(state), time: at.now + lengthOf(body.by) };
    case "freeze":
      return { mode: "frozen", time: body.time === undefined ? at.now : readTime(body.time, "time") };
    case "resume":
      return { mode: "running", time: at.now };
    case "real":
      return { mode: "running", time: at.real };
    default:
      throw new AdminRefusal(400, "INVALID_CLOCK", "`mode` is to be set, advance, freeze, resume or real");
  }
}

const LATEST_TIME = Date.parse("9999-12-31T23:59:59Z");

function lengthOf(value: unknown): number {
  const length = typeof value === "string" ? durationOf(value) : undefined;
  if (length !== undefined) return length;
  throw new AdminRefusal(
    400,
    "INVALID_CLOCK",
    "`by` is to be a duration of at most 100 years in weeks, days, hours, minutes and seconds, such as P30D or PT1H30M",
  );
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
