import { gzipSync } from "node:zlib";
import { setBody, setHeader } from "./edits.js";
import type { Fault } from "./fault.js";

/** Defects of the transport: content type, content coding, body and connection. */
export const WIRE_FAULTS: readonly Fault[] = [
  {
    name: "Content-Type is missing",
    operation: "getOrder",
    codes: ["response.content-type.missing"],
    response: setHeader("content-type", undefined),
  },
  {
    name: "Content-Type is text/plain",
    operation: "listOrders",
    codes: ["response.content-type.undocumented"],
    response: setHeader("content-type", "text/plain"),
  },
  {
    name: "HTML error page",
    operation: "listOrders",
    codes: ["response.content-type.undocumented"],
    response: (response) => {
      if (response.status < 400) return;
      response.headers["content-type"] = "text/html";
      setBody(response, "<html><body>Bad Request</body></html>");
    },
  },
  {
    name: "HTML with status 200",
    operation: "listPlans",
    codes: ["response.content-type.undocumented"],
    response: (response) => {
      response.headers["content-type"] = "text/html";
      setBody(response, "<html><body>maintenance</body></html>");
    },
  },
  {
    name: "truncated JSON",
    operation: "getOrder",
    codes: ["response.body.malformed"],
    response: (response) => setBody(response, response.body.toString().slice(0, -20)),
  },
  {
    name: "empty body",
    operation: "getOrder",
    codes: ["response.body.missing"],
    response: (response) => setBody(response, ""),
  },
  {
    name: "401 without a body",
    operation: "listOrders",
    codes: ["response.body.missing"],
    response: (response) => {
      if (response.status === 401) setBody(response, "");
    },
  },
  {
    name: "gzip truncated",
    operation: "listOrders",
    codes: ["response.body.malformed"],
    response: (response) => {
      response.body = gzipSync(response.body).subarray(0, -12);
      response.headers["content-encoding"] = "gzip";
      response.headers["content-length"] = String(response.body.length);
    },
  },
  {
    name: "Content-Encoding gzip without gzip",
    operation: "getSubscription",
    codes: ["response.body.malformed"],
    response: setHeader("content-encoding", "gzip"),
  },
  {
    name: "extra bracket after the JSON",
    operation: "listOrderShipments",
    codes: ["response.body.malformed"],
    response: (response) => setBody(response, `${response.body.toString()}]`),
  },
  {
    name: "response never ends",
    operation: "getSubscription",
    codes: ["exchange.response.missing"],
    endless: () => true,
  },
  {
    name: "connection reset on every request",
    operation: "listOrderShipments",
    codes: ["exchange.response.missing"],
    reset: () => true,
  },
];
