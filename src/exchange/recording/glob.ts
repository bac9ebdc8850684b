/** Whether a file name contains wildcards. */
export function isGlob(name: string): boolean {
  return /[*?{]/.test(name);
}

/** The directory that a pattern searches: its leading segments without wildcards. */
export function getGlobBase(pattern: string): string {
  const segments = pattern.split("/");
  const first = segments.findIndex((segment) => isGlob(segment));
  const base = segments.slice(0, first).join("/");
  return base === "" && pattern.startsWith("/") ? "/" : base;
}

/**
 * Compiles a glob pattern to a regular expression for whole paths. `*` and `?` match within a segment, `**` matches any
 * number of segments, and `{a,b}` matches alternatives.
 *
 * As in a shell, a wildcard at the start of a segment does not match a leading dot. Node 20 has no built-in glob.
 */
export function compileGlob(pattern: string): RegExp {
  const segments = pattern.replace(/^(\.\/)+/, "").split("/");
  const last = segments.length - 1;
  const source = segments.map((segment, index) => {
    if (segment === "**") return index === last ? "(?:(?!\\.)[^/]+/)*(?!\\.)[^/]+" : "(?:(?!\\.)[^/]+/)*";
    return compileGlobSegment(segment) + (index === last ? "" : "/");
  });
  return new RegExp(`^${source.join("")}$`, "s");
}

function compileGlobSegment(segment: string): string {
  let depth = 0;
  const noLeadingDot = /^[*?]/.test(segment) ? "(?!\\.)" : "";
  const source = segment.replace(/\*+|[\s\S]/g, (part) => {
    if (part.startsWith("*")) return "[^/]*";
    if (part === "?") return "[^/]";
    if (part === "{") return ++depth > 0 ? "(?:" : part;
    if (part === "}" && depth > 0) return --depth >= 0 ? ")" : part;
    if (part === "," && depth > 0) return "|";
    return part.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  return noLeadingDot + source + ")".repeat(depth);
}
