import { type Exchange, getHeaderValues } from "../../exchange/index.js";

/**
 * Whether a request is a CORS preflight. A browser sends it without credentials and without the headers of the API.
 *
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export function isPreflight({ request: { method, headers } }: Exchange): boolean {
  return method === "OPTIONS" && getHeaderValues(headers, "access-control-request-method").length > 0;
}
