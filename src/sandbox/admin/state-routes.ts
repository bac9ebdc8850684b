import { listDeliveries, listEvents } from "../deliveries/delivery-history.js";
import { emptyTables, listSnapshots } from "../snapshots/snapshot.js";
import { type AdminContext, AdminError, type AdminRequest, readJsonObject } from "./admin-route.js";
import { buildClockView } from "./clock/clock-routes.js";
import { buildDeliveryView, buildEventView } from "./delivery-routes.js";
import { listFaultViews } from "./fault-routes.js";
import { listHookViews } from "./hook-routes.js";
import { buildRequestView } from "./request-routes.js";

/**
 * Reports that the sandbox is ready, with its versions. Queries the database, so it fails when the database is down.
 */
export async function getHealth(control: AdminContext): Promise<object> {
  const { database, versions, fixtures } = control;
  return {
    ready: true,
    engine: database.engine,
    versions,
    packs: fixtures,
    clock: await buildClockView(control),
  };
}

/** Resets the sandbox to its initial state: initial data and clock, no fault rules, an empty log. */
export async function postReset(control: AdminContext, request: AdminRequest): Promise<object> {
  const { pack } = readJsonObject(request, ["pack"]);
  if (pack !== undefined && (typeof pack !== "string" || !control.fixtures.includes(pack)))
    throw new AdminError(400, "UNKNOWN_PACK", `\`pack\` must be one of ${control.fixtures.join(", ")}`);
  const { database } = control;
  await database.transaction(async (queries) => {
    await emptyTables(queries);
    await control.fill(queries, pack);
  });
  control.log.clear();
  await database.wake();
  return {
    reset: true,
    ...(pack === undefined ? {} : { pack }),
    clock: await buildClockView(control),
  };
}

/** All data of the page in one document: the latest entries of each kind. */
export async function buildOverview(control: AdminContext) {
  const { database, log } = control;
  const deliveries = await listDeliveries(database, { limit: MAX_SHOWN.deliveries });
  return {
    clock: await buildClockView(control),
    engine: database.engine,
    packs: control.fixtures,
    versions: control.versions,
    requests: log.entries().slice(-MAX_SHOWN.requests).reverse().map(buildRequestView),
    deliveries: await Promise.all(deliveries.map((delivery) => buildDeliveryView(database, delivery))),
    events: (await listEvents(database, { limit: MAX_SHOWN.events })).map(buildEventView),
    hooks: await listHookViews(database),
    faults: await listFaultViews(database),
    snapshots: await listSnapshots(database),
  };
}

const MAX_SHOWN = { requests: 100, deliveries: 30, events: 50 };
