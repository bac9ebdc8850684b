import type { Value } from "../store/database.js";

/** Filters of every history list, in addition to its own columns. */
export type HistoryFilter = {
  readonly since?: number;
  readonly after?: { readonly createdAt: number; readonly id: string };
};

/**
 * Builds the SQL condition of a history list, newest first.
 *
 * @param columns the column of each filter; absent filters add no condition
 */
export function buildHistoryConditions<Filter extends HistoryFilter>(
  table: string,
  filter: Filter,
  columns: Readonly<Partial<Record<keyof Filter, string>>>,
): { readonly where: string; readonly values: readonly Value[] } {
  const values: Value[] = [];
  const bind = (value: Value): string => `$${values.push(value)}`;
  const parts = Object.entries(columns).flatMap(([name, column]) => {
    const value: unknown = Reflect.get(filter, name);
    return typeof value === "string" ? [`${table}.${String(column)} = ${bind(value)}`] : [];
  });
  if (filter.since !== undefined) parts.push(`${table}.created_at >= ${bind(filter.since)}`);
  const { after } = filter;
  if (after !== undefined)
    parts.push(`(${table}.created_at, ${table}.id) < (${bind(after.createdAt)}, ${bind(after.id)})`);
  return { where: parts.length === 0 ? "1 = 1" : parts.join(" AND "), values };
}
