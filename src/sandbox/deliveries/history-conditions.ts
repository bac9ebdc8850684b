import type { Value } from "../store/database.js";

/** What every list of the history can be asked for, besides the columns of its own. */
export type HistoryFilter = {
  readonly since?: number;
  readonly after?: { readonly createdAt: number; readonly id: string };
};

/** The condition of a list, newest first, with its values; of the columns only those that are asked for. */
export function buildHistoryConditions<Asked extends HistoryFilter>(
  table: string,
  asked: Asked,
  columns: Readonly<Partial<Record<keyof Asked, string>>>,
): { readonly where: string; readonly values: readonly Value[] } {
  const values: Value[] = [];
  const place = (value: Value): string => `$${values.push(value)}`;
  const parts = Object.entries(columns).flatMap(([name, column]) => {
    const value: unknown = Reflect.get(asked, name);
    return typeof value === "string" ? [`${table}.${String(column)} = ${place(value)}`] : [];
  });
  if (asked.since !== undefined) parts.push(`${table}.created_at >= ${place(asked.since)}`);
  const { after } = asked;
  if (after !== undefined)
    parts.push(`(${table}.created_at, ${table}.id) < (${place(after.createdAt)}, ${place(after.id)})`);
  return { where: parts.length === 0 ? "1 = 1" : parts.join(" AND "), values };
}
