/**
 * A service that implements test/cases/library.yaml correctly, or with one defect. It uses the gate to validate
 * requests.
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadContract } from "../../src/check/index.js";
import { closeServer, listenOn } from "../../src/cli/process/listen-on.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../src/recording/index.js";

export const LIBRARY = join(import.meta.dirname, "../cases/library.yaml");

/** The same spec with documented error responses for every operation, which the probe expects. */
export function writeSpecWithRefusals(): string {
  const problem = '{ $ref: "#/components/responses/Problem" }';
  const path = join(mkdtempSync(join(tmpdir(), "library-")), "library.yaml");
  const text = readFileSync(LIBRARY, "utf8")
    .replace('        "204": { description: Removed. }', `$&\n        4XX: ${problem}`)
    .replace(`        "400": ${problem}`, `        4XX: ${problem}`)
    .replace(
      '      responses:\n        "200":\n          description: The shelf',
      `      responses:\n        4XX: ${problem}\n        "200":\n          description: The shelf`,
    );
  writeFileSync(path, text);
  return path;
}
export const KEY = "the-key-of-the-library";

export type LibraryResponse = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Replaces a correct response with another one. */
export type Defect = (response: LibraryResponse, request: LibraryRequest) => LibraryResponse;

export type LibraryRequest = {
  readonly method: string;
  readonly url: URL;
  readonly operation: string | undefined;
  readonly isSignedIn: boolean;
  readonly isValid: boolean;
};

export type LibraryService = {
  readonly url: string;
  readonly count: () => number;
  readonly close: () => Promise<void>;
};

const contract = loadContract(LIBRARY);
type Book = { readonly id: number; readonly title?: string; readonly shelf?: unknown };
type BookStore = { readonly books: Map<number, Book>; nextId: number };
const BOOKS: readonly Book[] = ["fiction", "history", "fiction"].map((shelf, id) => ({
  ...{ id, title: `Book ${id}`, kind: "novel", shelf },
}));
const buildProblem = (status: number, headers: Readonly<Record<string, string>> = {}): LibraryResponse => ({
  status,
  headers: { "Content-Type": "application/problem+json", ...headers },
  body: { title: "refused" },
});

export async function startLibrary(defect: Defect = (response) => response): Promise<LibraryService> {
  let count = 0;
  const store: BookStore = { books: new Map(BOOKS.map((book) => [book.id, book])), nextId: BOOKS.length };
  const server = createServer(async (incoming, outgoing) => {
    count += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const request = readLibraryRequest(incoming, bytes);
    const { status, headers = {}, body } = defect(respondTo(store, request, bytes), request);
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    outgoing.writeHead(status, { ...json, ...headers }).end(body === undefined ? undefined : JSON.stringify(body));
  });
  return {
    url: await listenOn(server),
    count: () => count,
    close: () => closeServer(server),
  };
}

function readLibraryRequest(
  { method = "", url = "", rawHeaders, headers }: IncomingMessage,
  bytes: Buffer,
): LibraryRequest {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ""] as const] : []));
  const exchange: Exchange = {
    request: {
      method,
      url: `https://library.example/v1${url}`,
      headers: pairs,
      body: bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes },
    },
    response: { status: 200, headers: [], body: { kind: "none" } },
    origin: { source: "library", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
  const { findings, operation } = contract.check(exchange);
  const wrong = findings.filter(({ code, level }) => code.startsWith("request.") && level === "error");
  return {
    method,
    url: new URL(exchange.request.url),
    operation: operation?.id,
    isSignedIn: headers["x-key"] === KEY || operation?.id === "removeBook",
    isValid: operation !== undefined && wrong.length === 0,
  };
}

function respondTo(
  store: BookStore,
  { url, operation, isSignedIn, isValid }: LibraryRequest,
  bytes: Buffer,
): LibraryResponse {
  const { books } = store;
  if (operation === undefined) return buildProblem(405, { Allow: "GET, HEAD" });
  if (!isSignedIn || !isValid) return buildProblem(400);
  const last = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  if (operation === "listBooks") {
    const found = [...books.values()].filter(({ shelf }) => shelf === url.searchParams.get("shelf"));
    const body = found.slice(0, Number(url.searchParams.get("limit") ?? 100));
    return { status: 200, headers: { "X-Total": String(found.length) }, body };
  }
  if (operation === "getBook") {
    const book = books.get(Number(last));
    return book === undefined ? buildProblem(404) : { status: 200, body: book };
  }
  if (operation === "removeBook") {
    books.delete(Number(last));
    return { status: 204 };
  }
  if (operation === "getShelf") return { status: 200, body: { name: last } };
  const book: Book = { title: "Emma", ...readTitle(bytes), id: store.nextId };
  // It has no other shelves.
  if (book.shelf !== undefined && !["fiction", "history"].includes(String(book.shelf))) return buildProblem(400);
  store.nextId += 1;
  books.set(book.id, book);
  return { status: 201, body: book };
}

function readTitle(bytes: Buffer): object {
  try {
    const { lockPin: _, ...shown } = JSON.parse(bytes.toString());
    return shown;
  } catch {
    return {};
  }
}
