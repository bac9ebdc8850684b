/**
 * A booking service: sign-in, pages with cursors, cancellations that keep the booking, webhooks and uploads. Its multipart parser is like
 * those that people write by hand. `defects` makes it wrong in one respect each.
 */
import { createServer, type IncomingMessage } from "node:http";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";

export type BookingDefect =
  | "reads without sign-in"
  | "price as text"
  | "500 without boundary"
  | "500 for a part without name"
  | "500 for percent signs"
  | "500 for wrong encoding"
  | "500 for other bytes than UTF-8"
  | "accepts large pages"
  | "keeps deleted hooks"
  | "401 without challenge"
  | "the second page is the first"
  | "long names break the list";

export const BOOKING_TOKEN = "token-of-the-bookings";

export type BookingService = {
  readonly url: string;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
};

type Booking = { readonly id: number; readonly guest: string; readonly status: string; readonly price: number };
type Reply = { readonly status: number; readonly body?: unknown };
type Received = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly type: string;
  readonly bytes: Buffer;
  readonly encoding: string | undefined;
  readonly isSignedIn: boolean;
};
type State = {
  readonly bookings: Map<number, Booking>;
  readonly hooks: Map<number, { readonly id: number; readonly url: string }>;
  readonly has: (defect: BookingDefect) => boolean;
  nextId: number;
};

export async function startBookings(...defects: readonly BookingDefect[]): Promise<BookingService> {
  const state: State = { bookings: new Map(), hooks: new Map(), has: (it) => defects.includes(it), nextId: 4 };
  for (const id of [1, 2, 3]) state.bookings.set(id, { id, guest: `Guest ${id}`, status: "open", price: 40 + id });
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    count += 1;
    const received = await receive(incoming);
    const { status, body } = respond(state, received);
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    const challenge = status === 401 && !state.has("401 without challenge") ? { "WWW-Authenticate": "Bearer" } : {};
    const allow = status === 405 ? { Allow: listMethods(received.path).join(", ") } : {};
    outgoing.writeHead(status, { ...json, ...challenge, ...allow });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
  return {
    url: await listenOn(server),
    requests: () => count,
    close: () => closeServer(server),
  };
}

async function receive(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://localhost");
  return {
    method: incoming.method === "HEAD" ? "GET" : (incoming.method ?? "GET"),
    path: pathname.replaceAll(/%(3[0-9]|[46][1-9A-F]|[57][0-9A])/gi, (it) => decodeURIComponent(it)),
    query: searchParams,
    type: incoming.headers["content-type"] ?? "",
    encoding: incoming.headers["content-encoding"],
    bytes: Buffer.concat(chunks),
    isSignedIn: incoming.headers.authorization === `Bearer ${BOOKING_TOKEN}`,
  };
}

const refuse = (status: number, title: string): Reply => ({ status, body: { title } });

function respond(state: State, received: Received): Reply {
  const template = toTemplate(received.path);
  const handle = ROUTES[`${received.method} ${template}`];
  if (handle === undefined)
    return listMethods(received.path).length > 0 ? refuse(405, "no such method") : refuse(404, "no such path");
  const isOpen = handle === readBooking && state.has("reads without sign-in");
  if (!received.isSignedIn && !isOpen) return refuse(401, "sign in first");
  if (received.encoding !== undefined && received.encoding !== "identity")
    return state.has("500 for wrong encoding") ? refuse(500, "failed") : refuse(415, "no such encoding");
  try {
    return handle(state, received, Number(received.path.split("/")[2]));
  } catch {
    return refuse(500, "failed");
  }
}

function toTemplate(path: string): string {
  return path.replace(/^(\/\w+)\/(?!search$)[^/]+/, "$1/{id}");
}

function listMethods(path: string): readonly string[] {
  const methods = Object.keys(ROUTES).map((it) => it.split(" "));
  return methods.flatMap(([method = "", template]) => (template === toTemplate(path) ? [method] : []));
}

const ROUTES: Readonly<Record<string, (state: State, received: Received, id: number) => Reply>> = {
  "GET /bookings": listBookings,
  "POST /bookings": createBooking,
  "GET /bookings/{id}": readBooking,
  "DELETE /bookings/{id}": cancel,
  "POST /bookings/{id}/cancel": cancel,
  "POST /bookings/{id}/document": upload,
  "POST /bookings/{id}/note": writeNote,
  "POST /bookings/search": search,
  "POST /hooks": addHook,
  "GET /hooks": ({ hooks }) => ({ status: 200, body: [...hooks.values()] }),
  "DELETE /hooks/{id}": removeHook,
};

function show({ has }: State, booking: Booking): unknown {
  return has("price as text") ? { ...booking, price: String(booking.price) } : booking;
}

function withBooking({ bookings }: State, id: number, use: (booking: Booking) => Reply): Reply {
  const booking = bookings.get(id);
  return booking === undefined ? refuse(404, "no such booking") : use(booking);
}

function readBooking(state: State, _: Received, id: number): Reply {
  return withBooking(state, id, (it) => ({ status: 200, body: show(state, it) }));
}

