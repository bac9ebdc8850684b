/** More different names than a reader of one finding wants. */
const MAX_NAMES = 20;

/** Keeps the first names by the alphabet, so that neither the order of traffic nor its parting into shards changes them. */
export function addName(names: Set<string>, name: string): void {
  names.add(name);
  if (names.size <= MAX_NAMES) return;
  let last = name;
  for (const it of names) if (it > last) last = it;
  names.delete(last);
}
