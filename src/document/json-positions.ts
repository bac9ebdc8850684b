import { type Pointer, parsePointer } from "./pointer.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the line and column of the key or item at a pointer in a JSON text.
 *
 * Reads only up to the position, so that one finding in a spec of many megabytes takes milliseconds. Visited positions are
 * cached for further findings. The text must be valid JSON. If the pointer does not exist, the closest parent is returned.
 */
export function createJsonLocator(text: string): {
  readonly locate: (pointer: Pointer) => { line: number; column: number };
  readonly textAt: (pointer: Pointer) => string | undefined;
} {
  const start = skipSpace(text, text.startsWith("\uFEFF") ? 1 : 0);
  const known = new Map<number, ReadonlyMap<string, ValueOffsets>>();
  let lines: readonly number[] | undefined;
  const find = (pointer: Pointer): ValueOffsets & { readonly isThere: boolean } => {
    let found: ValueOffsets = { start, value: start };
    for (const token of parsePointer(pointer)) {
      const children = known.get(found.value) ?? readChildren(text, found.value);
      known.set(found.value, children);
      const child = children.get(token);
      if (child === undefined) return { ...found, isThere: false };
      found = child;
    }
    return { ...found, isThere: true };
  };
  return {
    locate: (pointer) => {
      lines ??= findLineStarts(text);
      return getPosition(lines, find(pointer).start);
    },
    textAt: (pointer) => {
      const { value, isThere } = find(pointer);
      return isThere ? text.slice(value, skipValue(text, value)) : undefined;
    },
  };
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let next = text.indexOf("\n"); next !== -1; next = text.indexOf("\n", next + 1)) starts.push(next + 1);
  return starts;
}

function getPosition(starts: readonly number[], offset: number): { line: number; column: number } {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

type ValueOffsets = { readonly start: number; readonly value: number };

function readChildren(text: string, offset: number): ReadonlyMap<string, ValueOffsets> {
  const children = new Map<string, ValueOffsets>();
  if (text[offset] === "[") addItems(text, offset, children);
  else if (text[offset] === "{") addKeys(text, offset, children);
  return children;
}

function addKeys(text: string, object: number, children: Map<string, ValueOffsets>): void {
  let offset = skipSpace(text, object + 1);
  while (text[offset] === '"') {
    const end = skipString(text, offset);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    // A repeated key is overwritten by its last occurrence, as JSON.parse does.
    children.set(JSON.parse(text.slice(offset, end)) as string, { start: offset, value });
    offset = skipComma(text, skipValue(text, value));
  }
}

function addItems(text: string, array: number, children: Map<string, ValueOffsets>): void {
  let offset = skipSpace(text, array + 1);
  for (let item = 0; text[offset] !== "]"; item += 1) {
    children.set(String(item), { start: offset, value: offset });
    offset = skipComma(text, skipValue(text, offset));
  }
}

function skipComma(text: string, offset: number): number {
  const end = skipSpace(text, offset);
  return text[end] === "," ? skipSpace(text, end + 1) : end;
}

function skipValue(text: string, offset: number): number {
  const first = text[offset];
  if (first === '"') return skipString(text, offset);
  if (first !== "{" && first !== "[") return skipScalar(text, offset);
  let depth = 0;
  let at = offset;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = skipString(text, at);
      continue;
    }
    if (code === 0x7b || code === 0x5b) depth += 1;
    if (code === 0x7d || code === 0x5d) depth -= 1;
    at += 1;
  } while (depth > 0);
  return at;
}

/** Searches for quotes, because long descriptions make up most of a spec. */
function skipString(text: string, offset: number): number {
  let end = text.indexOf('"', offset + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let start = quote;
  while (text.charCodeAt(start - 1) === BACKSLASH) start -= 1;
  return (quote - start) % 2 === 1;
}

function skipScalar(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
  return at;
}

function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}
