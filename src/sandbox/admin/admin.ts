import { checkAccess } from "./access.js";
import { type AdminAnswer, AdminRefusal, type AdminRequest, events, json } from "./answer.js";
import { getClock, putClock } from "./clock-routes.js";
import type { Control } from "./control.js";
import { getDeliveries, getDelivery, getEvents, postReplay } from "./delivery-routes.js";
import { deleteFaults, getFaults, postFault } from "./fault-routes.js";
import { getApplications, getHooks, patchHook } from "./hook-routes.js";
import { overview } from "./overview.js";
import { pageAnswer } from "./page/page.js";
import { getRequest, getRequests, getRequestsHar } from "./request-routes.js";
import { getHealth, getSnapshot, postReset, putSnapshot } from "./state-routes.js";
import { changes } from "./stream.js";

/**
 * The admin address: what a simulator owes its user besides the service itself. A function from a request to its answer; it
 * neither listens nor writes to a connection. It is an address of its own, so that no path of it is one of the service.
 */
export async function answerAdmin(request: AdminRequest, control: Control): Promise<AdminAnswer> {
  try {
    checkAccess(request, control);
    return await run(request, control);
  } catch (error) {
    if (error instanceof AdminRefusal) return error.answer();
    throw error;
  }
}

type Route = (control: Control, request: AdminRequest, id?: string) => Promise<AdminAnswer>;

/** By path and method; `{id}` stands for one segment. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  "/": { GET: async () => pageAnswer() },
  "/health": { GET: getHealth },
  "/overview": { GET: async (control) => json(await overview(control)) },
  "/stream": { GET: async (control) => events((gone) => changes(control, gone)) },
  "/clock": { GET: getClock, PUT: alone(putClock) },
  "/reset": { POST: alone(postReset) },
  "/snapshot": { GET: getSnapshot, PUT: alone(putSnapshot) },
  "/faults": { GET: getFaults, POST: postFault, DELETE: deleteFaults },
  "/faults/{id}": { DELETE: deleteFaults },
  "/requests": { GET: getRequests },
  "/requests/{id}": { GET: getRequest },
  "/requests.har": { GET: getRequestsHar },
  "/deliveries": { GET: getDeliveries },
  "/deliveries/replay": { POST: postReplay },
  "/deliveries/{id}": { GET: getDelivery },
  "/events": { GET: getEvents },
  "/hooks": { GET: getHooks },
  "/hooks/{id}": { PATCH: patchHook },
  "/applications": { GET: getApplications },
};

function alone(route: Route): Route {
  return (control, request, id) => control.exclusive(() => route(control, request, id));
}

async function run(request: AdminRequest, control: Control): Promise<AdminAnswer> {
  const { path } = request;
  const [, collection = "", id] = /^(\/[a-z]+)\/([\w:.-]{1,100})$/.exec(path) ?? [];
  const [methods, given] = Object.hasOwn(ROUTES, path) ? [ROUTES[path]] : [ROUTES[`${collection}/{id}`], id];
  if (methods === undefined) throw new AdminRefusal(404, "UNKNOWN_PATH", `there are ${Object.keys(ROUTES).join(", ")}`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (route !== undefined) return route(control, request, given);
  const allowed = Object.keys(methods).join(", ");
  throw new AdminRefusal(405, "UNKNOWN_METHOD", `${path} has ${allowed}`, { Allow: allowed });
}
