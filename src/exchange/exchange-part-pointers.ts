import type { PartPointers } from "./exchange.js";

/** JSON Pointers of the parts of an exchange in the native exchange format. */
export const EXCHANGE_PART_POINTERS: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/body",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/body",
});
