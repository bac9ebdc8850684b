import { listDeliveries, listEvents } from "../deliveries/index.js";
import { clockView } from "./clock-routes.js";
import type { Control } from "./control.js";
import { deliveryView, eventView } from "./delivery-routes.js";
import { faultViews } from "./fault-routes.js";
import { hookViews } from "./hook-routes.js";
import { requestView } from "./request-routes.js";

/** Everything that the page shows, as one document: the latest of each kind. */
export async function overview(control: Control): Promise<object> {
  const { database, log } = control;
  const deliveries = await listDeliveries(database, { limit: SHOWN.deliveries });
  return {
    clock: await clockView(control),
    engine: database.engine,
    packs: control.packs,
    versions: control.versions,
    requests: log.entries().slice(-SHOWN.requests).reverse().map(requestView),
    deliveries: await Promise.all(deliveries.map((delivery) => deliveryView(database, delivery))),
    events: (await listEvents(database, { limit: SHOWN.events })).map(eventView),
    hooks: await hookViews(database),
    faults: await faultViews(database),
  };
}

const SHOWN = { requests: 100, deliveries: 30, events: 50 };
