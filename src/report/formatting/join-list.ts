/** Joins the first names with commas, and counts the others. */
export function joinList(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown || "nothing";
}
