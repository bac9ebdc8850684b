import { editRequest } from "../../edits.js";
import type { Defect } from "../defect.js";
import { RECORD_ORDER } from "../edits-of-commerce.js";
import { accepted, createOrderPath, either } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: RECORD_ORDER } as const;

export const RECORD_ORDER_3: readonly Defect[] = [
  {
    ...OWN,
    id: "put-fractional-total",
    kind: "validation",
    title: "a fractional total is accepted and rounded down",
    breaks: "seed: netTotal is an integer",
    request: editRequest((it) =>
      typeof it.amounts?.netTotal === "number"
        ? { ...it, amounts: { ...it.amounts, netTotal: Math.floor(it.amounts.netTotal) } }
        : it,
    ),
    names: either(/accept|invalid|netTotal|integer/),
    shows: accepted({ amounts: { netTotal: 10.5 } }),
  },
  {
    ...OWN,
    id: "put-lenient-date",
    kind: "validation",
    title: "30 February is accepted and becomes 1 March",
    breaks: "spec: createdAt is a date-time of RFC 3339, where days depend on the month (5.7)",
    request: editRequest((it) => {
      const time = /^\d{4}-02-3\dT\d\d:\d\d:\d\dZ$/.test(String(it.createdAt)) ? Date.parse(it.createdAt) : Number.NaN;
      return Number.isNaN(time) ? it : { ...it, createdAt: new Date(time).toISOString().replace(".000", "") };
    }),
    names: either(/accept|invalid|createdAt|date/),
    shows: accepted({ createdAt: "2024-02-30T10:00:00Z" }),
  },
  {
    ...OWN,
    id: "put-null-as-absent",
    kind: "validation",
    title: "null members are accepted and dropped",
    breaks: "spec: notes is a string, and no member may be null",
    request: editRequest((it) => Object.fromEntries(Object.entries(it).filter(([, value]) => value !== null))),
    names: either(/accept|invalid|null/),
    shows: accepted({ notes: null }),
  },
  {
    ...OWN,
    id: "put-type-not-checked",
    kind: "validation",
    title: "a body of type text/plain is read as JSON",
    breaks: "spec: the content of the request is application/json; RFC 9110 15.5.16",
    request: (it) => {
      if (it.headers["content-type"]?.startsWith("text/plain")) it.headers["content-type"] = "application/json";
    },
    names: /accept|content-type|media type|text\/plain/i,
    shows: async (c) => {
      const headers = { "Content-Type": "text/plain", "Service-Request-Id": "plain" };
      const { status } = await c.send("PUT", createOrderPath(c), { body: "{}", headers });
      return status < 300 ? `status ${status} for text/plain` : undefined;
    },
  },
];
