import type { getRequest } from "../../request-routes.js";
import type { buildOverview } from "../../state-routes.js";

/** The overview that the admin API returns. JSON omits undefined members. */
export type Overview = Awaited<ReturnType<typeof buildOverview>>;
export type ClockView = Overview["clock"];
export type RequestView = Overview["requests"][number];
export type RequestDetail = Awaited<ReturnType<typeof getRequest>>;
export type MessageView = Pick<RequestDetail["request"], "headers" | "body">;
export type DeliveryView = Overview["deliveries"][number];
export type AttemptView = DeliveryView["attempts"][number];
export type EventView = Overview["events"][number];
export type HookView = Overview["hooks"][number];
export type FaultView = Overview["faults"][number];
export type SnapshotView = Overview["snapshots"][number];
