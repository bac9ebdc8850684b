import { isObject, type Json, type Pointer } from "../../document/index.js";
import { type CaseRequest, readWrittenBody } from "./probe-case.js";

export type JsonPatchOperation = {
  readonly op: string;
  readonly path: Pointer;
  readonly value?: Json;
  readonly from?: Pointer;
};

export type JsonPatch = readonly JsonPatchOperation[];

const OPERATIONS = new Set(["add", "remove", "replace", "move", "copy", "test"]);

/** The operations of a JSON Patch (RFC 6902); undefined if a body is none, whatever its media type. */
export function readJsonPatch(request: CaseRequest): JsonPatch | undefined {
  const value = readWrittenBody(request);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const operations = value.flatMap((it: Json): JsonPatchOperation[] => {
    if (!isObject(it) || typeof it.op !== "string" || typeof it.path !== "string" || !OPERATIONS.has(it.op)) return [];
    const from = typeof it.from === "string" ? { from: it.from } : {};
    return [{ op: it.op, path: it.path, ...from, ...(it.value === undefined ? {} : { value: it.value }) }];
  });
  return operations.length === value.length ? operations : undefined;
}

/** Whether a request can be accepted any number of times: a JSON Patch may remove, move or test what is there only once. */
export function isRepeatable(request: CaseRequest): boolean {
  return readJsonPatch(request)?.every(({ op }) => op === "add" || op === "replace") ?? true;
}
