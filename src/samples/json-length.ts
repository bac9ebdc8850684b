import { memoizeByObject } from "../document/memoize.js";
/** The length of a value as JSON. Parts that several values share are measured once. */
export function getJsonLength(value: unknown): number {
  if (typeof value !== "object" || value === null || value instanceof Number)
    return JSON.stringify(value)?.length ?? "null".length;
  return measureMembers(value);
}

const measureMembers = memoizeByObject((value: object): number => {
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  let length = 2 + Math.max(0, members.length - 1);
  for (const [name, member] of members)
    length += getJsonLength(member) + (isList ? 0 : JSON.stringify(name).length + 1);
  return length;
});
