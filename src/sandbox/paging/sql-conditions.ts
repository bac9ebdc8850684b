import type { Value } from "../store/database.js";

/** Builds a part of a WHERE clause; adds its values with `bind`. */
export type SqlCondition = (bind: BindValue) => string;

/** Adds a value to a statement and returns its placeholder, such as `$1`. */
export type BindValue = (value: Value) => string;

/** Collects the values of one statement while its text is built. */
export function createBindings(): { readonly values: Value[]; readonly bind: BindValue } {
  const values: Value[] = [];
  return {
    values,
    bind: (value) => {
      values.push(value);
      return `$${values.length}`;
    },
  };
}

/** Requires a column to have a value. Returns no condition when `value` is undefined. */
export function whereEquals(column: string, value: Value | undefined): readonly SqlCondition[] {
  return value === undefined ? [] : [(bind) => `${column} = ${bind(value)}`];
}

/** Requires a column to have one of several values. Matches nothing for an empty list: only SQLite accepts `IN ()`. */
export function whereIn(column: string, values: readonly Value[]): SqlCondition {
  if (values.length === 0) return () => "1 = 0";
  return (bind) => `${column} IN (${values.map(bind).join(", ")})`;
}

/** Requires a column of lower-case text to contain a text, in which `%`, `_` and `\` are literal characters. */
export function whereContains(column: string, text: string): SqlCondition {
  const literal = text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&");
  return (bind) => `${column} LIKE ${bind(`%${literal}%`)} ESCAPE '\\'`;
}

/**
 * Requires a version to be visible in a view. Nearly all versions are older than the view, so an index on `sequence`
 * would not help. `NOT` keeps SQLite's planner, which has no statistics, from choosing one.
 */
export function whereInView(name: string, view: number): SqlCondition {
  return (bind) => `NOT (${name}.sequence > ${bind(view)}) AND ${name}.until_sequence > ${bind(view)}`;
}
