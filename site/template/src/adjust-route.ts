import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data";

type Entry = StarlightRouteData["sidebar"][number];

/** Sidebars with more links than this list, of each other group, only its first page. */
const MAX_LINKS = 150;

export const onRequest = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute;
  if (countLinks(route.sidebar) > MAX_LINKS) route.sidebar = route.sidebar.map(shorten);
});

function countLinks(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.type === "link" ? 1 : countLinks(entry.entries)), 0);
}

function shorten(entry: Entry): Entry {
  if (entry.type === "link") return entry;
  if (entry.entries.some(({ type }) => type === "group") && isCurrent(entry))
    return { ...entry, entries: entry.entries.map(shorten) };
  if (isCurrent(entry)) return entry;
  const first = firstLink(entry);
  return first === undefined ? entry : { ...first, label: entry.label, badge: undefined };
}

function isCurrent(entry: Entry): boolean {
  return entry.type === "link" ? entry.isCurrent : entry.entries.some(isCurrent);
}

function firstLink(entry: Entry): Extract<Entry, { type: "link" }> | undefined {
  if (entry.type === "link") return entry;
  for (const child of entry.entries) {
    const found = firstLink(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
