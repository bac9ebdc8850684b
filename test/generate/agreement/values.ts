import { isObject, type Json } from "../../../src/document/index.js";

/** Copies of a value, each with one change that types can refuse: a property left out or added, another type, another text, null. */
export function* changeOnce(value: Json): Iterable<Json> {
  if (value !== null) yield null;
  yield typeof value === "string" ? 7 : "no such value";
  if (typeof value === "string") yield "no such value";
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const changed of changeOnce(item)) yield value.map((it, at) => (at === index ? changed : it));
    return;
  }
  if (!isObject(value)) return;
  yield { ...value, extraMember: 1 };
  for (const [name, part] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield rest;
    for (const changed of changeOnce(part)) yield { ...value, [name]: changed };
  }
}
