import { createHash, timingSafeEqual } from "node:crypto";
import { getOrCreate } from "../../document/index.js";
import { Refusal } from "../context/request-context.js";
import { isLoopbackHost, type ListeningServer, listenHttp } from "../server/listen-http.js";
import { type ReceivedRequest, readRequest, readRequestHead } from "../server/read-request.js";
import { sendAndClose } from "../server/send-response.js";
import { DatabaseError } from "../store/database.js";
import {
  type AdminChange,
  type AdminContext,
  type AdminRequest,
  type AdminResponse,
  createJsonResponse,
  createRefusalResponse,
  createTextResponse,
  runChange,
} from "./admin-route.js";
import { buildClockView, deleteAdvance, putClock } from "./clock/clock-routes.js";
import {
  getApplications,
  getDeliveries,
  getDelivery,
  getEvents,
  getHooks,
  patchHook,
  postReplay,
  removeHook,
} from "./delivery-routes.js";
import { deleteFaults, getFaults, postFault } from "./fault-routes.js";
import { ADMIN_PAGE, ADMIN_SCRIPT_HASH, ADMIN_STYLE_HASH } from "./page/built-page.js";
import { getRequest, getRequests, getRequestsHar } from "./request-routes.js";
import { buildOverview, getHealth, getSnapshot, postReset, putSnapshot } from "./state-routes.js";
import {
  createBillingList,
  patchSubscription,
  postApplication,
  postBusiness,
  postPlan,
  postSubscription,
  postTrigger,
  postUser,
} from "./tenant-routes.js";

/**
 * Serves the admin API, which controls the sandbox. It has an address of its own, so that its paths cannot collide with
 * paths of the service. A request that may not be handled is refused before its body is read.
 */
export function serveAdmin(control: AdminContext, { host, port }: ListenAddress): Promise<ListeningServer> {
  return listenHttp({
    host,
    port,
    handle: async (message, response) => {
      const refusal = await respond(async () => checkAccess(toAdminRequest(readRequestHead(message)), control));
      if (refusal !== undefined) return sendAndClose(response, refusal);
      // Only the snapshot of a large sandbox is larger than seed data.
      const isSnapshot = /^\/snapshot(?:\?|$)/.test(message.url ?? "");
      const reading = await readRequest(message, isSnapshot ? MAX_SNAPSHOT_BYTES : MAX_BODY_BYTES);
      if (reading.kind === "aborted") return;
      if (reading.kind === "too large") {
        const reason = `the body is larger than ${reading.limit} bytes`;
        return sendAndClose(response, createRefusalResponse(new Refusal(400, "BODY_TOO_LARGE", reason)));
      }
      const { status, headers, body } = await handleAdminRequest(toAdminRequest(reading.request), control);
      response.writeHead(status, headers).end(message.method === "HEAD" ? "" : body);
    },
  });
}

/** Handles an admitted request. */
export function handleAdminRequest(request: AdminRequest, control: AdminContext): Promise<AdminResponse> {
  return respond(() => routeRequest(request, control));
}

type ListenAddress = { readonly host: string; readonly port: number };

/** Runs work, and responds to a refusal that it throws. */
async function respond<T>(work: () => Promise<T>): Promise<T | AdminResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return createRefusalResponse(error);
    if (error instanceof DatabaseError && error.kind === "busy")
      return createRefusalResponse(new Refusal(503, "DATABASE_BUSY", error.message));
    throw error;
  }
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MAX_SNAPSHOT_BYTES = 1024 * 1024 * 1024;

/** Drops repeated equal header values and joins different ones, so that no check accepts an ambiguous header. */
function toAdminRequest({ method, target, headers, body }: ReceivedRequest): AdminRequest {
  const byName = new Map<string, Set<string>>();
  for (const [name, value] of headers) getOrCreate(byName, name.toLowerCase(), () => new Set()).add(value);
  const [path = "/", query = ""] = target.split("?", 2);
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries([...byName].map(([name, values]) => [name, [...values].join(", ")])),
    body,
  };
}

type AdminRoute = (control: AdminContext, request: AdminRequest, id?: string) => Promise<AdminResponse>;

