import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { BusinessId, Client } from "commerce-contract";

export type PageSettings = {
  /** Signed in to the service. Its private key stays in this process. */
  readonly client: Client;
  /** The only business whose orders the page can read. Your server takes it from the session of the user. */
  readonly businessId: BusinessId;
};

/** Serves the page, and passes on exactly one call to the service: listing the orders of the business. */
export function createPageServer({ client, businessId }: PageSettings): Server {
  const files: Readonly<Record<string, readonly [type: string, name: string]>> = {
    "/": ["text/html; charset=utf-8", "index.html"],
    "/page.js": ["text/javascript", "page.js"],
  };
  const listOrders = async (query: URLSearchParams, response: ServerResponse) => {
    const result = await client.listOrders({ params: { path: { businessId }, query: Object.fromEntries(query) } });
    sendJson(response, result.status, result.ok ? result.data : result.error);
  };
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const file = files[pathname];
    if (request.method !== "GET") sendJson(response, 405, { message: "method not allowed" });
    else if (file !== undefined) {
      const text = readFileSync(new URL(`../public/${file[1]}`, import.meta.url));
      response.writeHead(200, { "content-type": file[0] }).end(text);
    } else if (pathname === "/session") sendJson(response, 200, { businessId });
    else if (pathname === `/service/businesses/${businessId}/orders`) {
      listOrders(searchParams, response).catch(() =>
        sendJson(response, 502, { message: "the service did not respond" }),
      );
    } else sendJson(response, 404, { message: "not found" });
  });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
