import type {
  Body,
  Exchange,
  Gap,
  HeaderPlaces,
  LogPart,
  Origin,
  PartPointers,
  Reading,
  WebhookMark,
} from "./exchange.js";
import type { HeaderList } from "./header-list.js";
import { isUrl } from "./is-url.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "./unreadable-entry.js";

/** What a reader found in one item of its format. */
export type Found = {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body: Body;
  };
  readonly response: { readonly status: number; readonly headers: HeaderList; readonly body: Body };
  readonly parts: PartPointers;
  readonly startedAt?: string | undefined;
  readonly incomplete?: string | undefined;
  readonly gaps?: readonly Gap[];
  readonly unlogged?: readonly LogPart[];
  readonly webhook?: WebhookMark | undefined;
};

/** Makes the reading of one item: an exchange of what `find` finds, or why it finds none. */
export function readingOf(at: Pick<Origin, "source" | "index" | "pointer">, find: () => Found): Reading {
  try {
    return { kind: "exchange", exchange: exchangeOf(at, find()) };
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    const unreadable = { source: at.source, pointer: `${at.pointer}${error.pointer}`, reason: error.message };
    return { kind: "unreadable", unreadable };
  }
}

function exchangeOf(at: Pick<Origin, "source" | "index" | "pointer">, found: Found): Exchange {
  const { request, response, parts, startedAt, incomplete, gaps = [], unlogged = [], webhook } = found;
  const headerPlaces = placesOf(request.headers, response.headers);
  return {
    request: { ...request, headers: request.headers.headers },
    response: { ...response, headers: response.headers.headers },
    origin: {
      ...at,
      ...(startedAt === undefined ? {} : { startedAt }),
      parts,
      ...(headerPlaces === undefined ? {} : { headerPlaces }),
    },
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(gaps.length === 0 ? {} : { gaps }),
    ...(unlogged.length === 0 ? {} : { unlogged }),
    ...(webhook === undefined ? {} : { webhook }),
  };
}

function placesOf({ places: request }: HeaderList, { places: response }: HeaderList): HeaderPlaces | undefined {
  if (request === undefined && response === undefined) return undefined;
  return { ...(request === undefined ? {} : { request }), ...(response === undefined ? {} : { response }) };
}

export function record(value: unknown, pointer: string, wanted: string): UnknownRecord {
  if (isRecord(value)) return value;
  throw new UnreadableEntry(pointer, value, wanted);
}

export function methodOf(value: unknown, pointer: string): string {
  if (typeof value === "string" && value !== "") return value.toUpperCase();
  throw new UnreadableEntry(pointer, value, 'an HTTP method such as "GET"');
}

export function urlOf(value: unknown, pointer: string): string {
  if (typeof value === "string" && isUrl(value)) return value;
  throw new UnreadableEntry(pointer, value, 'an absolute URL such as "https://host/path"');
}

/** A status that an answer can have. */
export function statusOf(value: unknown, pointer: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 999) return value;
  throw new UnreadableEntry(pointer, value, "a number from 100 to 999");
}
