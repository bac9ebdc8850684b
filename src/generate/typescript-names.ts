/** Names that the generated types already take, or that TypeScript keeps for itself. */
const RESERVED_NAMES = new Set(["Brand", "Record", "WithRequired", "OneOf"]);

/** A component's name as the name of a type, or undefined when none can be made of it that is free. */
export function toTypeName(name: string, taken: ReadonlySet<string> = RESERVED_NAMES): string | undefined {
  const words = name.split(/[^\p{ID_Continue}$]+/u).filter((word) => word !== "");
  const joined =
    words.length === 1
      ? (words[0] ?? "")
      : words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(joined) && !taken.has(joined) && !RESERVED_NAMES.has(joined) ? joined : undefined;
}

/** A property's name as it stands in an object literal or a type: quoted only where it must be. */
export function formatPropertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
