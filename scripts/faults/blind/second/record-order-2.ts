import { changeStatus, editRequest, type Json, parseRequestJson, setHeader } from "../../edits.js";
import type { Defect } from "../defect.js";
import { ABSENT, RECORD_ORDER, recordedAs } from "../edits-of-commerce.js";
import { createOrderPath, editNotes, failIf, getSegment, notKept, put, replaceResponse } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: RECORD_ORDER } as const;
const TRANSACTION = { id: ABSENT, createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z" };

export const RECORD_ORDER_2: readonly Defect[] = [
  {
    ...OWN,
    id: "put-emv-tags-lower-case",
    kind: "stored value",
    alsoOn: ["getOrder"],
    title: "the names of EMV tags are stored in lower case",
    breaks: "seed: emvTags is a map from tag name such as 0x9F02; the service records what is passed",
    request: editRequest((it) => {
      for (const { fundingSource } of Array.isArray(it.transactions) ? it.transactions : []) {
        const tags: Json = fundingSource?.emvData?.emvTags;
        if (typeof tags === "object" && tags !== null)
          fundingSource.emvData.emvTags = Object.fromEntries(
            Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]),
          );
      }
      return it;
    }),
    names: notKept(/emvTags|0x9F02|transactions/),
    shows: recordedAs({
      transactions: [{ ...TRANSACTION, fundingSource: { emvData: { emvTags: { "0x9F02": "00" } } } }],
    }),
  },
  {
    ...OWN,
    id: "put-card-digits-as-number",
    kind: "stored value",
    alsoOn: ["getOrder"],
    title: "leading zeros of numberLast4 are lost",
    breaks: "seed: numberLast4 is a string; the service records what is passed",
    request: editRequest((it) => {
      for (const { fundingSource } of Array.isArray(it.transactions) ? it.transactions : [])
        if (/^0\d+$/.test(fundingSource?.card?.numberLast4))
          fundingSource.card.numberLast4 = String(Number(fundingSource.card.numberLast4));
      return it;
    }),
    names: notKept(/numberLast4|transactions/),
    shows: recordedAs({ transactions: [{ ...TRANSACTION, fundingSource: { card: { numberLast4: "0042" } } }] }),
  },
  {
    ...OWN,
    id: "put-null-character-fails",
    kind: "server error",
    title: "U+0000 in notes fails with 500",
    breaks: "RFC 9110 15.5 and 15.6: 4xx is for errors of the client, 5xx for failures of the server",
    instead: failIf((it) => String(parseRequestJson(it)?.notes ?? "").includes("\0")),
    names: /\b50\d\b|server error|5xx/i,
    shows: async (c) => {
      const { status } = await put(c, createOrderPath(c), { notes: "a\0b" });
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "put-without-body-fails",
    kind: "server error",
    title: "PUT without a body fails with 500",
    breaks: "seed: the body of PUT is optional in the interface; RFC 9110 15.6: 5xx is a failure of the server",
    instead: failIf((it) => it.body === ""),
    names: /\b50\d\b|server error|5xx/i,
    shows: async (c) => {
      const { status } = await c.send("PUT", createOrderPath(c), { headers: { "Service-Request-Id": "no-body" } });
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "put-always-201",
    kind: "status",
    title: "an order that is recorded again gets 201",
    breaks: "spec: 201, a new order was recorded; 200 otherwise",
    response: changeStatus(200, 201),
    names: /\b20[01]\b|created|status|again|existing/i,
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { notes: "1" });
      const { status } = await put(c, path, { notes: "2" });
      return status === 201 ? "201 for an existing order" : undefined;
    },
  },
  {
    ...OWN,
    id: "put-never-201",
    kind: "status",
    title: "a new order gets 200",
    breaks: "RFC 9110 9.3.4: if a PUT creates a resource, the server must send 201",
    response: changeStatus(201, 200),
    names: /\b20[01]\b|created|status|new/i,
    shows: async (c) => {
      const { status } = await put(c, createOrderPath(c), {});
      return status === 200 ? "200 for a new order" : undefined;
    },
  },
  {
    ...OWN,
    id: "put-location-without-business",
    kind: "HTTP",
    title: "Location of a created order leads nowhere",
    breaks: "RFC 9110 15.3.2: Location of a 201 identifies the created resource",
    response: (it, message, memory) => {
      if (it.status === 201) setHeader("location", `/orders/${getSegment(message, -1)}`)(it, message, memory);
    },
    names: /location/i,
    shows: async (c) => {
      const { headers } = await put(c, createOrderPath(c), {});
      if (headers.location === undefined) return undefined;
      const { status } = await c.get(headers.location);
      return status === 200 ? undefined : `status ${status} for Location`;
    },
  },
  {
    ...OWN,
    id: "put-retry-conflicts",
    kind: "idempotency",
    title: "a repeated PUT gets 409",
    breaks: "seed: Service-Request-Id enforces idempotency; spec: 409 is not documented",
    response: (it, { headers }, memory) => {
      const id = headers["service-request-id"];
      if (it.status >= 300 || id === undefined) return;
      if (memory.has(id)) replaceResponse(it, 409, { message: "this request was processed before" });
      memory.set(id, true);
    },
    names: /\b409\b|idempot|repeat|retr|again|undocumented status|not documented/i,
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { notes: "1" }, "same");
      const { status } = await put(c, path, { notes: "1" }, "same");
      return status === 409 ? "409 for a repeated request" : undefined;
    },
  },
  {
    ...OWN,
    id: "put-concurrent-fails",
    kind: "concurrency",
    title: "two concurrent PUTs of the same order: the second fails with 500",
    breaks: "RFC 9110 15.6: 5xx is a failure of the server; spec: PUT records the order",
    instead: (message, memory) => {
      if (memory.has(message.target)) return failIf(() => true)(message, memory);
      memory.set(message.target, true);
      return undefined;
    },
    response: (it, { target }, memory) => {
      if (it.status !== 500) memory.delete(target);
    },
    names: /\b50\d\b|server error|5xx|concurren|parallel|simultan/i,
    shows: async (c) => {
      const path = createOrderPath(c);
      const replies = await Promise.all(["1", "2", "3"].map((notes) => put(c, path, { notes })));
      return replies.some(({ status }) => status === 500) ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "put-rejected-but-created",
    kind: "consistency",
    methods: ["PUT", "GET"],
    title: "a rejected PUT of a new order creates an empty order",
    breaks: "spec: 400, bad request; the order of a rejected request is not recorded",
    alsoOn: ["getOrder"],
    response: (it, { method, target }, memory) => {
      const id = target.split("/").at(-1);
      if (method === "PUT" && it.status === 400) memory.set(target, true);
      if (method === "GET" && it.status === 404 && memory.has(target)) replaceResponse(it, 200, { id });
    },
    names: /reject|refus|\b400\b|\b404\b|exist|creat|invalid/i,
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { customerUserId: "x" });
      const { status } = await c.get(path);
      return status === 200 ? "the order of a rejected request exists" : undefined;
    },
  },
  {
    ...OWN,
    id: "put-response-not-what-is-stored",
    kind: "consistency",
    alsoOn: ["getOrder"],
    title: "the response repeats the request, but long notes are cut at 250 characters",
    breaks: "seed: the service records what is passed; spec: the recorded order is returned",
    request: (message, memory) => {
      const notes: Json = parseRequestJson(message)?.notes;
      memory.set("notes", notes);
      editNotes((it) => it.slice(0, 250))(message, memory);
    },
    response: (it, _, memory) => {
      const notes = memory.get("notes");
      if (it.status >= 300 || typeof notes !== "string" || notes.length <= 250) return;
      replaceResponse(it, it.status, { ...JSON.parse(it.body.toString()), notes });
    },
    names: notKept(/notes/),
    shows: recordedAs({ notes: "n".repeat(400) }),
  },
];
