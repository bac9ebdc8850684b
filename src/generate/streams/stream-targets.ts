import {
  type Document,
  isJsonType,
  type JsonObject,
  joinPointer,
  type MediaTypeDefinition,
  type Pointer,
} from "../../document/index.js";
import { isSequentialType } from "../../schema/index.js";
import { type Choice, listApplicableSchemas, readApplicableSchema } from "../../schema/model/applicable-schema.js";
import { findPropertyPointers } from "../../schema/model/schema-model.js";
import { GenerateError } from "../generate-error.js";

/** What the validator of a stream needs beside that of its items. */
export type StreamTarget = {
  /** The schema of the list of all items. */
  readonly list?: Pointer;
  /** The schemas of the JSON in the data of events. */
  readonly contents: readonly ContentTarget[];
};

/** A `contentSchema`, and the conditions on which an event has it. */
export type ContentTarget = { readonly pointer: Pointer; readonly conditions: readonly ContentCondition[] };

export type ContentCondition = { readonly schema: Pointer; readonly isValid: boolean } | { readonly property: string };

/** How the items of a media type are validated; undefined if it has no `itemSchema`, or one without effect. */
export function createStreamTarget(
  document: Document,
  { range, schema, itemSchema }: MediaTypeDefinition,
): StreamTarget | undefined {
  if (itemSchema === undefined || !isSequentialType(range)) return undefined;
  const isEvents = /^text\/event-stream\b/i.test(range);
  return {
    ...(schema === undefined ? {} : { list: schema }),
    contents: isEvents ? listContents(document.root, itemSchema) : [],
  };
}

/** Validators would be as large. No known spec has more than some dozens. */
const MAX_CONTENTS = 1000;

/** Lists what `findContentSchemas` finds for some event, with the conditions instead of the event. */
function listContents(root: JsonObject, schema: Pointer): ContentTarget[] {
  const visited = new Set<string>();
  const contents: ContentTarget[] = [];
  const visit = (pointer: Pointer, conditions: readonly ContentCondition[]): void => {
    const key = JSON.stringify([pointer, conditions]);
    const applicable = visited.has(key) ? undefined : readApplicableSchema(root, pointer);
    visited.add(key);
    if (visited.size > MAX_CONTENTS)
      throw new GenerateError(`validators cannot be made: ${schema} has too many branches of events`);
    if (applicable === undefined) return;
    const data = findPropertyPointers([applicable], "data") ?? [];
    for (const { pointer: text, schema: found } of data.flatMap((it) => listApplicableSchemas(root, it))) {
      const { contentSchema, contentMediaType = "application/json" } = found;
      if (contentSchema === undefined || !isJsonType(String(contentMediaType))) continue;
      contents.push({ pointer: joinPointer(text, "contentSchema"), conditions });
    }
    for (const next of applicable.always) visit(next, conditions);
    for (const [next, condition] of applicable.choices.flatMap(listBranches)) visit(next, [...conditions, condition]);
  };
  visit(schema, []);
  return contents;
}

function listBranches(choice: Choice): (readonly [schema: Pointer, condition: ContentCondition])[] {
  if (choice.kind === "branches") return choice.branches.map((schema) => [schema, { schema, isValid: true }]);
  if (choice.kind === "dependent") return [[choice.schema, { property: choice.property }]];
  return [choice.then, choice.else].flatMap((schema) =>
    schema === undefined ? [] : [[schema, { schema: choice.when, isValid: schema === choice.then }] as const],
  );
}
