import { headersBelow, type JsonObject, joinPointer, type Pointer } from "../document/index.js";
import { describeFailure } from "./failure-words.js";
import type { Part } from "./multipart-parts.js";
import type { Schemas } from "./schemas.js";
import { readParameter } from "./serialization.js";
import type { View } from "./view.js";

export type PartProblem = {
  readonly at: Pointer;
  readonly reason: string;
  readonly contract: Pointer;
  readonly valueClass: string;
};

/** An Encoding Object, and what its types are compared with. */
export type Encoding = {
  readonly pointer: Pointer;
  readonly value: JsonObject;
  readonly side: View;
  readonly fits: (range: string, contentType: string) => boolean;
};

/**
 * What is wrong with a part beside its value: its Content-Type and its headers.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function encodingProblems(schemas: Schemas, part: Part, encoding: Encoding): PartProblem[] {
  return [...typeProblems(part, encoding), ...headerProblems(schemas, part, encoding)];
}

function typeProblems(part: Part, { pointer, value: { contentType }, fits }: Encoding): PartProblem[] {
  const given = part.headers.get("content-type") ?? "text/plain";
  if (typeof contentType !== "string" || contentType.split(",").some((range) => fits(range.trim(), given))) return [];
  const reason = `the part is of type ${given.slice(0, 60)}; expected ${contentType}`;
  const contract = joinPointer(pointer, "contentType");
  return [{ at: placeOf(part), reason, contract, valueClass: "part type" }];
}

function headerProblems(schemas: Schemas, part: Part, { pointer, side }: Encoding): PartProblem[] {
  return headersBelow(schemas.document, pointer).flatMap((header): PartProblem[] => {
    const place = { at: placeOf(part), contract: header.pointer, valueClass: `part header ${header.name}` };
    const text = part.headers.get(header.name.toLowerCase());
    if (text === undefined)
      return header.required ? [{ ...place, reason: `the part lacks its required header "${header.name}"` }] : [];
    const reading = readParameter(schemas, header, { in: "header", text });
    if (reading.kind === "malformed")
      return [{ ...place, reason: `the part has a header "${header.name}" that ${reading.reason}` }];
    const schema = header.schema ?? header.content?.schema;
    if (reading.kind !== "value" || schema === undefined) return [];
    // The value is not told: what a header of a part is for cannot be seen from its name.
    return schemas.validate(schema, side, reading.value).map((failure) => ({
      ...place,
      contract: failure.pointer,
      reason: `the part has a header "${header.name}" of which ${describeFailure(failure).expected} is expected`,
    }));
  });
}

function placeOf({ name }: Part): Pointer {
  return name === undefined ? "" : joinPointer("", name);
}
