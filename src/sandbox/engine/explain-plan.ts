import type { Document } from "../../document/index.js";
import { getSchemas } from "../../schema/index.js";
import { findFlag, findReachedState } from "./action-effects.js";
import { getParentShape } from "./path-shape.js";
import { formatOperation, type Play, planResources } from "./resource-plan.js";
import { findState } from "./sample-values.js";
import { listSelections } from "./select-records.js";

/** Explains what the sandbox does with each operation, and which fact decides it. One line for each operation. */
export function explainPlan(document: Document): readonly string[] {
  const plays = [...planResources(document).plays.values()];
  const width = Math.max(0, ...plays.map(({ operation }) => formatOperation(operation).length));
  return plays.map((play) => `${formatOperation(play.operation).padEnd(width)}  ${describePlay(document, play)}`);
}

function describePlay(document: Document, play: Play): string {
  const { kind, resource, reason, view } = play;
  if (resource === undefined) return `returns an example or a sample (${reason})`;
  const id = resource.identity === undefined ? "" : ` by ${resource.identity.join("/")}`;
  const records =
    resource.collection === undefined
      ? `the record at ${resource.shape}`
      : `of ${resource.collection}${view === undefined ? "" : ` below ${getParentShape(view)}`}`;
  const effects = {
    ...{ create: `creates a record ${records}`, read: `reads a record ${records}${id}` },
    ...{
      list: `lists the records ${records}${describeList(document, play)}`,
      replace: `replaces a record ${records}${id}`,
    },
    ...{ change: `changes a record ${records}${id}`, delete: `deletes a record ${records}${id}` },
    ...{ clear: describeClear(document, play, records), example: "" },
    act: describeAction(document, play, records),
  };
  return `${effects[kind].replace("a record the record", "the record")} (${reason})`;
}

function describeClear(document: Document, play: Play, records: string): string {
  const names = listSelections(document, play).flatMap(({ name }) => name ?? []);
  return names.length === 0
    ? `deletes all records ${records}`
    : `deletes the records ${records} that ${names.join(", ")} select`;
}

/** An action without a state returns the record. */
function describeAction(document: Document, { operation, resource, action = "" }: Play, records: string): string {
  const schemas = getSchemas(document);
  const state = resource === undefined ? undefined : findState(schemas, schemas.model.at([resource.schema]));
  const reached = state === undefined ? undefined : findReachedState(action, state.values);
  const flag = resource && findFlag(schemas, resource.schema, { operation, action });
  if (flag !== undefined) return `sets ${flag.name} to ${flag.value} in a record ${records}`;
  if (/^(PUT|PATCH)$/.test(operation.method)) return `changes what it sends in a record ${records}`;
  if (state === undefined || reached === undefined) return `changes nothing in a record ${records}`;
  return `sets ${state.name} to ${reached} in a record ${records}`;
}

function describeList(document: Document, play: Play): string {
  const { list } = play;
  const paging = list?.style === undefined ? [] : [`pages by ${list.style}`];
  const names = listSelections(document, play).flatMap(({ name }) => name ?? []);
  const filters = names.length === 0 ? [] : [`filters ${names.join(", ")}`];
  return [...paging, ...filters].map((it) => `, ${it}`).join("");
}
