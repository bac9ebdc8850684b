/**
 * A bookshop whose optional properties are never in an example of its spec, and whose list has its items in an envelope. The filter by title
 * finds parts of titles, and that by pages shorter books, which the spec does not say. `defect` makes it wrong in one respect.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";

export type BookshopDefect =
  | "deletes without a token"
  | "deletes what it refuses to delete"
  | "a PATCH drops what it does not name"
  | "a PUT keeps what it leaves out"
  | "a PUT keeps the price"
  | "the filter by genre is ignored"
  | "the filter by title is ignored"
  | "a page begins with the last item of the one before";

export const BOOKSHOP_TOKEN = "token-of-the-bookshop";

type Fields = {
  readonly title: string;
  readonly genre: string;
  readonly pages?: number;
  readonly price?: number;
  readonly tags?: readonly string[];
};
type Book = Fields & { readonly id: string };

const GENRES = ["novel", "poem", "essay"];
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const METHODS = { list: ["GET", "HEAD", "POST"], item: ["GET", "HEAD", "PUT", "PATCH", "DELETE"] };

export async function startBookshop(defect?: BookshopDefect) {
  const books = new Map<string, Book>();
  for (let at = 0; at < 5; at += 1) {
    const id = randomUUID();
    books.set(id, { id, title: `Book ${at}`, genre: GENRES[at % 3] ?? "", pages: 100 + at });
  }
  const server = createServer((request, response) => void respond({ books, defect }, request, response));
  return {
    url: await listenOn(server),
    close: () => closeServer(server),
  };
}

type State = { readonly books: Map<string, Book>; readonly defect: BookshopDefect | undefined };
type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

async function respond(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { status, body, headers } = handle(state, request, Buffer.concat(chunks));
  response.writeHead(status, { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers });
  response.end(body === undefined || request.method === "HEAD" ? undefined : JSON.stringify(body));
}

const refuse = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  ...{ status, headers },
  body: { title: `refused with ${status}` },
});

function handle(state: State, { method = "", url = "", headers }: IncomingMessage, bytes: Buffer): Reply {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, collection, item = "", ...more] = pathname.split("/").map(decodeURIComponent);
  if (collection !== "books" || more.length > 0) return refuse(404);
  const isSignedIn = headers.authorization?.toLowerCase() === `bearer ${BOOKSHOP_TOKEN}`;
  if (!isSignedIn && method === "DELETE" && state.defect === "deletes what it refuses to delete")
    state.books.delete(item);
  if (!isSignedIn && !(method === "DELETE" && state.defect === "deletes without a token"))
    return refuse(401, { "WWW-Authenticate": "Bearer" });
  const allowed = item === "" ? METHODS.list : METHODS.item;
  if (!allowed.includes(method)) return refuse(405, { Allow: allowed.join(", ") });
  if (item !== "" && !UUID.test(item)) return refuse(400);
  const book = state.books.get(item);
  if (method === "GET" || method === "HEAD") {
    if (item === "") return list(state, searchParams);
    return book === undefined ? refuse(404) : { status: 200, body: book };
  }
  if (method !== "DELETE") return write(state, { method, book, item, type: headers["content-type"] ?? "", bytes });
  return state.books.delete(item) ? { status: 204 } : refuse(404);
}

function list({ books, defect }: State, query: URLSearchParams): Reply {
  if ([...query.keys()].some((name) => query.getAll(name).length > 1)) return refuse(400);
  const [limit, offset, pages] = [query.get("limit") ?? "20", query.get("offset") ?? "0", query.get("pages") ?? "9999"];
  const [genre, title] = [query.get("genre") ?? undefined, query.get("title") ?? undefined];
  const isNumber = [limit, offset, pages].every((it) => /^\d+$/.test(it));
  if (!isNumber || Number(limit) < 1 || Number(limit) > 50 || Number(pages) < 1 || title === "") return refuse(400);
  if (genre !== undefined && !GENRES.includes(genre)) return refuse(400);
  const found = [...books.values()]
    .filter((it) => genre === undefined || it.genre === genre || defect === "the filter by genre is ignored")
    .filter((it) => title === undefined || it.title.includes(title) || defect === "the filter by title is ignored")
    .filter((it) => !query.has("pages") || Number(it.pages) <= Number(pages));
  const isEarly = defect === "a page begins with the last item of the one before" && Number(offset) > 0;
  const start = Number(offset) - (isEarly ? 1 : 0);
  return { status: 200, body: { items: found.slice(start, start + Number(limit)), total: found.length } };
}

type Write = {
  readonly method: string;
  readonly book: Book | undefined;
  readonly item: string;
  readonly type: string;
  readonly bytes: Buffer;
};

function write({ books, defect }: State, { method, book, item, type, bytes }: Write): Reply {
  const expected = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  if (type.split(";")[0]?.trim().toLowerCase() !== expected) return refuse(415);
  const fields = readFields(bytes, method === "PATCH");
  if (fields === undefined) return refuse(400);
  if (item !== "" && book === undefined) return refuse(404);
  const id = book?.id ?? randomUUID();
  const { price, tags, ...kept } = book ?? {};
  const isMerged = method === "PATCH" || defect === "a PUT keeps what it leaves out";
  const before = defect === "a PATCH drops what it does not name" && method === "PATCH" ? kept : book;
  const written = { ...(isMerged ? before : {}), ...fields, id } as Book;
  const isOldPrice = method === "PUT" && defect === "a PUT keeps the price" && price !== undefined;
  const next = isOldPrice ? { ...written, price } : written;
  books.set(id, next);
  return { status: item === "" ? 201 : 200, body: next };
}

const isText = (it: unknown): it is string => typeof it === "string" && [...it].length >= 1 && [...it].length <= 50;

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isText,
  genre: (it) => GENRES.includes(String(it)) && typeof it === "string",
  pages: (it) => Number.isInteger(it) && Number(it) >= 1 && Number(it) <= 9000,
  price: (it) => typeof it === "number" && it >= 0,
  tags: (it) => Array.isArray(it) && it.length <= 3 && it.every((tag) => typeof tag === "string"),
};

function readFields(bytes: Buffer, isPatch: boolean): Partial<Fields> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const allowed = isPatch ? ["title", "pages"] : Object.keys(CHECKS);
    const isValid = Object.entries(value).every(([name, it]) => allowed.includes(name) && CHECKS[name]?.(it) === true);
    const isWhole = isPatch ? Object.keys(value).length > 0 : "title" in value && "genre" in value;
    return isValid && isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}
