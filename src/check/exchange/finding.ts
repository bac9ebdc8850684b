import {
  asObject,
  createFingerprint,
  type Document,
  findIgnoreReason,
  memoize,
  type Operation,
  type Pointer,
  parentPointer,
  type SourceLocation,
  valueAt,
} from "../../document/index.js";
import { type Exchange, redactTokens } from "../../recording/index.js";
import { describeNullEdit } from "../../schema/registry/normalize-schema.js";
import { pickResponse } from "../router/documented-parts.js";
import type { CheckFinding } from "../rules/check.js";
import type { Level } from "../rules/codes.js";
import type { LevelResolver } from "./levels.js";

/** A violation or drift item, with its locations in the spec and in the recording. */
export type Finding = Omit<CheckFinding, "part" | "at" | "contract" | "valueClass" | "occurrences"> & {
  readonly level: Exclude<Level, "off">;
  /** The operationId, or null if the request belongs to no operation. */
  readonly operationId: string | null;
  readonly contract: SourceLocation & { readonly pointer: Pointer };
  readonly recording: RecordingLocation;
  /** The documented status of the response, such as `200` or `4XX`; absent for findings about the request. */
  readonly status?: string;
  /** Equal for the same finding in every run: a hash of code, operation, status, property, keyword and class of value. */
  readonly fingerprint: string;
  /** The number of occurrences in the exchange. */
  readonly occurrences: number;
  /** The reason of `x-contract-ignore`, if the spec accepts the finding. */
  readonly ignored?: string;
  /** Commands that reproduce the finding; only for findings of a probe. */
  readonly reproduce?: Reproduction;
};

/** A further finding of a known group, with only the fields that the group counts. */
export type RepeatedFinding = Pick<Finding, "code" | "level" | "fingerprint" | "name" | "occurrences">;

/** Whether all findings belong to known groups, and the exchange is not earlier than the first one of a group. */
export type KnownGroupPredicate = (exchange: Exchange, again: readonly RepeatedFinding[]) => boolean;

/** Shell commands. `$TOKEN` replaces credentials, `$SECRET` other secrets. */
type Reproduction = {
  /** Sends the request alone. */
  readonly curl: string;
  /** Repeats the probe case with all its requests. */
  readonly probe: string;
};

export type RecordingLocation = {
  readonly source: string;
  /** The zero-based index of the exchange in its source. */
  readonly index: number;
  /** A JSON Pointer into the recording. */
  readonly pointer: Pointer;
  /** A JSON Pointer into the body that the recording holds as text. */
  readonly body?: Pointer;
};

export type FindingMaker = (
  exchange: Exchange,
  operation: Operation | undefined,
  checkFinding: CheckFinding,
) => Finding;

/** Creates a function that completes check findings whose level is not `off`. It caches locations and fingerprints. */
export function createFindingMaker(document: Document, levels: LevelResolver): FindingMaker {
  const locateInContract = memoize((pointer: Pointer) => ({ pointer, ...document.locate(pointer) }));
  const getFingerprint = memoize(createFingerprint, MAX_FINGERPRINTS);
  return (exchange, operation, checkFinding) => {
    const { code, message, part, at = "", contract, property, keyword, valueClass, name, declared } = checkFinding;
    const { occurrences = 1, consequences } = checkFinding;
    const operationId = operation?.id ?? null;
    const status = part.startsWith("response") ? statusOf(operation, exchange.response.status) : undefined;
    const ignored = findIgnoreReason(document, code, contract);
    const edit = describeEdit(document, checkFinding);
    const identity = [code, operationId, status, property, keyword, valueClass].join("\n");
    // A literal rather than a loop, because noisy traffic creates many findings.
    return {
      code,
      level: levels(code, operation?.id, exchange.response.status) === "error" ? "error" : "warn",
      message: redactTokens(message),
      operationId,
      contract: locateInContract(contract),
      recording: locateInRecording(exchange, part, at),
      ...(status === undefined ? undefined : { status }),
      ...(property === undefined ? undefined : { property: redactTokens(property) }),
      ...(keyword === undefined ? undefined : { keyword }),
      fingerprint: getFingerprint(identity),
      ...(ignored === undefined ? undefined : { ignored }),
      ...(edit === undefined ? undefined : { edit }),
      ...(name === undefined ? undefined : { name: redactTokens(name) }),
      ...(declared === undefined ? undefined : { declared }),
      occurrences,
      ...(consequences && { consequences: consequences.map((it) => ({ ...it, message: redactTokens(it.message) })) }),
    };
  };
}

/** The edit that a check names, or accepts null or a further type: before OpenAPI 3.1 a schema has one type, and no type is null. */
function describeEdit(
  { version, isConverted = false, root }: Document,
  { code, keyword, valueClass, contract, edit }: CheckFinding,
): string | undefined {
  if (edit !== undefined) return edit;
  if (code.endsWith(".null-undocumented") && version !== "3.0")
    return describeNullEdit(asObject(valueAt(root, parentPointer(contract))) ?? {});
  if (keyword !== "type" || !contract.endsWith("/type") || version !== "3.0") return undefined;
  if (/^null\b/.test(valueClass)) return `add "${isConverted ? "x-nullable" : "nullable"}: true"`;
  return isConverted ? "change the type" : 'change the type, or write "oneOf" with a schema for each type';
}

/** The documented status of a response: its code, a range or `default`; else the code itself. */
function statusOf(operation: Operation | undefined, status: number): string {
  return pickResponse(operation?.responses ?? [], status)?.status ?? String(status);
}

/** Bounds memory if names differ in every exchange. */
const MAX_FINGERPRINTS = 10_000;

/** Maps the index of a header in the exchange to its pointer in the recording. */
function getHeaderPointer({ headerPointers }: Exchange["origin"], part: CheckFinding["part"], at: Pointer): Pointer {
  const places = part === "request.headers" ? headerPointers?.request : headerPointers?.response;
  return part.endsWith(".headers") && at !== "" ? (places?.[Number(at.slice(1))] ?? at) : at;
}

function locateInRecording({ origin }: Exchange, part: CheckFinding["part"], at: Pointer): RecordingLocation {
  const { source, index } = origin;
  const pointer = origin.pointer + origin.parts[part];
  // A property name may also be a token.
  if (part.endsWith(".body")) return { source, index, pointer, body: redactTokens(at) };
  const place = getHeaderPointer(origin, part, at);
  // A relative JSON Pointer: the header is recorded beside the list of headers.
  const isSibling = place.startsWith("1/");
  return { source, index, pointer: isSibling ? parentPointer(pointer) + place.slice(1) : pointer + place };
}
