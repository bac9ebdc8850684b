import { listDeliveries, listEvents } from "../deliveries/index.js";
import { listSnapshots } from "../snapshots/index.js";
import type { AdminContext } from "./admin-context.js";
import { buildClockView } from "./clock/clock-routes.js";
import { buildDeliveryView, buildEventView } from "./delivery-routes.js";
import { listFaultViews } from "./fault-routes.js";
import { listHookViews } from "./hook-routes.js";
import { buildRequestView } from "./request-routes.js";

/** All data of the page in one document: the latest entries of each kind. */
export async function buildOverview(control: AdminContext): Promise<object> {
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
