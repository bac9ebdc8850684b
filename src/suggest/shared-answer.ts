import { asObject, type Document, joinPointer, type Operation, type Pointer, valueAt } from "../document/index.js";

export type SharedAnswer = { readonly written: string; readonly bundled: string };

/**
 * The answer that the operation, or else another one of its file, refers to for errors: of the same class of status where
 * there is one, the most usual first. Undefined when there is none, or the status is no error.
 */
export function sharedAnswer(
  document: Document,
  operations: readonly Operation[],
  { responses, status }: { readonly responses: Pointer; readonly status: string },
): SharedAnswer | undefined {
  if (!/^[45]/.test(status)) return undefined;
  const file = document.written?.(responses).file;
  const others = operations
    .map(({ pointer }) => joinPointer(pointer, "responses"))
    .filter((pointer) => document.written?.(pointer).file === file);
  for (const places of [[responses], others]) {
    const found = places.flatMap((place) => errorsAt(document, place));
    const best = mostUsual(found.filter((it) => it.status.startsWith(status.slice(0, 1)))) ?? mostUsual(found);
    if (best !== undefined) return best;
  }
  return undefined;
}

type Found = SharedAnswer & { readonly status: string };

function errorsAt(document: Document, responses: Pointer): Found[] {
  const bundled = asObject(valueAt(document.root, responses)) ?? {};
  const place = document.written?.(responses);
  const written = asObject(place && valueAt(place.file.value, place.pointer)) ?? {};
  return Object.keys(bundled).flatMap((status) => {
    const [here, there] = [asObject(written[status])?.$ref, asObject(bundled[status])?.$ref];
    if (!/^([45]|default$)/.test(status) || typeof here !== "string" || typeof there !== "string") return [];
    return [{ status, written: here, bundled: there }];
  });
}

function mostUsual(found: readonly Found[]): Found | undefined {
  const count = ({ bundled }: Found): number => found.filter((it) => it.bundled === bundled).length;
  return found.reduce<Found | undefined>(
    (best, it) => (best === undefined || count(it) > count(best) ? it : best),
    undefined,
  );
}
