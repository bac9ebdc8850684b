import type { PartPointers } from "./exchange.js";

/** Where the parts of an exchange stand in its own shape, for exchanges that no other format has recorded. */
export const EXCHANGE_PART_POINTERS: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/body",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/body",
});
