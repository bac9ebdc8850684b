import { createHash } from "node:crypto";
import type { CheckFinding, FindingCode, Level } from "../../checks/index.js";
import type { Document, Operation, Pointer, SourceLocation } from "../../document/index.js";
import { type Exchange, redactTokens } from "../../exchange/index.js";
import type { LevelResolver } from "./levels.js";

/** One disagreement between an exchange and the contract, with its places on both sides. */
export type Finding = {
  readonly code: FindingCode;
  readonly level: Exclude<Level, "off">;
  /** What, where, and what would have been accepted. Prose: it may change between versions; the code may not. */
  readonly message: string;
  /** The operationId, or null when the request belongs to none. */
  readonly operationId: string | null;
  readonly contract: SourceLocation & { readonly pointer: Pointer };
  readonly recording: RecordingLocation;
  /** The same for the same disagreement in every run: code, operation, place in the contract and class of value. */
  readonly fingerprint: string;
  readonly name?: string;
  readonly declared?: readonly string[];
  /** How often this happened in the exchange. */
  readonly occurrences: number;
  /** How to see it once more; only of what a probe has found. */
  readonly reproduce?: Reproduction;
};

/** One more finding of a group that is there already: of it only what the group counts has to be known. */
export type RepeatedFinding = Pick<Finding, "code" | "level" | "fingerprint" | "name" | "occurrences">;

/** Lines for a shell. Credentials stand in them as `$TOKEN`, other secrets as `$SECRET`. */
export type Reproduction = {
  /** The request alone. */
  readonly curl: string;
  /** The case of the probe, with all the requests that belong to it. */
  readonly probe: string;
};

export type RecordingLocation = {
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
  disagreement: CheckFinding,
) => Finding;

/** Completes disagreements whose level is not off to findings; places and fingerprints are looked up once each. */
export function createFindingMaker(document: Document, levels: LevelResolver): FindingMaker {
  const places = new Map<Pointer, Finding["contract"]>();
  const fingerprints = new Map<string, string>();
  const placeInContract = (pointer: Pointer): Finding["contract"] => {
    const place = { pointer, ...document.locate(pointer) };
    places.set(pointer, place);
    return place;
  };
  const fingerprintOf = (identity: string): string => {
    const fingerprint = createHash("sha256").update(identity).digest("hex").slice(0, 16);
    if (fingerprints.size < MAX_FINGERPRINTS) fingerprints.set(identity, fingerprint);
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
      recording: locateInRecording(exchange, part, at),
      fingerprint: fingerprints.get(identity) ?? fingerprintOf(identity),
      ...(name === undefined ? undefined : { name: redactTokens(name) }),
      ...(declared === undefined ? undefined : { declared }),
      occurrences,
    };
  };
}

/** Names that differ in every exchange must not fill the memory. */
const MAX_FINGERPRINTS = 10_000;

/** A check counts the headers that an exchange has; where they stand in the recording, its reader has noted. */
function getHeaderPointer({ headerPointers }: Exchange["origin"], part: CheckFinding["part"], at: Pointer): Pointer {
  const places = part === "request.headers" ? headerPointers?.request : headerPointers?.response;
  return part.endsWith(".headers") && at !== "" ? (places?.[Number(at.slice(1))] ?? at) : at;
}

function locateInRecording({ origin }: Exchange, part: CheckFinding["part"], at: Pointer): RecordingLocation {
  const { source, index } = origin;
  const pointer = origin.pointer + origin.parts[part];
  // The name of a property may be a token too.
  if (part.endsWith(".body")) return { source, index, pointer, body: redactTokens(at) };
  return { source, index, pointer: pointer + getHeaderPointer(origin, part, at) };
}
