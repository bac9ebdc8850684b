import { findPageItems, findPageLink, type ListingPage } from "../../check/index.js";
import { type Document, isObject, type Json, type JsonObject, type Operation } from "../../document/index.js";
import {
  decodeBody,
  decodeBodyText,
  EXCHANGE_PART_POINTERS,
  type Exchange,
  getCombinedHeader,
  parseMediaType,
} from "../../recording/index.js";
import { parseJson } from "../../schema/index.js";
import type { CaseEdit, CaseRequest, ProbeCase } from "../requests/probe-case.js";
import type { SerializedRequest } from "../requests/serialize-request.js";
import type { SendResult } from "./send.js";

/** A sent request and its response, as the checks of the probe see it. */
export type ProbeExchange = {
  readonly document: Document;
  readonly operation: Operation;
  /** The values of the request, to compare with responses. */
  readonly request: CaseRequest;
  /** The difference from an accepted request. */
  readonly edit?: CaseEdit;
  /** Absent if the request is no case with an expectation. */
  readonly expect?: ProbeCase["expect"];
  /** Status 0 means no response; `incomplete` then gives the reason. */
  readonly exchange: Exchange;
};

export function isAccepted({ exchange: { response } }: ProbeExchange): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Parses the JSON of a response; undefined if there is none. */
export function readResponseJson({ exchange: { response } }: ProbeExchange): unknown {
  return parseJsonBody(response);
}

export function parseJsonBody({ headers, body }: Pick<Exchange["response"], "headers" | "body">): unknown {
  const charset = parseMediaType(getCombinedHeader(headers, "content-type") ?? "")?.parameters.charset;
  const text = decodeBodyText(decodeBody(body, headers), charset);
  if (text.kind !== "text") return undefined;
  try {
    return parseJson(text.text);
  } catch {
    return undefined;
  }
}

/** Builds the exchange of a request and what came of it. The case recorder sets its index when all earlier cases are recorded. */
export function buildExchange(
  { method, url, headers, body }: SerializedRequest,
  sent: SendResult,
  source: string,
): Exchange {
  return {
    request: {
      method,
      url,
      headers,
      body: body === undefined || body.length === 0 ? { kind: "none" } : { kind: "bytes", bytes: body },
    },
    response: sent.kind === "response" ? sent.response : { status: 0, headers: [], body: { kind: "none" } },
    origin: { source, index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    ...(sent.durationMs === undefined ? {} : { durationMs: sent.durationMs }),
    ...(sent.kind === "response" ? {} : { incomplete: sent.reason }),
  };
}

/**
 * Whether the response rejects the content of a request. Excludes statuses with other causes: credentials, permissions,
 * missing resources, conflicts and rate limits.
 */
export function isRefusal({ exchange: { response } }: ProbeExchange): boolean {
  return [400, 405, 406, 415, 422].includes(response.status);
}

export function toListingPage(result: ProbeExchange): ListingPage {
  const { document, operation, request, exchange } = result;
  const { url } = exchange.request;
  return {
    document,
    operation,
    url,
    query: request.query,
    headers: exchange.response.headers,
    body: readResponseJson(result),
  };
}

/** Finds the items of a listing in the response. */
export function findListedItems(result: ProbeExchange): readonly Json[] | undefined {
  return findPageItems(toListingPage(result));
}

/** Finds a link of the response with this relation. */
export function findResponseLink(result: ProbeExchange, rel: string): string | undefined {
  return findPageLink(toListingPage(result), rel);
}

/** The id of an item as text; undefined if it has none. */
export function getItemIdentity(item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  const id =
    item.id ?? Object.entries(item).find(([name]) => /(^|[a-z_])[iI][dD]$/.test(name) && isOwnId(item, name))?.[1];
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** The first id property identifies the item; later ones refer to related resources. */
function isOwnId(item: JsonObject, name: string): boolean {
  return name === Object.keys(item).find((it) => /[iI][dD]$/.test(it));
}
