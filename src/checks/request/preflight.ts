import { type Exchange, getHeaderValues } from "../../exchange/index.js";

/**
 * Whether a browser asks on its own whether it may ask: such a request carries neither credentials nor headers of the
 * service's own.
 *
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function isPreflight({ request: { method, headers } }: Exchange): boolean {
  return method === "OPTIONS" && getHeaderValues(headers, "access-control-request-method").length > 0;
}
