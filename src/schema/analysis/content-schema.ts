import { type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import { type ApplicableSchema, type Choice, readApplicableSchema } from "./applicable-schema.js";
import { getApplicableSchemas } from "./coerce.js";
import { findPropertyPointers } from "./merged-schema.js";

/** A `contentSchema`, and the media type of the text that it describes. */
export type ContentSchema = { readonly pointer: Pointer; readonly type: string };

/**
 * Finds each `contentSchema` of the property `data` of an event, in the branches that the event matches. The media type is JSON
 * unless `contentMediaType` says otherwise.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#special-considerations-for-server-sent-events
 */
export function findContentSchemas(schemas: Schemas, schema: Pointer, event: JsonObject): ContentSchema[] {
  const matching = [...listMatchingSchemas(schemas, schema, event, new Set())];
  const texts = (findPropertyPointers(matching, "data") ?? []).flatMap((data) => getApplicableSchemas(schemas, data));
  const found = texts.flatMap(({ pointer, schema: text }): [Pointer, ContentSchema][] => {
    if (text.contentSchema === undefined) return [];
    const type = typeof text.contentMediaType === "string" ? text.contentMediaType : "application/json";
    return [[pointer, { pointer: joinPointer(pointer, "contentSchema"), type }]];
  });
  return [...new Map(found).values()];
}

/** Lists the schemas that apply to an event: of choices, only those that it matches. */
function* listMatchingSchemas(
  schemas: Schemas,
  pointer: Pointer,
  event: JsonObject,
  visited: Set<Pointer>,
): Iterable<ApplicableSchema> {
  const applicable = visited.has(pointer) ? undefined : readApplicableSchema(schemas.root, pointer);
  visited.add(pointer);
  if (applicable === undefined) return;
  yield applicable;
  const chosen = applicable.choices.flatMap((choice) => choose(schemas, choice, event));
  for (const next of [...applicable.always, ...chosen]) yield* listMatchingSchemas(schemas, next, event, visited);
}

function choose(schemas: Schemas, choice: Choice, event: JsonObject): Pointer[] {
  const matches = (pointer: Pointer): boolean => schemas.isValid(pointer, "response", event);
  if (choice.kind === "branches") return choice.branches.filter(matches);
  if (choice.kind === "dependent") return Object.hasOwn(event, choice.property) ? [choice.schema] : [];
  const next = matches(choice.when) ? choice.then : choice.else;
  return next === undefined ? [] : [next];
}
