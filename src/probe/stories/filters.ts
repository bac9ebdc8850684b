import { isObject, type Json, type Operation } from "../../document/index.js";
import type { CaseRequest } from "../case.js";
import { judgeAnswer } from "../judges/answer.js";
import { type Filter, filterBy, judgeFilter, judgeWindow } from "../judges/filter.js";
import { sizeParameter } from "../judges/listing.js";
import { itemsOf, linkOf } from "../listing.js";
import type { Unit } from "../run-units.js";
import type { Asking } from "../session.js";
import { type Asked, isAccepted } from "../story.js";
import { reading, type StoryMeans } from "./story-means.js";

/** Every filter of a listing that the contract ties to a property of its items, with a value that some of them have. */
export function filterStories(means: StoryMeans): Unit[] {
  return reading(means).flatMap((operation): Unit[] => {
    const base = means.bases.of(operation)?.accepted;
    if (base === undefined || itemsOf(base) === undefined) return [];
    const filters = operation.parameters.flatMap((parameter) => filterBy(means.document, operation, parameter) ?? []);
    const run = async (asking: Asking): Promise<void> => {
      const size = sizeParameter({ document: means.document, operation });
      const large = size === undefined ? base.request : withQuery(base.request, size.name, 100);
      const whole = await asking.ask({ operation, request: large });
      const items = itemsOf(whole) ?? [];
      const all = linkOf(whole, "next") === undefined && isAccepted(whole) ? items : undefined;
      for (const filter of filters) await ask(asking, { operation, request: large, filter, items, all });
      await askWindow(asking, operation, large, items);
    };
    return [{ id: `stateful/${operation.id}/filters`, run }];
  });
}

type Filtering = {
  readonly operation: Operation;
  readonly request: CaseRequest;
  readonly filter: Filter;
  readonly items: readonly Json[];
  readonly all: readonly Json[] | undefined;
};

async function ask({ ask, tell }: Asking, { operation, request, filter, items, all }: Filtering): Promise<void> {
  const value = tellingValue(filter, items);
  if (value === undefined) return;
  const { name } = filter.parameter;
  const isList = filter.parameter.schema !== undefined && name.endsWith("s") && filter.parameter.explode === false;
  const order = { operation, request: withQuery(request, name, isList ? [value] : value) };
  const asked = await ask(order);
  tell(asked, judgeAnswer(asked));
  if (all === undefined || judgeFilter(asked, filter, all) === undefined) {
    tell(asked, judgeFilter(asked, filter, undefined));
    return;
  }
  // Somebody else may have written in between: both are asked for once more.
  const whole = await ask({ operation, request });
  const again = await ask(order);
  tell(again, judgeAnswer(again));
  tell(again, judgeFilter(again, filter, itemsOf(whole)));
}

/** The value that the fewest items have: whoever ignores it shows the most that do not fit. False may mean that nothing is filtered. */
function tellingValue({ valuesOf }: Filter, items: readonly Json[]): Json | undefined {
  const counts = new Map<Json, number>();
  for (const item of items)
    for (const value of new Set(valuesOf(item))) counts.set(value, (counts.get(value) ?? 0) + 1);
  const telling = [...counts].filter(([value, count]) => value !== false && count < items.length);
  return telling.sort(([, a], [, b]) => a - b)[0]?.[0];
}

const BOUNDS = [
  { place: "query", name: "startAt", bound: "from" },
  { place: "query", name: "endAt", bound: "to" },
  { place: "header", name: "If-Modified-Since", bound: "from" },
] as const;

/** Windows in the middle of what there is, so that items stand on either side of them. */
async function askWindow(
  { ask, tell }: Asking,
  operation: Operation,
  request: CaseRequest,
  items: readonly Json[],
): Promise<void> {
  const times = items
    .flatMap((item) => (isObject(item) && typeof item.updatedAt === "string" ? [item.updatedAt] : []))
    .sort();
  const middle = times[Math.floor(times.length / 2)];
  if (middle === undefined || times[0] === times.at(-1)) return;
  for (const { place, name, bound } of BOUNDS) {
    const parameter = operation.parameters.find((it) => it.in === place && it.name === name);
    if (parameter === undefined) continue;
    const edit = { part: place, at: name, contract: parameter.pointer, what: `${name} ${middle}` } as const;
    const asked: Asked = await ask({
      operation,
      request: { ...request, [place]: { ...request[place], [name]: middle } },
      edit,
    });
    tell(asked, judgeAnswer(asked));
    tell(asked, judgeWindow(asked, { [bound]: middle }));
  }
}

function withQuery(request: CaseRequest, name: string, value: unknown): CaseRequest {
  return { ...request, query: { ...request.query, [name]: value } };
}