/** Keyed by path and method; `{id}` stands for one segment. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, AdminRoute>>>> = {
  "/": {
    GET: async () =>
      createTextResponse(ADMIN_PAGE, "text/html; charset=utf-8", {
        headers: { "Content-Security-Policy": PAGE_POLICY },
      }),
  },
  "/health": { GET: returnJson(getHealth) },
  "/overview": { GET: returnJson(buildOverview) },
  "/clock": { GET: returnJson(buildClockView), PUT: putClock },
  "/clock/advance": { DELETE: returnJson(deleteAdvance) },
  "/reset": { POST: runExclusively(returnJson(postReset)) },
  "/snapshot": { GET: getSnapshot, PUT: runExclusively(returnJson(putSnapshot)) },
  "/faults": { GET: returnJson(getFaults), POST: returnChange(postFault, 201), DELETE: returnChange(deleteFaults) },
  "/faults/{id}": { DELETE: returnChange(deleteFaults) },
  "/requests": { GET: returnJson(getRequests) },
  "/requests/{id}": { GET: returnJson(getRequest) },
  "/requests.har": { GET: getRequestsHar },
  "/deliveries": { GET: returnJson(getDeliveries) },
  "/deliveries/replay": { POST: returnChange(postReplay) },
  "/deliveries/{id}": { GET: returnJson(getDelivery) },
  "/events": { GET: returnJson(getEvents) },
  "/hooks": { GET: returnJson(getHooks) },
  "/hooks/{id}": { PATCH: returnChange(patchHook), DELETE: returnChange(removeHook) },
};

const BUILT_IN_ROUTES: typeof ROUTES = {
  ...ROUTES,
  "/applications": { GET: returnJson(getApplications), POST: returnChange(postApplication, 201) },
  "/businesses": { POST: returnChange(postBusiness, 201) },
  "/users": { POST: returnJson(postUser, 201) },
  "/plans": { GET: returnJson(createBillingList("plans")), POST: returnChange(postPlan, 201) },
  "/subscriptions": { GET: returnJson(createBillingList("subscriptions")), POST: returnChange(postSubscription, 201) },
  "/subscriptions/{id}": { PATCH: returnChange(patchSubscription) },
  "/trigger": { POST: returnChange(postTrigger, 201) },
};

/** Converts a function that returns a value to a route that responds with it. */
function returnJson(build: (...parameters: Parameters<AdminRoute>) => Promise<object>, status = 200): AdminRoute {
  return async (...parameters) => createJsonResponse(await build(...parameters), status);
}

/** Converts a change to a route that runs it and responds with what it returns. */
function returnChange(
  change: (at: AdminChange, request: AdminRequest, id?: string) => Promise<object>,
  status = 200,
): AdminRoute {
  return returnJson((control, request, id) => runChange(control, (at) => change(at, request, id)), status);
}

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
  const routes = control.service.isBuiltIn ? BUILT_IN_ROUTES : ROUTES;
  const [methods, given] = Object.hasOwn(routes, path) ? [routes[path]] : [routes[`${collection}/{id}`], id];
  if (methods === undefined)
    throw new Refusal(404, "UNKNOWN_PATH", `expected one of the paths ${Object.keys(routes).join(", ")}`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (route !== undefined) return route(control, request, given);
  const allowed = Object.keys(methods).join(", ");
  throw new Refusal(405, "UNKNOWN_METHOD", `${path} supports ${allowed}`, { Allow: allowed });
}

/**
 * Rejects requests that a foreign web page made the browser send. `Host` must name this server (DNS rebinding), and
 * `Origin` and `Sec-Fetch-Site`, when present, must name its page (cross-site requests). Writes need a content type
 * that no HTML form can send.
 *
 * @throws Refusal 401 or 403; 400 for a write with another content type
 */
export function checkAccess(request: AdminRequest, control: Pick<AdminContext, "address" | "token">): void {
  const { headers, method } = request;
  const host = (headers.host ?? "").toLowerCase();
  // Other machines know the admin address by other names. It requires a token, which a foreign page does not have.
  const isOpen = control.token !== undefined && !isLoopbackHost(control.address().host);
  const hosts = [...listHostNames(control.address()), ...(isOpen && host !== "" ? [host] : [])];
  if (!hosts.includes(host)) throw new Refusal(403, "FOREIGN_HOST", `Host: expected one of ${hosts.join(", ")}`);
  if (headers.origin !== undefined && !hosts.some((name) => headers.origin === `http://${name}`))
    throw new Refusal(403, "FOREIGN_ORIGIN", "Origin: requests from other sites are not allowed");
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw new Refusal(403, "FOREIGN_ORIGIN", "Sec-Fetch-Site: requests from other sites are not allowed");
  const isWrite = method !== "GET" && method !== "HEAD";
  // The page contains no data, and the health check nothing confidential.
  const isPublic = !isWrite && (request.path === "/" || request.path === "/health");
  if (!isPublic) checkToken(headers.authorization, control.token);
  if (isWrite) checkContentType(request);
}

function checkToken(authorization: string | undefined, token: string | undefined): void {
  if (token === undefined) return;
  const given = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(hashText(given), hashText(token))) return;
  throw new Refusal(401, "ADMIN_TOKEN", "Authorization: expected Bearer followed by the admin token of this sandbox", {
    "WWW-Authenticate": 'Bearer realm="sandbox admin"',
  });
}

function checkContentType({ headers, method, path }: AdminRequest): void {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const isSnapshot = path === "/snapshot" && type === "application/x-ndjson";
  if (type === "application/json" || isSnapshot) return;
  throw new Refusal(400, "CONTENT_TYPE", `Content-Type: expected application/json for ${method}`);
}

/** Values of `Host` that name this server. */
function listHostNames({ host, port }: { readonly host: string; readonly port: number }): readonly string[] {
  const own = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return [...new Set(["127.0.0.1", "localhost", "[::1]", own.toLowerCase()])].map((name) => `${name}:${port}`);
}

function hashText(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/** Allows the page's own style and script and requests to its own origin, and nothing else. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src '${ADMIN_STYLE_HASH}'`,
  `script-src '${ADMIN_SCRIPT_HASH}'`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
