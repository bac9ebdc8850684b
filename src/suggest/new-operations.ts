import {
  asArray,
  asObject,
  type Document,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Operation,
  type Pointer,
  resolve,
  valueAt,
} from "../document/index.js";
import type { FittingComponents } from "./infer/fitting-components.js";
import type { NewPath } from "./infer/new-paths.js";
import { identified, type PathMeans, writtenPath } from "./infer/written-path.js";
import { pathFile } from "./path-file.js";
import type { MethodSeen } from "./seen.js";
import type { Evidence, Suggestion } from "./suggestion.js";
import { withReferencesFrom, withWrittenReferences } from "./written-references.js";

export type Undocumented = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly components: FittingComponents;
  readonly methods: Iterable<MethodSeen>;
  readonly paths: readonly NewPath[];
};

/** Operations that the description lacks: further methods of its paths, and paths of their own. */
export function newOperations({ document, operations, components, methods, paths }: Undocumented): Suggestion[] {
  const hasIds = operations.every(
    ({ pointer }) => valueAt(document.root, joinPointer(pointer, "operationId")) !== undefined,
  );
  const ids = hasIds ? new Set(operations.map(({ id }) => id)) : undefined;
  const means: PathMeans = { version: document.version, root: document.root, components, ids };
  return [
    ...[...methods].map((it) => newMethod(document, operations, it, means)),
    ...paths.map((path) => newPath(document, path, means)),
  ];
}

function newPath(document: Document, path: NewPath, means: PathMeans): Suggestion {
  const bundled = writtenPath(path, means);
  const evidence = [...path.operations.values()].flatMap((it) => it.evidence ?? []).reduce(together);
  const names = [...path.operations.keys()].join(", ");
  const file = pathFile(document, path.template);
  const own = file && { path: file.path, value: withReferencesFrom(document, file.path, bundled) };
  return {
    ...{ title: `document the path ${path.template} (${names})`, evidence, at: "/paths", key: path.template },
    ...{
      bundled,
      value: file === undefined ? withWrittenReferences(document, "/paths", bundled) : { $ref: file.reference },
    },
    ...(own === undefined ? {} : { ownFile: own }),
  };
}

/** What the path holds is declared as the operations beside it declare it. */
function newMethod(
  document: Document,
  operations: readonly Operation[],
  { pathItem, method, seen }: MethodSeen,
  means: PathMeans,
): Suggestion {
  const template = lastToken(pathItem) ?? "";
  const written = identified(seen, { method, template }, means);
  const { operationId, security, parameters, ...rest } = written;
  const beside = pathParameters(document, operations, pathItem);
  const operation = (own: readonly Json[], others: Json | undefined): JsonObject => ({
    ...(operationId === undefined ? {} : { operationId }),
    ...(security === undefined ? {} : { security }),
    ...(own.length + asArray(others).length === 0 ? {} : { parameters: [...own, ...asArray(others)] }),
    ...rest,
  });
  const bundled = operation(beside.bundled, parameters);
  const { responses, requestBody } = asObject(withWrittenReferences(document, pathItem, rest)) ?? {};
  const value = {
    ...operation(beside.written, parameters),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(responses === undefined ? {} : { responses }),
  };
  return {
    title: `document the method ${method} of ${template}`,
    evidence: seen.evidence as Evidence,
    ...{ at: pathItem, key: method.toLowerCase(), bundled, value },
  };
}

type Copies = { readonly bundled: readonly Json[]; readonly written: readonly Json[] };

/** What an operation of a path item says of the path itself, as the bundled description says it, and as its file does. */
function pathParameters(document: Document, operations: readonly Operation[], pathItem: Pointer): Copies {
  const file = document.written?.(pathItem).file;
  const own = joinPointer(pathItem, "parameters");
  const isShared = asArray(valueAt(document.root, own)).some((_, index) => isOfPath(document, joinPointer(own, index)));
  const [beside] = operations.filter(({ pointer }) => pointer.startsWith(`${pathItem}/`));
  if (isShared || beside === undefined) return { bundled: [], written: [] };
  const list = joinPointer(beside.pointer, "parameters");
  const places = asArray(valueAt(document.root, list)).flatMap((_, index) => {
    const pointer = joinPointer(list, index);
    return isOfPath(document, pointer) ? [pointer] : [];
  });
  const written = document.written?.(list);
  return {
    bundled: places.map((pointer) => valueAt(document.root, pointer) as Json),
    written: places.map((pointer) => {
      const there = written && valueAt(written.file.value, joinPointer(written.pointer, Number(lastToken(pointer))));
      return (written?.file === file ? there : undefined) ?? (valueAt(document.root, pointer) as Json);
    }),
  };
}

function isOfPath(document: Document, parameter: Pointer): boolean {
  return resolve(document, parameter)?.value.in === "path";
}

function together(a: Evidence, b: Evidence): Evidence {
  const when = (it: Evidence["first"]): string => it.startedAt ?? "";
  return {
    exchanges: a.exchanges + b.exchanges,
    of: a.of + b.of,
    first: when(b.first) < when(a.first) ? b.first : a.first,
    last: when(b.last) > when(a.last) ? b.last : a.last,
  };
}
