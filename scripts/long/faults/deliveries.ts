import { parseRequestJson, setBody, setRequestJson } from "./edits.js";
import type { FaultResponse, Message } from "./fault.js";

const PATH = "/deliveries-of-the-proxy/";

/** Replaces the URL of a local listener in a hook registration, so that its deliveries go through the proxy. */
export function redirectHook(message: Message, proxy: string): void {
  const json = parseRequestJson(message);
  const url: unknown = json?.deliveryUrl;
  if (typeof url !== "string" || !/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)) return;
  setRequestJson(message, { ...json, deliveryUrl: `${proxy}${PATH}${Buffer.from(url).toString("base64url")}` });
}

/** Restores the listener's URL in the response to the registration. */
export function restoreHook(response: FaultResponse, proxy: string): void {
  const text = response.body.toString();
  const restored = text.replaceAll(new RegExp(`${proxy}${PATH}([\\w-]+)`, "g"), (_, url: string) => decodeUrl(url));
  if (restored !== text) setBody(response, restored);
}

/** Returns a delivery and the origin of its listener, or undefined if the message is not a delivery. */
export function readDelivery(message: Message): { readonly to: string; readonly message: Message } | undefined {
  const [, url] = new RegExp(`^${PATH}([\\w-]+)$`).exec(message.target) ?? [];
  if (url === undefined) return undefined;
  const to = new URL(decodeUrl(url));
  const headers = { ...message.headers, host: to.host };
  return { to: to.origin, message: { ...message, target: `${to.pathname}${to.search}`, headers } };
}

function decodeUrl(url: string): string {
  return Buffer.from(url, "base64url").toString();
}
