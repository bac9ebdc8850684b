import type { SitePage } from "./site-page.js";

type SidebarLink = {
  readonly label: string;
  readonly link: string;
  readonly badge?: { readonly text: string; readonly variant: string };
};
type SidebarGroup = { readonly label: string; readonly collapsed: boolean; readonly items: SidebarEntry[] };
type SidebarEntry = SidebarLink | SidebarGroup;

/** Creates the sidebar of the site from the groups of the pages. */
export function createSidebar(pages: readonly SitePage[], order: readonly string[] = []): readonly object[] {
  const root: SidebarGroup = { label: "", collapsed: false, items: [] };
  for (const name of order) if (pages.some(({ groups }) => groups?.[0] === name)) findGroup(root, name, false);
  for (const page of pages) {
    if (page.groups === undefined) continue;
    const group = page.groups.reduce(
      (parent, name, depth) => findGroup(parent, name, depth > 0 || COLLAPSED.has(name)),
      root,
    );
    const link: SidebarLink = {
      label: page.label ?? page.title,
      link: page.path === "" ? "/" : `/${page.path}/`,
      ...(page.badge === undefined ? {} : { badge: { text: page.badge, variant: BADGES[page.badge] ?? "default" } }),
    };
    if (page.isFirst === true) group.items.unshift(link);
    else group.items.push(link);
  }
  return root.items;
}

/** Groups that are closed at first, because they have many pages. */
const COLLAPSED = new Set(["Schemas", "Finding codes", "Library"]);

const BADGES: Readonly<Record<string, string>> = {
  GET: "note",
  POST: "success",
  PUT: "caution",
  PATCH: "caution",
  DELETE: "danger",
};

function findGroup(parent: SidebarGroup, label: string, collapsed: boolean): SidebarGroup {
  const known = parent.items.find((item): item is SidebarGroup => "items" in item && item.label === label);
  if (known !== undefined) return known;
  const group: SidebarGroup = { label, collapsed, items: [] };
  parent.items.push(group);
  return group;
}
