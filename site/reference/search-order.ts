/** A part of what Scalar's search finds. */
type SearchResult = {
  readonly item: Record<"type" | "title", string> & Partial<Record<"method" | "path", string>>;
};

/** The kinds of results in the order in which they are shown, and how many of each. */
const KINDS = [
  { types: ["operation", "webhook"], count: 15 },
  { types: ["model"], count: 10 },
  { types: ["tag", "heading"], count: 10 },
] as const;

/** Orders what Scalar's search found: operations, then schemas, then the rest; first in each, what has the name or path that was typed. */
export function orderResults<Result extends SearchResult>(query: string, found: readonly Result[]): Result[] {
  const name = query.trim().toLowerCase();
  const isTyped = ({ item: { title, path = "", method } }: Result): boolean =>
    [title, path, `${method} ${path}`].some((it) => it.toLowerCase() === name);
  return KINDS.flatMap(({ types, count }) => {
    const own = found.filter(({ item }) => types.some((type) => type === item.type));
    return [...new Set([...own.filter(isTyped), ...own])].slice(0, count);
  });
}
