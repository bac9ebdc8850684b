/** The maximum number of names to show for one finding. */
const MAX_NAMES = 20;

/** Keeps the alphabetically first names, so that the result does not depend on the order or sharding of traffic. */
export function addName(names: Set<string>, name: string): void {
  names.add(name);
  if (names.size <= MAX_NAMES) return;
  let last = name;
  for (const it of names) if (it > last) last = it;
  names.delete(last);
}
