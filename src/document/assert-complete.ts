import type { Document } from "./document.js";
import { DocumentError } from "./document-error.js";
import { listOperations } from "./operations.js";
import { formatLocation } from "./source-location.js";

/** @throws DocumentError if parts of operations are unknown, for tasks that need the whole spec. */
export function assertComplete(document: Document): void {
  const isNeeded = new Set(
    listOperations(document).flatMap(({ gaps = [], responses }) => [
      ...gaps,
      ...responses.flatMap((it) => it.gaps ?? []),
    ]),
  );
  const missing = [...(document.unusable?.values() ?? [])].filter((it) =>
    isNeeded.has(`${formatLocation(it)}: ${it.message}`),
  );
  if (missing.length > 0) throw new DocumentError(missing);
}
