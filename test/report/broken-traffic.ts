import { readFileSync } from "node:fs";
import { join } from "node:path";

type Entry = {
  readonly request: { readonly method: string; url: string };
  readonly response: { status: number; readonly content: { text: string } };
};

type Edit = (body: Body, entry: Entry) => void;
type Body = Record<string, unknown>;

/** The faults to add to the recorded examples, by exchange, in the order of the recording. */
const EDITS: Readonly<Record<number, Edit>> = {
  7: (body) => {
    const [order = {}] = body.orders as readonly Body[];
    order.orderNumber = 1041;
    order.loyaltyTier = "GOLD";
    order.createdAt = "yesterday";
    (order.context as Body).transactionInstruction = "ONLINE_AUTH_PREFERRED";
  },
  15: (body) => {
    body.taxExempted = "no";
    body.loyaltyTier = "GOLD";
    body.statuses = { status: "OPENED", fulfilmentStatus: "PACKED" };
  },
  22: (body) => {
    body.updatedAt = null;
  },
  29: (_body, { response }) => {
    response.status = 202;
  },
  40: (body) => {
    (body as unknown as Body[])[0] = { id: "8801", deliveryMode: "DRONE", status: "NONE" };
  },
  47: (body) => {
    (body as unknown as Body[])[0] = { id: 5501, timestamp: 1773480300, event: "ACCEPTED" };
  },
  54: (_body, { request }) => {
    request.url = request.url.replace(/startAt=[^&]*/, "startAt=last%20week&colour=blue");
  },
  69: (body) => {
    body.phase = 3;
    body.daysLeft = 12;
  },
  76: (_body, { response }) => {
    response.content.text = '{"list":[';
  },
};

/** Returns the recorded examples with a dozen faults, for reports in tests, docs and pictures. */
export function createInvalidTraffic(): string {
  const har = JSON.parse(readFileSync(join(import.meta.dirname, "../traffic/examples.har"), "utf8")) as {
    readonly log: { readonly entries: Entry[] };
  };
  for (const [index, edit] of Object.entries(EDITS)) {
    const entry = har.log.entries[Number(index)];
    if (entry === undefined) throw new Error(`the recording has no exchange ${index}`);
    const { content } = entry.response;
    const before = content.text;
    const body = JSON.parse(before) as Body;
    edit(body, entry);
    if (content.text === before) content.text = JSON.stringify(body);
  }
  const [first] = har.log.entries;
  if (first === undefined) throw new Error("the recording is empty");
  const other = structuredClone(first);
  other.request.url = "https://metrics.example/collect";
  return JSON.stringify({ log: { ...har.log, entries: [...har.log.entries, other] } });
}
