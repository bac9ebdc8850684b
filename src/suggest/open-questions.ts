import type { CheckContext } from "../check/index.js";
import { listBodyValues } from "../check/rules/body.js";
import { getSteps, type Json, joinPointer, type Pointer, valueAt, walkObjects } from "../document/index.js";
import type { MessageDirection } from "../schema/index.js";
import { visitParts } from "../schema/model/resolve-branches.js";

/** What traffic shows about an open question, which the spec marks with the keyword `x-open-point`. */
export type OpenQuestion = {
  readonly id: string;
  readonly exchanges: number;
  /** Counts of the observed values by JSON type. */
  readonly types: Readonly<Record<string, number>>;
  /** Counts of the observed values that are in the enum of the schema. Other values are not included. */
  readonly values: Readonly<Record<string, number>>;
};

/** Creates a counter for all open questions of a spec. The list is empty if the spec has none. */
export function createOpenQuestionCounter(root: Json) {
  const marks = findOpenQuestions(root);
  const questions = new Map<string, OpenQuestionCounts>();
  for (const id of [...marks.values()].flat())
    questions.set(id, { exchanges: 0, types: new Map(), values: new Map(), isObserved: false });
  const record: ValueRecorder = (pointer, value, isValue) => {
    for (const id of marks.get(pointer) ?? []) {
      const question = questions.get(id);
      if (question === undefined) continue;
      question.isObserved = true;
      if (!isValue) continue;
      const type = getJsonType(value);
      question.types.set(type, (question.types.get(type) ?? 0) + 1);
      const enums = [valueAt(root, `${pointer}/x-extensible-enum`), valueAt(root, `${pointer}/enum`)];
      if (enums.some((it) => Array.isArray(it) && it.includes(value as Json)))
        question.values.set(String(value), (question.values.get(String(value)) ?? 0) + 1);
    }
  };
  return {
    add: (context: CheckContext) => {
      if (marks.size === 0) return;
      recordExchange(context, record);
      for (const question of questions.values()) {
        if (question.isObserved) question.exchanges += 1;
        question.isObserved = false;
      }
    },
    list: () =>
      [...questions]
        .map(([id, { exchanges, types, values }]) => ({
          id,
          exchanges,
          types: sortCounts(types),
          values: sortCounts(values),
        }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

type OpenQuestionCounts = {
  exchanges: number;
  readonly types: Map<string, number>;
  readonly values: Map<string, number>;
  /** Whether the current exchange contributes to the question. */
  isObserved: boolean;
};
type ValueRecorder = (pointer: Pointer, value: unknown, isValue: boolean) => void;

/** The ids of the questions that each object of the spec is about. */
function findOpenQuestions(root: Json): ReadonlyMap<Pointer, readonly string[]> {
  const marks = new Map<Pointer, readonly string[]>();
  for (const [{ "x-open-point": mark }, place] of walkObjects(root)) {
    const ids = [mark].flat().filter((id) => typeof id === "string");
    if (ids.length > 0) marks.set(joinPointer("", ...getSteps(place)), ids);
  }
  return marks;
}

/** Records the root, the operation and response, and the schemas of all parameters and bodies of an exchange. */
function recordExchange(context: CheckContext, record: ValueRecorder): void {
  const { operation, response, parameters } = context;
  const pointers = ["", "/info", operation.pointer, operation.pointer.replace(/\/[^/]*$/, "")];
  for (const pointer of [...pointers, ...(response === undefined ? [] : [response.pointer])])
    record(pointer, undefined, false);
  const recordParts = (pointer: Pointer, direction: MessageDirection, whole: unknown): void =>
    visitParts(context.schemas, { pointer, direction }, whole, (value, _, { schema }) => {
      for (const applicable of schema.applicableSchemas) record(applicable.pointer, value, true);
    });
  for (const { parameter, reading } of parameters) {
    if (reading.kind !== "value") continue;
    record(parameter.pointer, reading.value, true);
    if (parameter.schema !== undefined) recordParts(parameter.schema, "request", reading.value);
  }
  for (const body of [context.bodies.request, context.bodies.response])
    for (const { schema, value } of listBodyValues(body)) recordParts(schema, body.view, value);
}

function getJsonType(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function sortCounts(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}
