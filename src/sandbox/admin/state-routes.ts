import { domainTime, readClock } from "../clock.js";
import { emptyTables, restoreSnapshot, SnapshotError, takeSnapshot } from "../snapshot.js";
import { DatabaseError } from "../store/index.js";
import { timestamp } from "../timestamps.js";
import { type AdminAnswer, AdminRefusal, type AdminRequest, json, text } from "./answer.js";
import { readObject } from "./body.js";
import { clockView } from "./clock-routes.js";
import type { Control } from "./control.js";

/** That the sandbox is up, and what it is made of. It asks the database, so that it is wrong when that is gone. */
export async function getHealth(control: Control): Promise<AdminAnswer> {
  const { database, versions, packs } = control;
  return json({ ready: true, engine: database.engine, versions, packs, clock: await clockView(control) });
}

/** Everything back to the start: data and clock as they were, no fault rules, an empty log. */
export async function postReset(control: Control, request: AdminRequest): Promise<AdminAnswer> {
  const { pack } = readObject(request, ["pack"]);
  if (pack !== undefined && (typeof pack !== "string" || !control.packs.includes(pack)))
    throw new AdminRefusal(400, "UNKNOWN_PACK", `\`pack\` is to be one of ${control.packs.join(", ")}`);
  const { database } = control;
  await database.transaction(async (queries) => {
    await emptyTables(queries);
    await control.fill(queries, pack);
  });
  control.log.clear();
  await database.wake();
  return json({ reset: true, ...(pack === undefined ? {} : { pack }), clock: await clockView(control) });
}

export async function getSnapshot({ database, world }: Control): Promise<AdminAnswer> {
  const now = domainTime(await readClock(database), world.realClock.now());
  return text(await takeSnapshot(database, timestamp(now)), "application/x-ndjson", {
    headers: { "Content-Disposition": 'attachment; filename="sandbox-snapshot.ndjson"' },
  });
}

export async function putSnapshot({ database }: Control, { body }: AdminRequest): Promise<AdminAnswer> {
  try {
    const rows = await restoreSnapshot(database, body);
    await database.wake();
    return json({ restored: true, rows });
  } catch (error) {
    if (error instanceof SnapshotError) throw new AdminRefusal(400, "INVALID_SNAPSHOT", error.message);
    if (error instanceof DatabaseError && error.problem === "constraint")
      throw new AdminRefusal(400, "INVALID_SNAPSHOT", "rows of the snapshot do not fit together: nothing was restored");
    throw error;
  }
}
