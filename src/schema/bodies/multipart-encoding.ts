import { type JsonObject, joinPointer, type Pointer, readHeaderDefinitions } from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import { readParameter } from "../parameters/read-parameter.js";
import { describeViolation } from "../validation/describe-violation.js";
import type { Schemas } from "../validation/schemas.js";
import type { MultipartPart } from "./split-multipart.js";

export type PartViolation = {
  readonly at: Pointer;
  readonly reason: string;
  readonly contract: Pointer;
  readonly valueClass: string;
};

/** An Encoding Object, and what its types are compared with. */
export type PartEncoding = {
  readonly pointer: Pointer;
  readonly value: JsonObject;
  readonly direction: MessageDirection;
  readonly matchesMediaType: (range: string, contentType: string) => boolean;
};

/**
 * What is wrong with a part beside its value: its Content-Type and its headers.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function checkPartEncoding(schemas: Schemas, part: MultipartPart, encoding: PartEncoding): PartViolation[] {
  return [...checkPartType(part, encoding), ...checkPartHeaders(schemas, part, encoding)];
}

function checkPartType(
  part: MultipartPart,
  { pointer, value: { contentType }, matchesMediaType }: PartEncoding,
): PartViolation[] {
  const given = part.headers.get("content-type") ?? "text/plain";
  if (typeof contentType !== "string" || contentType.split(",").some((range) => matchesMediaType(range.trim(), given)))
    return [];
  const reason = `the part is of type ${given.slice(0, 60)}; expected ${contentType}`;
  const contract = joinPointer(pointer, "contentType");
  return [{ at: getPartPointer(part), reason, contract, valueClass: "part type" }];
}

function checkPartHeaders(
  schemas: Schemas,
  part: MultipartPart,
  { pointer, direction }: PartEncoding,
): PartViolation[] {
  return readHeaderDefinitions(schemas.document, pointer).flatMap((header): PartViolation[] => {
    const place = { at: getPartPointer(part), contract: header.pointer, valueClass: `part header ${header.name}` };
    const text = part.headers.get(header.name.toLowerCase());
    if (text === undefined)
      return header.required ? [{ ...place, reason: `the part lacks its required header "${header.name}"` }] : [];
    const reading = readParameter(schemas, header, { in: "header", text });
    if (reading.kind === "malformed")
      return [{ ...place, reason: `the part has a header "${header.name}" that ${reading.reason}` }];
    const schema = header.schema ?? header.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return [];
    // The value is not told: what a header of a part is for cannot be seen from its name.
    return schemas.validate(schema, direction, reading.value).map((failure) => ({
      ...place,
      contract: failure.pointer,
      reason: `the part has a header "${header.name}" of which ${describeViolation(failure).expected} is expected`,
    }));
  });
}

function getPartPointer({ name }: MultipartPart): Pointer {
  return name === undefined ? "" : joinPointer("", name);
}