function cancel(state: State, _: Received, id: number): Reply {
  return withBooking(state, id, (it) => {
    const cancelled = { ...it, status: "cancelled" };
    state.bookings.set(id, cancelled);
    return { status: 200, body: show(state, cancelled) };
  });
}

function listBookings(state: State, { query }: Received): Reply {
  if ([...query.keys()].some((name) => query.getAll(name).length > 1)) return refuse(400, "sent twice");
  const text = query.get("limit") ?? "20";
  const limit = Number(text);
  const max = state.has("accepts large pages") ? 1000 : 50;
  const after = query.get("cursor") ?? "0";
  if (!/^\d+$/.test(text) || limit < 1 || limit > max || !/^\d{1,9}$/.test(after)) return refuse(400, "no such page");
  const isBroken =
    state.has("long names break the list") && [...state.bookings.values()].some((it) => it.guest.length > 30);
  if (isBroken) return refuse(500, "failed");
  const first = state.has("the second page is the first") ? 0 : Number(after);
  const left = [...state.bookings.values()].filter(({ id }) => id > first);
  const items = left.slice(0, limit).map((it) => show(state, it));
  const next = left.length > limit ? { next: String(left[limit - 1]?.id) } : {};
  return { status: 200, body: { items, ...next } };
}

function readJson(state: State, { bytes, type }: Received): unknown {
  if (!/^application\/json\b/i.test(type)) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError && state.has("500 for other bytes than UTF-8")) throw error;
    return undefined;
  }
}

function hasReadOnly(body: unknown): boolean {
  return typeof body === "object" && body !== null && ("id" in body || "status" in body);
}

function createBooking(state: State, received: Received): Reply {
  if (!/^application\/json\b/i.test(received.type)) return refuse(415, "not JSON");
  const body = readJson(state, received) as { guest?: unknown; price?: unknown } | null | undefined;
  const { guest, price } = body ?? {};
  const isValid = typeof guest === "string" && [...guest].length >= 1 && [...guest].length <= 40;
  if (hasReadOnly(body)) return refuse(400, "read-only");
  if (!isValid || !Number.isInteger(price) || Number(price) < 0 || Number(price) > 10_000)
    return refuse(400, "no such booking");
  const booking = { id: state.nextId, guest, status: "open", price: Number(price) };
  state.nextId += 1;
  state.bookings.set(booking.id, booking);
  return { status: 201, body: show(state, booking) };
}

/** The boundary and the names are read without looking whether there are any. */
function upload(state: State, { bytes, type }: Received, id: number): Reply {
  return withBooking(state, id, () => {
    if (!/^multipart\/form-data\b/i.test(type)) return refuse(415, "no upload");
    const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
    if (boundary === undefined) {
      if (state.has("500 without boundary")) throw new TypeError("no boundary");
      return refuse(400, "no boundary");
    }
    const text = bytes.toString("latin1");
    if (!text.includes(`--${boundary}--`)) return refuse(400, "cut off");
    const parts = text.split(`--${boundary}`).slice(1, -1);
    const names = parts.map((part) => /name="([^"]*)"/.exec(part)?.[1]);
    if (names.includes(undefined) && state.has("500 for a part without name")) throw new TypeError("no name");
    const hasFile = parts.some((it) => /name="file"; filename="[^"]+"/.test(it) && /\r\n\r\n./s.test(it));
    const isWhole =
      names.filter((it) => it === "title").length === 1 && names.filter((it) => it === "file").length === 1;
    return hasFile && isWhole && names.length === 2 ? { status: 204 } : refuse(400, "not a title and a file");
  });
}

function writeNote(state: State, { bytes, type }: Received, id: number): Reply {
  return withBooking(state, id, () => {
    if (!/^text\/plain\b/i.test(type)) return refuse(415, "no text");
    return bytes.length === 0 ? refuse(400, "empty") : { status: 204 };
  });
}

function search(state: State, { bytes, type }: Received): Reply {
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return refuse(415, "no form");
  try {
    const fields = bytes
      .toString()
      .split("&")
      .map((it) => it.split("=").map(decodeURIComponent));
    const guest = fields.filter(([name]) => name === "guest");
    if (guest.length !== 1 || guest[0]?.[1] === undefined) return refuse(400, "name one guest");
    return { status: 200 };
  } catch (error) {
    if (state.has("500 for percent signs")) throw error;
    return refuse(400, "not a form");
  }
}

function addHook(state: State, received: Received): Reply {
  if (!/^application\/json\b/i.test(received.type)) return refuse(415, "not JSON");
  const body = readJson(state, received) as { url?: unknown } | null | undefined;
  if (hasReadOnly(body) || typeof body?.url !== "string" || !/^https?:\/\/[^\s<>"]+$/.test(body.url))
    return refuse(400, "no URL");
  const hook = { id: state.nextId, url: body.url };
  state.nextId += 1;
  state.hooks.set(hook.id, hook);
  return { status: 201, body: hook };
}

function removeHook({ hooks, has }: State, _: Received, id: number): Reply {
  if (!hooks.has(id)) return refuse(404, "no such hook");
  if (!has("keeps deleted hooks")) hooks.delete(id);
  return { status: 204 };
}
