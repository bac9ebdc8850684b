import { formatTimestamp, readDomainTime } from "../context/domain-clock.js";
import { Refusal } from "../context/request-context.js";
import { listEvents } from "../deliveries/delivery-history.js";
import { listFaultViews } from "../faults/fault-rules.js";
import { emptyTables, restoreSnapshot, SnapshotError, takeSnapshot } from "../snapshots/snapshot.js";
import { DatabaseError } from "../store/database.js";
import {
  type AdminContext,
  type AdminRequest,
  type AdminResponse,
  createTextResponse,
  readJsonObject,
} from "./admin-route.js";
import { buildClockView } from "./clock/clock-routes.js";
import { listDeliveryViews, listHookViews } from "./delivery-routes.js";
import { buildRequestView } from "./request-routes.js";

/**
 * Reports that the sandbox is ready, with its versions. Queries the database, so it fails when the database is down.
 */
export async function getHealth(control: AdminContext): Promise<object> {
  const { database, versions, service } = control;
  return {
    ready: true,
    engine: database.engine,
    versions,
    packs: service.fixtures,
    clock: await buildClockView(control),
  };
}

/** Resets the sandbox to its initial state: initial data and clock, no fault rules, an empty log. */
export async function postReset(control: AdminContext, request: AdminRequest): Promise<object> {
  const { pack } = readJsonObject(request, ["pack"]);
  const { fixtures } = control.service;
  if (pack !== undefined && (typeof pack !== "string" || !fixtures.includes(pack)))
    throw new Refusal(400, "UNKNOWN_PACK", `\`pack\` must be one of ${fixtures.join(", ")}`);
  const { app, database } = control;
  await database.transaction(async (queries) => {
    await emptyTables(queries);
    await control.fill(queries, pack);
  });
  control.log.clear();
  app.wake();
  return {
    reset: true,
    ...(pack === undefined ? {} : { pack }),
    clock: await buildClockView(control),
  };
}

/** All data of the page in one document: the latest entries of each kind. */
export async function buildOverview(control: AdminContext) {
  const { database, log } = control;
  return {
    clock: await buildClockView(control),
    title: control.service.title,
    engine: database.engine,
    packs: control.service.fixtures,
    versions: control.versions,
    requests: log.entries().slice(-MAX_SHOWN.requests).reverse().map(buildRequestView),
    deliveries: await listDeliveryViews(database, { limit: MAX_SHOWN.deliveries }, control.app),
    events: await listEvents(database, { limit: MAX_SHOWN.events }),
    hooks: await listHookViews(database),
    faults: await listFaultViews(database),
  };
}

const MAX_SHOWN = { requests: 100, deliveries: 30, events: 50 };

/** Returns the present state as a file. */
export async function getSnapshot({ database, app }: AdminContext): Promise<AdminResponse> {
  const { content } = await takeSnapshot(database, formatTimestamp(await readDomainTime(database, app)));
  return createTextResponse(content, "application/x-ndjson", {
    headers: { "Content-Disposition": 'attachment; filename="sandbox-snapshot.ndjson"' },
  });
}

/** Restores the snapshot in the body. */
export async function putSnapshot(control: AdminContext, { body }: AdminRequest): Promise<object> {
  const { app, database, demo, service } = control;
  try {
    const rows = await restoreSnapshot(database, body, async (queries) => {
      if (demo !== undefined) await service.keepAccess?.(queries, app);
    });
    app.wake();
    return { restored: true, rows };
  } catch (error) {
    if (error instanceof DatabaseError && error.kind === "constraint")
      throw new Refusal(
        400,
        "INVALID_SNAPSHOT",
        "rows of the snapshot violate a database constraint: nothing was restored",
      );
    throw error instanceof SnapshotError ? new Refusal(400, "INVALID_SNAPSHOT", error.message) : error;
  }
}
