import { DatabaseError } from "../store/index.js";
import type { AdminContext } from "./admin-context.js";
import {
  AdminError,
  type AdminRequest,
  type AdminResponse,
  type CompleteResponse,
  createEventStream,
  createJsonResponse,
} from "./admin-response.js";
import { checkAccess } from "./check-access.js";
import { deleteAdvance, getClock, putClock } from "./clock/clock-routes.js";
import { getDeliveries, getDelivery, getEvents, postReplay } from "./delivery-routes.js";
import { deleteFaults, getFaults, postFault } from "./fault-routes.js";
import { deleteHook, getApplications, getHooks, patchHook } from "./hook-routes.js";
import { buildOverview } from "./overview.js";
import { createPageResponse } from "./page-response.js";
import { getRequest, getRequests, getRequestsHar } from "./request-routes.js";
import {
  getPlans,
  getSubscriptions,
  patchSubscription,
  postPlan,
  postSubscription,
} from "./resources/billing-routes.js";
import { postApplication, postBusiness, postUser } from "./resources/tenant-routes.js";
import { postTrigger } from "./resources/trigger-route.js";
import { deleteSandbox, getSandboxes, postSandbox } from "./sandbox-routes.js";
import {
  deleteSnapshot,
  getSnapshot,
  getSnapshots,
  getStoredSnapshot,
  postSnapshot,
  putSnapshot,
} from "./snapshot-routes.js";
import { getHealth, postReset } from "./state-routes.js";
import { streamOverview } from "./stream-overview.js";
import { postVerification } from "./verify/verify-route.js";

/**
 * Handles an admitted request to the admin API, which controls the sandbox. It has an address of its own, so that its paths
 * cannot collide with paths of the service.
 */
export async function handleAdminRequest(request: AdminRequest, control: AdminContext): Promise<AdminResponse> {
  try {
    const child = control.children?.route(request.path);
    const routed = child === undefined ? request : { ...request, path: child.path };
    return await routeRequest(routed, child?.control ?? control);
  } catch (error) {
    if (error instanceof AdminError) return error.toResponse();
    if (error instanceof DatabaseError && error.kind === "busy")
      return new AdminError(503, "DATABASE_BUSY", error.message).toResponse();
    throw error;
  }
}

/** The response to a request that may not be handled, whatever its body is. */
export function findAdminRefusal(head: AdminRequest, control: AdminContext): CompleteResponse | undefined {
  try {
    checkAccess({ ...head, path: control.children?.route(head.path)?.path ?? head.path }, control);
    return undefined;
  } catch (error) {
    if (error instanceof AdminError) return error.toResponse();
    throw error;
  }
}

type AdminRoute = (control: AdminContext, request: AdminRequest, id?: string) => Promise<AdminResponse>;

/** Keyed by path and method; `{id}` stands for one segment. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, AdminRoute>>>> = {
  "/": { GET: async () => createPageResponse() },
  "/health": { GET: getHealth },
  "/overview": { GET: async (control) => createJsonResponse(await buildOverview(control)) },
  "/stream": { GET: async (control) => createEventStream((disconnected) => streamOverview(control, disconnected)) },
  "/clock": { GET: getClock, PUT: putClock },
  "/clock/advance": { DELETE: deleteAdvance },
  "/reset": { POST: runExclusively(postReset) },
  "/snapshot": { GET: getSnapshot, PUT: runExclusively(putSnapshot) },
  "/snapshots": { GET: getSnapshots, POST: postSnapshot },
  "/snapshots/{id}": { GET: getStoredSnapshot, DELETE: deleteSnapshot },
  "/faults": { GET: getFaults, POST: postFault, DELETE: deleteFaults },
  "/faults/{id}": { DELETE: deleteFaults },
  "/requests": { GET: getRequests },
  "/requests/{id}": { GET: getRequest },
  "/requests.har": { GET: getRequestsHar },
  "/verify": { POST: postVerification },
  "/deliveries": { GET: getDeliveries },
  "/deliveries/replay": { POST: postReplay },
  "/deliveries/{id}": { GET: getDelivery },
  "/events": { GET: getEvents },
  "/hooks": { GET: getHooks },
  "/hooks/{id}": { PATCH: patchHook, DELETE: deleteHook },
  "/applications": { GET: getApplications, POST: postApplication },
  "/businesses": { POST: postBusiness },
  "/users": { POST: postUser },
  "/plans": { GET: getPlans, POST: postPlan },
  "/subscriptions": { GET: getSubscriptions, POST: postSubscription },
  "/subscriptions/{id}": { PATCH: patchSubscription },
  "/trigger": { POST: postTrigger },
  "/sandboxes": { GET: getSandboxes, POST: postSandbox },
  "/sandboxes/{id}": { DELETE: deleteSandbox },
};

/** Replaces the state, so an advance of the clock that is in progress has lost its purpose. */
function runExclusively(route: AdminRoute): AdminRoute {
  return async (control, request, id) => {
    await control.advances.cancel();
    return control.exclusive(() => route(control, request, id));
  };
}

async function routeRequest(request: AdminRequest, control: AdminContext): Promise<AdminResponse> {
  const { path } = request;
  const [, collection = "", id] = /^(\/[a-z]+)\/([\w:.-]{1,100})$/.exec(path) ?? [];
  const [methods, given] = Object.hasOwn(ROUTES, path) ? [ROUTES[path]] : [ROUTES[`${collection}/{id}`], id];
  if (methods === undefined)
    throw new AdminError(404, "UNKNOWN_PATH", `expected one of the paths ${Object.keys(ROUTES).join(", ")}`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (route !== undefined) return route(control, request, given);
  const allowed = Object.keys(methods).join(", ");
  throw new AdminError(405, "UNKNOWN_METHOD", `${path} supports ${allowed}`, { Allow: allowed });
}
