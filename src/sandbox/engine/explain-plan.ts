import { type Document, pluralize } from "../../document/index.js";
import { describeEffect } from "./action-effects.js";
import { getParentShape } from "./path-shape.js";
import type { Play, ResourcePlan } from "./resource.js";
import { formatOperation, planResources } from "./resource-plan.js";
import { listIgnoredParameters, listSelections } from "./select-records.js";

/** Explains what the sandbox does with each operation, and which fact decides it. One line for each operation. */
export function explainPlan(document: Document): readonly string[] {
  const plays = [...planResources(document).plays.values()];
  const width = Math.max(0, ...plays.map(({ operation }) => formatOperation(operation).length));
  return plays.map((play) => `${formatOperation(play.operation).padEnd(width)}  ${describePlay(document, play)}`);
}

/** What the start of a sandbox says about a plan: how much has a state, what is ignored, and the operations that keep nothing. */
export function summarizePlan(document: Document, { plays, resources }: ResourcePlan): readonly string[] {
  const all = [...plays.values()];
  const without = all.filter((it) => /^(example|act)$/.test(it.kind) && describeEffect(document, it) === undefined);
  const ignored = all.map((it) => listIgnoredParameters(document, it)).filter((it) => it.length > 0);
  const unused = `ignored      ${pluralize(ignored.flat().length, "parameter")} of ${pluralize(ignored.length, "operation")}; --explain names them`;
  const title = `without state, nothing is stored, from examples and samples (${without.length}):`;
  return [
    `resources    ${resources.size}, with ${all.length - without.length} of ${pluralize(all.length, "operation")}`,
    ...(ignored.length === 0 ? [] : [unused]),
    ...(without.length === 0 ? [] : [title, ...without.map(({ operation }) => `  ${formatOperation(operation)}`)]),
  ];
}

function describePlay(document: Document, play: Play): string {
  const { kind, resource, reason, view, operation } = play;
  if (resource === undefined) {
    const stored = operation.method === "GET" ? "" : "stores nothing, ";
    return `${stored}returns an example or a sample (${reason})`;
  }
  const names = play.named === undefined ? resource.identity : [play.named];
  const id = names === undefined ? "" : ` by ${names.join("/")}`;
  const records =
    resource.collection === undefined
      ? `the record at ${resource.shape || "/"}`
      : `of ${resource.collection || "/"}${view === undefined ? "" : ` below ${getParentShape(view)}`}`;
  const effects: Readonly<Record<string, string>> = {
    set: `sets all records ${records}`,
    create: `creates a record ${records}`,
    list: `lists the records ${records}${describeList(document, play)}`,
    count: `counts the records ${records}${describeList(document, play)}`,
    clear: describeClear(document, play, records),
    act: `${describeEffect(document, play) ?? "stores nothing, returns what was sent"} in a record ${records}`,
  };
  const effect = effects[kind] ?? `${kind}s a record ${records}${id}`;
  const ignored = listIgnoredParameters(document, play);
  const unused = ignored.length === 0 ? "" : `, ignores ${ignored.join(", ")}`;
  return `${effect.replace("a record the record", "the record")}${unused} (${reason})`;
}

function describeClear(document: Document, play: Play, records: string): string {
  if (play.resource?.collection === undefined) return `takes texts out of ${records}`;
  const names = listSelections(document, play).flatMap(({ name }) => name ?? []);
  return names.length === 0
    ? `deletes all records ${records}`
    : `deletes the records ${records} that ${names.join(", ")} select`;
}

function describeList(document: Document, play: Play): string {
  const { list } = play;
  const paging = list?.style === undefined ? [] : [`pages by ${list.style}`];
  const names = listSelections(document, play).flatMap(({ name }) => name ?? []);
  const filters = names.length === 0 ? [] : [`filters ${names.join(", ")}`];
  return [...paging, ...filters].map((it) => `, ${it}`).join("");
}
