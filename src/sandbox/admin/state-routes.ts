import { emptyTables } from "../snapshots/index.js";
import type { AdminContext } from "./admin-context.js";
import { AdminError, type AdminRequest, type AdminResponse, createJsonResponse } from "./admin-response.js";
import { buildClockView } from "./clock/clock-routes.js";
import { readJsonObject } from "./read-body.js";

/**
 * Reports that the sandbox is ready, with its versions. Queries the database, so it fails when the database is down.
 */
export async function getHealth(control: AdminContext): Promise<AdminResponse> {
  const { database, versions, fixtures } = control;
  return createJsonResponse({
    ready: true,
    engine: database.engine,
    versions,
    packs: fixtures,
    clock: await buildClockView(control),
  });
}

/** Resets the sandbox to its initial state: initial data and clock, no fault rules, an empty log. */
export async function postReset(control: AdminContext, request: AdminRequest): Promise<AdminResponse> {
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
  return createJsonResponse({
    reset: true,
    ...(pack === undefined ? {} : { pack }),
    clock: await buildClockView(control),
  });
}
