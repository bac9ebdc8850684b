import { createHash } from "node:crypto";
import type { Disagreement, FindingCode, Level } from "../checks/index.js";
import type { Document, Location, Operation, Pointer } from "../document/index.js";
import { type Exchange, redactTokens } from "../exchange/index.js";
import type { Levels } from "./levels.js";

/** One disagreement between an exchange and the contract, with its places on both sides. */
export type Finding = {
  readonly code: FindingCode;
  readonly level: Exclude<Level, "off">;
  /** What, where, and what would have been accepted. Prose: it may change between versions; the code may not. */
  readonly message: string;
  /** The operationId, or null when the request belongs to none. */
  readonly operationId: string | null;
  readonly contract: Location & { readonly pointer: Pointer };
  readonly recording: RecordedPlace;
  /** The same for the same disagreement in every run: code, operation, place in the contract and class of value. */
  readonly fingerprint: string;
  readonly name?: string;
  readonly declared?: readonly string[];
  /** How often this happened in the exchange. */
  readonly occurrences: number;
  /** How to see it once more; only of what a probe has found. */
  readonly reproduce?: Reproduction;
};

/** Lines for a shell. Credentials stand in them as `$TOKEN`, other secrets as `$SECRET`. */
export type Reproduction = {
  /** The request alone. */
  readonly curl: string;
  /** The case of the probe, with all the requests that belong to it. */
  readonly probe: string;
};

export type RecordedPlace = {
  readonly source: string;
  /** Zero-based number of the exchange in its source. */
  readonly index: number;
  /** JSON Pointer in the recording. */
  readonly pointer: Pointer;
  /** JSON Pointer inside the body that stands there as text. */
  readonly body?: Pointer;
};

export type FindingMaker = (
  exchange: Exchange,
  operation: Operation | undefined,
  disagreement: Disagreement,
) => Finding;

/** Completes disagreements whose level is not off to findings; places and fingerprints are looked up once each. */
export function createFindingMaker(document: Document, levels: Levels): FindingMaker {
  const places = new Map<Pointer, Finding["contract"]>();
  const fingerprints = new Map<string, string>();
  const placeInContract = (pointer: Pointer): Finding["contract"] => {
    const place = { pointer, ...document.locate(pointer) };
    places.set(pointer, place);
    return place;
  };
  const fingerprintOf = (identity: string): string => {
    const fingerprint = createHash("sha256").update(identity).digest("hex").slice(0, 16);
    if (fingerprints.size < MAX_KEPT) fingerprints.set(identity, fingerprint);
    return fingerprint;
  };
  return (exchange, operation, { code, message, part, at, contract, valueClass, name, declared, occurrences }) => {
    const operationId = operation?.id ?? null;
    const identity = `${code}\n${operationId ?? ""}\n${contract}\n${valueClass}`;
    // Written out, for noisy traffic makes a great many of these.
    return {
      code,
      level: levels(code, operation?.id, exchange.response.status) === "error" ? "error" : "warn",
      message: redactTokens(message),
      operationId,
      contract: places.get(contract) ?? placeInContract(contract),
      recording: placeOf(exchange, part, at),
      fingerprint: fingerprints.get(identity) ?? fingerprintOf(identity),
      ...(name === undefined ? undefined : { name: redactTokens(name) }),
      ...(declared === undefined ? undefined : { declared }),
      occurrences,
    };
  };
}

/** Names that differ in every exchange must not fill the memory. */
const MAX_KEPT = 10_000;

/** A check counts the headers that an exchange has; where they stand in the recording, its reader has noted. */
function headerPlace({ headerPlaces }: Exchange["origin"], part: Disagreement["part"], at: Pointer): Pointer {
  const places = part === "request.headers" ? headerPlaces?.request : headerPlaces?.response;
  return part.endsWith(".headers") && at !== "" ? (places?.[Number(at.slice(1))] ?? at) : at;
}

function placeOf({ origin }: Exchange, part: Disagreement["part"], at: Pointer): RecordedPlace {
  const { source, index } = origin;
  const pointer = origin.pointer + origin.parts[part];
  // The name of a property may be a token too.
  if (part.endsWith(".body")) return { source, index, pointer, body: redactTokens(at) };
  return { source, index, pointer: pointer + headerPlace(origin, part, at) };
}
