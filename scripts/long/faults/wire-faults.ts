import { gzipSync } from "node:zlib";
import { setBody, setHeader } from "./edits.js";
import { type Fault, listFaults } from "./fault.js";

/** Defects of the transport: content type, content coding, body and connection. */
export const WIRE_FAULTS: readonly Fault[] = listFaults({
  "response.content-type.missing": {
    "Content-Type is missing, getOrder": { response: setHeader("content-type", undefined) },
  },
  "response.content-type.undocumented": {
    "Content-Type is text/plain, listOrders": { response: setHeader("content-type", "text/plain") },
    "HTML error page, listOrders": {
      response: (response) => {
        if (response.status < 400) return;
        response.headers["content-type"] = "text/html";
        setBody(response, "<html><body>Bad Request</body></html>");
      },
    },
    "HTML with status 200, listPlans": {
      response: (response) => {
        response.headers["content-type"] = "text/html";
        setBody(response, "<html><body>maintenance</body></html>");
      },
    },
  },
  "response.body.malformed": {
    "truncated JSON, getOrder": { response: (response) => setBody(response, response.body.toString().slice(0, -20)) },
    "gzip truncated, listOrders": {
      response: (response) => {
        response.body = gzipSync(response.body).subarray(0, -12);
        response.headers["content-encoding"] = "gzip";
        response.headers["content-length"] = String(response.body.length);
      },
    },
    "Content-Encoding gzip without gzip, getSubscription": { response: setHeader("content-encoding", "gzip") },
    "extra bracket after the JSON, listOrderShipments": {
      response: (response) => setBody(response, `${response.body.toString()}]`),
    },
  },
  "response.body.missing": {
    "empty body, getOrder": { response: (response) => setBody(response, "") },
    "401 without a body, listOrders": {
      response: (response) => {
        if (response.status === 401) setBody(response, "");
      },
    },
  },
  "exchange.response.missing": {
    "response never ends, getSubscription": { endless: () => true },
    "connection reset on every request, listOrderShipments": { reset: () => true },
  },
});
