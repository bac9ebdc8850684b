import type { getRequest } from "../../request-routes.js";
import type { buildOverview } from "../../state-routes.js";
import { getElement } from "./dom.js";

declare const sessionStorage: {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
};

const TOKEN = "admin token";
const OVERVIEW = "overview";

export function saveToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** Sends a request to the admin API, with a value or a snapshot. Shows errors at the top of the page and returns undefined for them. */
export async function requestAdmin(method: string, path: string, body?: object): Promise<Response | undefined> {
  try {
    const token = sessionStorage.getItem(TOKEN);
    const type = body instanceof Blob ? "application/x-ndjson" : "application/json";
    const init = {
      method,
      headers: { "Content-Type": type, ...(token !== null && { Authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    };
    const response = await fetch(path, init);
    if (response.ok) {
      // What the user did before may have failed.
      if (path !== OVERVIEW) notify(undefined);
      return response;
    }
    if (response.status === 401) getElement("token-form").hidden = false;
    const { message } = (await response.json()) as { readonly message?: string };
    notify(message ?? `the sandbox responded with ${response.status}`);
  } catch {
    notify("the sandbox does not respond");
  }
  return undefined;
}

/** Shows an error message, or hides it when undefined. */
export function notify(message: string | undefined): void {
  const notice = getElement("notice");
  notice.hidden = message === undefined;
  notice.textContent = message ?? "";
}

/** Shows the overview again and again, as it is at the moment. */
export async function followOverview(show: (overview: Overview) => void): Promise<never> {
  for (let wasLive = false; ; ) {
    const response = await requestAdmin("GET", OVERVIEW);
    const isLive = response !== undefined;
    if (isLive && !wasLive) notify(undefined);
    getElement("live").className = isLive ? "live on" : "live off";
    getElement("live").textContent = isLive ? "live" : "not connected";
    if (isLive) show((await response.json()) as Overview);
    wasLive = isLive;
    await new Promise((done) => setTimeout(done, isLive ? 700 : 2000));
  }
}

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
