import { type JsonObject, joinPointer, type Pointer, readHeaderDefinitions } from "../../document/index.js";
import { readParameter } from "../parameters/read-parameter.js";
import { reduceToClosestBranch } from "../validation/closest-branch.js";
import { classifyFailure, describeViolation } from "../validation/describe-violation.js";
import { createPartViolation, type Violation } from "../validation/violation.js";
import type { PartReader } from "./read-part.js";
import type { MultipartPart } from "./split-multipart.js";

/** An Encoding Object, and what reads its part. */
export type PartEncoding = {
  readonly pointer: Pointer;
  readonly value: JsonObject;
  readonly reader: PartReader;
};

/**
 * Checks the Content-Type and the headers of a part, but not its value.
 *
 * @param instance the location of the part in the body.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function checkPartEncoding(part: MultipartPart, instance: Pointer, encoding: PartEncoding): Violation[] {
  return [...checkPartType(part, instance, encoding), ...checkPartHeaders(part, instance, encoding)];
}

function checkPartType(
  part: MultipartPart,
  instance: Pointer,
  { pointer, value: { contentType }, reader }: PartEncoding,
): Violation[] {
  const sent = part.headers.get("content-type");
  const actual = sent ?? "text/plain";
  if (typeof contentType !== "string") return [];
  if (contentType.split(",").some((range) => reader.matchesMediaType(range.trim(), actual))) return [];
  const reason = `the part has Content-Type ${actual.slice(0, 60)}; expected ${contentType}`;
  const location = { pointer: joinPointer(pointer, "contentType"), instance };
  return [createPartViolation({ ...location, reason, valueClass: sent === undefined ? "no part type" : "part type" })];
}

function checkPartHeaders(part: MultipartPart, instance: Pointer, { pointer, reader }: PartEncoding): Violation[] {
  const { schemas, direction } = reader;
  return readHeaderDefinitions(schemas.document, pointer).flatMap((header): Violation[] => {
    const place = `part header ${header.name}`;
    const createHeaderViolation = (reason: string, mode: string): Violation[] => [
      createPartViolation({ pointer: header.pointer, instance, reason, valueClass: `${place} ${mode}` }),
    ];
    const text = part.headers.get(header.name.toLowerCase());
    if (text === undefined)
      return header.required
        ? createHeaderViolation(`the part lacks the required header "${header.name}"`, "missing")
        : [];
    const reading = readParameter(schemas, header, { in: "header", text });
    if (reading.kind === "malformed")
      return createHeaderViolation(`the part header "${header.name}" ${reading.reason}`, reading.mode);
    const schema = header.schema ?? header.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return [];
    // The message omits the value, because the name of a part header does not show whether it is sensitive.
    const violations = reduceToClosestBranch(schemas, direction, schemas.validate(schema, direction, reading.value));
    return violations.map((violation) => ({
      ...violation,
      instance,
      valueClass: `${place} ${violation.keyword} ${classifyFailure(violation)}`,
      reason: `the part header "${header.name}" is invalid; expected ${describeViolation(violation).expected}`,
    }));
  });
}
