import { createHash, timingSafeEqual } from "node:crypto";
import { isLoopbackHost } from "../server/loopback-host.js";
import type { AdminContext } from "./admin-context.js";
import { AdminError, type AdminRequest } from "./admin-response.js";

/**
 * Rejects requests that a foreign web page made the browser send. `Host` must name this server (DNS rebinding), and
 * `Origin` and `Sec-Fetch-Site`, when present, must name its page (cross-site requests). Writes need a content type
 * that no HTML form can send.
 *
 * @throws AdminError 401 or 403; 400 for a write with another content type
 */
export function checkAccess(request: AdminRequest, control: Pick<AdminContext, "address" | "token">): void {
  const { headers, method } = request;
  const host = (headers.host ?? "").toLowerCase();
  // Other machines know the admin address by other names. It requires a token, which a foreign page does not have.
  const isOpen = control.token !== undefined && !isLoopbackHost(control.address().host);
  const hosts = [...listHostNames(control.address()), ...(isOpen && host !== "" ? [host] : [])];
  if (!hosts.includes(host)) throw new AdminError(403, "FOREIGN_HOST", `Host: expected one of ${hosts.join(", ")}`);
  if (headers.origin !== undefined && !hosts.some((name) => headers.origin === `http://${name}`))
    throw new AdminError(403, "FOREIGN_ORIGIN", "Origin: requests from other sites are not allowed");
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none")
    throw new AdminError(403, "FOREIGN_ORIGIN", "Sec-Fetch-Site: requests from other sites are not allowed");
  if (!isPublicPath(request)) checkToken(headers.authorization, control.token);
  if (method !== "GET" && method !== "HEAD") checkContentType(request);
}

/** The page contains no data, and the health check nothing confidential. */
function isPublicPath({ method, path }: AdminRequest): boolean {
  return (method === "GET" || method === "HEAD") && (path === "/" || path === "/health");
}

function checkToken(authorization: string | undefined, token: string | undefined): void {
  if (token === undefined) return;
  const given = /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "";
  if (timingSafeEqual(hashText(given), hashText(token))) return;
  throw new AdminError(
    401,
    "ADMIN_TOKEN",
    "Authorization: expected Bearer followed by the admin token of this sandbox",
    {
      "WWW-Authenticate": 'Bearer realm="sandbox admin"',
    },
  );
}

function checkContentType({ headers, method, path }: AdminRequest): void {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  const isSnapshot = path === "/snapshot" && type === "application/x-ndjson";
  if (type === "application/json" || isSnapshot) return;
  throw new AdminError(400, "CONTENT_TYPE", `Content-Type: expected application/json for ${method}`);
}

/** Values of `Host` that name this server. */
function listHostNames({ host, port }: { readonly host: string; readonly port: number }): readonly string[] {
  const own = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return [...new Set(["127.0.0.1", "localhost", "[::1]", own.toLowerCase()])].map((name) => `${name}:${port}`);
}

function hashText(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
