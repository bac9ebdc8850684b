/** Deeper than real bodies, and far below the limit of the call stack. */
const MAX_DEPTH = 500;

/** Cached, because every finding needs it and a body can be large. */
const depthCache = new WeakMap<object, boolean>();

/** Whether a value is nested too deeply for recursive validation. */
export function exceedsMaxDepth(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const exceeds = depthCache.get(value) ?? isDeeperThanMax(value);
  depthCache.set(value, exceeds);
  return exceeds;
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
