/** Runs in the browser: lists the newest orders with the typed client. */
import { type BusinessId, CallError, createClient } from "commerce-contract";

const MAX_ORDERS = 20;

const state = document.querySelector("#state") as HTMLElement;
const list = document.querySelector("#orders") as HTMLElement;

/** The server of this page passes calls on and adds the access token. No key and no token is in the browser. */
const client = createClient({ baseUrl: `${location.origin}/service` });

try {
  const { businessId } = (await (await fetch("/session")).json()) as { businessId: BusinessId };
  // Reads page after page, and stops when there are enough orders.
  for await (const order of client.orders({ params: { path: { businessId }, query: { limit: 10 } } })) {
    const item = document.createElement("li");
    item.textContent = `${order.orderNumber ?? order.id}: ${order.statuses?.status ?? "unknown"}`;
    list.append(item);
    if (list.childElementCount === MAX_ORDERS) break;
  }
  state.textContent = `${list.childElementCount} orders`;
} catch (error) {
  state.textContent =
    error instanceof CallError ? `The service failed: ${error.kind} ${error.status ?? ""}` : String(error);
}
