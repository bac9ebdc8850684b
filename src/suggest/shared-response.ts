import { asObject, type Document, joinPointer, type Operation, type Pointer, valueAt } from "../document/index.js";

export type SharedResponse = { readonly source: string; readonly bundled: string };

/**
 * Finds the shared response that this operation, or else other operations in the same file, reference for errors. Prefers
 * the same status class, then the most common response. Returns undefined if there is none or `status` is not an error.
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
  for (const pointers of [[responses], others]) {
    const candidates = pointers.flatMap((pointer) => listErrorResponses(document, pointer));
    const sameClass = candidates.filter((it) => it.status.startsWith(status.slice(0, 1)));
    const best = findMostCommon(sameClass) ?? findMostCommon(candidates);
    if (best !== undefined) return best;
  }
  return undefined;
}

type SharedErrorResponse = SharedResponse & { readonly status: string };

function listErrorResponses(document: Document, responses: Pointer): SharedErrorResponse[] {
  const bundled = asObject(valueAt(document.root, responses)) ?? {};
  const origin = document.getOrigin?.(responses);
  const source = asObject(origin && valueAt(origin.file.value, origin.pointer)) ?? {};
  return Object.keys(bundled).flatMap((status) => {
    const [sourceRef, bundledRef] = [asObject(source[status])?.$ref, asObject(bundled[status])?.$ref];
    if (!/^([45]|default$)/.test(status) || typeof sourceRef !== "string" || typeof bundledRef !== "string") return [];
    return [{ status, source: sourceRef, bundled: bundledRef }];
  });
}

function findMostCommon(responses: readonly SharedErrorResponse[]): SharedErrorResponse | undefined {
  const count = ({ bundled }: SharedErrorResponse): number => responses.filter((it) => it.bundled === bundled).length;
  return responses.reduce<SharedErrorResponse | undefined>(
    (best, it) => (best === undefined || count(it) > count(best) ? it : best),
    undefined,
  );
}
