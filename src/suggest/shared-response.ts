import { asObject, type Document, joinPointer, type Operation, type Pointer, valueAt } from "../document/index.js";

export type SharedResponse = { readonly source: string; readonly bundled: string };

/**
 * The answer that the operation, or else another one of its file, refers to for errors: of the same class of status where
 * there is one, the most usual first. Undefined when there is none, or the status is no error.
 */
export function findSharedResponse(
  document: Document,
  operations: readonly Operation[],
  { responses, status }: { readonly responses: Pointer; readonly status: string },
): SharedResponse | undefined {
  if (!/^[45]/.test(status)) return undefined;
  const file = document.getOrigin?.(responses).file;
  const others = operations
    .map(({ pointer }) => joinPointer(pointer, "responses"))
    .filter((pointer) => document.getOrigin?.(pointer).file === file);
  for (const places of [[responses], others]) {
    const found = places.flatMap((place) => listErrorResponses(document, place));
    const best =
      findMostCommon(found.filter((it) => it.status.startsWith(status.slice(0, 1)))) ?? findMostCommon(found);
    if (best !== undefined) return best;
  }
  return undefined;
}

type SharedErrorResponse = SharedResponse & { readonly status: string };

function listErrorResponses(document: Document, responses: Pointer): SharedErrorResponse[] {
  const bundled = asObject(valueAt(document.root, responses)) ?? {};
  const place = document.getOrigin?.(responses);
  const written = asObject(place && valueAt(place.file.value, place.pointer)) ?? {};
  return Object.keys(bundled).flatMap((status) => {
    const [here, there] = [asObject(written[status])?.$ref, asObject(bundled[status])?.$ref];
    if (!/^([45]|default$)/.test(status) || typeof here !== "string" || typeof there !== "string") return [];
    return [{ status, source: here, bundled: there }];
  });
}

function findMostCommon(found: readonly SharedErrorResponse[]): SharedErrorResponse | undefined {
  const count = ({ bundled }: SharedErrorResponse): number => found.filter((it) => it.bundled === bundled).length;
  return found.reduce<SharedErrorResponse | undefined>(
    (best, it) => (best === undefined || count(it) > count(best) ? it : best),
    undefined,
  );
}
