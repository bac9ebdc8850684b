import { gzipSync } from "node:zlib";
import { header, write } from "./edits.js";
import type { Fault } from "./fault.js";

/** Defects of what carries an answer: its type, its coding, its connection; and secrets in it. */
export const WIRE_FAULTS: readonly Fault[] = [
  {
    name: "Content-Type is missing",
    operation: "getOrder",
    codes: ["response.content-type.missing"],
    answer: header("content-type", undefined),
  },
  {
    name: "Content-Type is text/plain",
    operation: "listOrders",
    codes: ["response.content-type.undocumented"],
    answer: header("content-type", "text/plain"),
  },
  {
    name: "HTML error page",
    operation: "listOrders",
    codes: ["response.content-type.undocumented"],
    answer: (answer) => {
      if (answer.status < 400) return;
      answer.headers["content-type"] = "text/html";
      write(answer, "<html><body>Bad Request</body></html>");
    },
  },
  {
    name: "HTML with success",
    operation: "listPlans",
    codes: ["response.content-type.undocumented"],
    answer: (answer) => {
      answer.headers["content-type"] = "text/html";
      write(answer, "<html><body>maintenance</body></html>");
    },
  },
  {
    name: "truncated JSON",
    operation: "getOrder",
    codes: ["response.body.malformed"],
    answer: (answer) => write(answer, answer.body.toString().slice(0, -20)),
  },
  {
    name: "empty body",
    operation: "getOrder",
    codes: ["response.body.missing"],
    answer: (answer) => write(answer, ""),
  },
  {
    name: "401 without a body",
    operation: "listOrders",
    codes: ["response.body.missing"],
    answer: (answer) => {
      if (answer.status === 401) write(answer, "");
    },
  },
  {
    name: "gzip broken",
    operation: "listOrders",
    codes: ["response.body.malformed"],
    answer: (answer) => {
      answer.body = gzipSync(answer.body).subarray(0, -12);
      answer.headers["content-encoding"] = "gzip";
      answer.headers["content-length"] = String(answer.body.length);
    },
  },
  {
    name: "gzip announced, not done",
    operation: "getSubscription",
    codes: ["response.body.malformed"],
    answer: header("content-encoding", "gzip"),
  },
  {
    name: "a bracket too many after the JSON",
    operation: "listOrderShipments",
    codes: ["response.body.malformed"],
    answer: (answer) => write(answer, `${answer.body.toString()}]`),
  },
  {
    name: "answer begins and never ends",
    operation: "getSubscription",
    codes: ["exchange.response.missing"],
    endless: () => true,
  },
  {
    name: "connection is reset on every request",
    operation: "listOrderShipments",
    codes: ["exchange.response.missing"],
    reset: () => true,
  },
];
