import { send, sentJson, write } from "./edits.js";
import type { Answer, Message } from "./fault.js";

const PATH = "/deliveries-of-the-proxy/";

/** A hook for a listener of this machine is registered with the proxy instead, so that its deliveries come this way. */
export function redirectHook(message: Message, proxy: string): void {
  const json = sentJson(message);
  const url: unknown = json?.deliveryUrl;
  if (typeof url !== "string" || !/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)) return;
  send(message, { ...json, deliveryUrl: `${proxy}${PATH}${Buffer.from(url).toString("base64url")}` });
}

/** The answer tells of the listener's own URL again. */
export function restoreHook(answer: Answer, proxy: string): void {
  const text = answer.body.toString();
  const shown = text.replaceAll(new RegExp(`${proxy}${PATH}([\\w-]+)`, "g"), (_, url: string) => plain(url));
  if (shown !== text) write(answer, shown);
}

/** A delivery that has come to the proxy, and whom it is for; undefined for anything else. */
export function readDelivery(message: Message): { readonly to: string; readonly message: Message } | undefined {
  const [, url] = new RegExp(`^${PATH}([\\w-]+)$`).exec(message.target) ?? [];
  if (url === undefined) return undefined;
  const to = new URL(plain(url));
  const headers = { ...message.headers, host: to.host };
  return { to: to.origin, message: { ...message, target: `${to.pathname}${to.search}`, headers } };
}

function plain(url: string): string {
  return Buffer.from(url, "base64url").toString();
}
