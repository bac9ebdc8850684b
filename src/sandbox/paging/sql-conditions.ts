import type { Value } from "../store/database.js";

/** A part of a WHERE clause; it names its values through `bind`. */
export type SqlCondition = (bind: BindValue) => string;

/** Takes a value and gives the name by which the statement knows it, `$1` and so on. */
export type BindValue = (value: Value) => string;

/** The values of one statement, collected while its text is written. */
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

/** A column that has a value; nothing is asked when there is none to ask for. */
export function whereEquals(column: string, value: Value | undefined): readonly SqlCondition[] {
  return value === undefined ? [] : [(bind) => `${column} = ${bind(value)}`];
}

/** A column that has one of some values; none has one of none, which `IN ()` says to SQLite alone. */
export function whereIn(column: string, values: readonly Value[]): SqlCondition {
  if (values.length === 0) return () => "1 = 0";
  return (bind) => `${column} IN (${values.map(bind).join(", ")})`;
}

/** A column of lower-case text that holds a text, in which `%`, `_` and `\` stand for themselves. */
export function whereContains(column: string, text: string): SqlCondition {
  const literal = text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&");
  return (bind) => `${column} LIKE ${bind(`%${literal}%`)} ESCAPE '\\'`;
}

/**
 * A version that is there in a view. Nearly every version is older than the view, so that an index on that would find
 * nearly all of them: behind NOT the planner of SQLite, which has no statistics, does not choose one.
 */
export function whereInView(name: string, view: number): SqlCondition {
  return (bind) => `NOT (${name}.sequence > ${bind(view)}) AND ${name}.until_sequence > ${bind(view)}`;
}
