/** More levels than any sensible body has, and far fewer than a stack holds. */
const MAX_DEPTH = 500;

/** Of a body each finding asks, and a body may be large. */
const depthCache = new WeakMap<object, boolean>();

/** Whether a value is nested deeper than recursive validation may be trusted to go. */
export function exceedsMaxDepth(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const answer = depthCache.get(value) ?? isDeeperThanMax(value);
  depthCache.set(value, answer);
  return answer;
}

function isDeeperThanMax(value: object): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === "object" && item !== null) for (const child of Object.values(item)) next.push(child);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
}
