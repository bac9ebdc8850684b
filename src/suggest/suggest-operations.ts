import { posix } from "node:path";
import {
  asArray,
  asObject,
  asString,
  type Document,
  dropUndefined,
  type Json,
  type JsonObject,
  joinPointer,
  lastToken,
  type Operation,
  type Pointer,
  resolvePointer,
  valueAt,
} from "../document/index.js";
import { buildIdentifiedOperation, buildPathItem, type PathInferenceContext } from "./infer/build-operation.js";
import type { ComponentMatcher } from "./infer/component-matcher.js";
import { type Evidence, mergeEvidence } from "./infer/operation-observations.js";
import { getMethodSteps, type UndocumentedPath } from "./infer/undocumented-paths.js";
import { rewriteReferences, rewriteReferencesFrom, type Suggestion } from "./suggestion.js";
import type { ObservedMethod } from "./traffic-observations.js";

export type UndocumentedOperations = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly components: ComponentMatcher;
  readonly methods: Iterable<ObservedMethod>;
  readonly paths: readonly UndocumentedPath[];
};

/** Suggests undocumented operations: methods of documented paths, and new paths. */
export function suggestOperations(undocumented: UndocumentedOperations): Suggestion[] {
  const { document, operations, components, methods, paths } = undocumented;
  const hasIds = operations.every(
    ({ pointer }) => valueAt(document.root, joinPointer(pointer, "operationId")) !== undefined,
  );
  const ids = hasIds ? new Set(operations.map(({ id }) => id)) : undefined;
  const context: PathInferenceContext = { version: document.version, root: document.root, components, ids };
  return [
    ...[...methods].flatMap((it) => suggestMethod(document, operations, it, context)),
    ...paths.map((path) => suggestPath(document, path, context)),
  ];
}

function suggestPath(document: Document, path: UndocumentedPath, context: PathInferenceContext): Suggestion {
  const bundled = buildPathItem(path, context);
  const evidence = [...path.operations.values()].flatMap((it) => it.evidence ?? []).reduce(mergeEvidence);
  const names = [...path.operations.keys()].join(", ");
  const file = choosePathFile(document, path.template);
  const title = `document the path ${path.template} (${names})`;
  const suggestion = { title, evidence, at: "/paths", key: path.template, bundled };
  if (file === undefined) return { ...suggestion, value: rewriteReferences(document, "/paths", bundled) };
  const ownFile = { path: file.path, value: rewriteReferencesFrom(document, file.path, bundled) };
  return { ...suggestion, value: { $ref: file.reference }, ownFile };
}

/** Suggests an operation, unless the version of the spec cannot describe its method. Its path parameters are copied from the other operations of the path. */
function suggestMethod(
  document: Document,
  operations: readonly Operation[],
  { pathItem, method, observations }: ObservedMethod,
  context: PathInferenceContext,
): Suggestion[] {
  const [name, inner] = getMethodSteps(method, document.version) ?? [];
  if (name === undefined) return [];
  const template = lastToken(pathItem) ?? "";
  const inferred = buildIdentifiedOperation(observations, { method, template }, context);
  const { operationId, security, parameters, ...rest } = inferred;
  const pathParameters = findPathParameters(document, operations, pathItem);
  const addParameters = (own: readonly Json[]): JsonObject => {
    const all = [...own, ...asArray(parameters)];
    return dropUndefined({ operationId, security, parameters: all.length === 0 ? undefined : all, ...rest });
  };
  const bundled = addParameters(pathParameters.bundled);
  const { responses, requestBody } = asObject(rewriteReferences(document, pathItem, rest)) ?? {};
  const value = { ...addParameters(pathParameters.source), ...dropUndefined({ requestBody, responses }) };
  const suggestion = {
    title: `document the method ${method} of ${template}`,
    evidence: observations.evidence as Evidence,
  };
  if (inner === undefined) return [{ ...suggestion, at: pathItem, key: name, bundled, value }];
  const at = joinPointer(pathItem, name);
  if (valueAt(document.root, at) !== undefined) return [{ ...suggestion, at, key: inner, bundled, value }];
  return [{ ...suggestion, at: pathItem, key: name, bundled: { [inner]: bundled }, value: { [inner]: value } }];
}

type PathParameters = { readonly bundled: readonly Json[]; readonly source: readonly Json[] };

/** Finds the path parameters of another operation of the path item, as in the bundled spec and as in its source file. */
function findPathParameters(document: Document, operations: readonly Operation[], pathItem: Pointer): PathParameters {
  const file = document.getOrigin?.(pathItem).file;
  const own = joinPointer(pathItem, "parameters");
  const isShared = asArray(valueAt(document.root, own)).some((_, index) =>
    isPathParameter(document, joinPointer(own, index)),
  );
  const [sibling] = operations.filter(({ pointer }) => pointer.startsWith(`${pathItem}/`));
  if (isShared || sibling === undefined) return { bundled: [], source: [] };
  const list = joinPointer(sibling.pointer, "parameters");
  const pointers = asArray(valueAt(document.root, list)).flatMap((_, index) => {
    const pointer = joinPointer(list, index);
    return isPathParameter(document, pointer) ? [pointer] : [];
  });
  const origin = document.getOrigin?.(list);
  return {
    bundled: pointers.map((pointer) => valueAt(document.root, pointer) as Json),
    source: pointers.map((pointer) => {
      const source = origin && valueAt(origin.file.value, joinPointer(origin.pointer, Number(lastToken(pointer))));
      return (origin?.file === file ? source : undefined) ?? (valueAt(document.root, pointer) as Json);
    }),
  };
}

function isPathParameter(document: Document, parameter: Pointer): boolean {
  return resolvePointer(document, parameter)?.value.in === "path";
}

/**
 * Chooses a file for a new path if each path item of the spec is in its own file. Returns undefined if the files are not in
 * one directory or their names follow no known rule.
 */
export function choosePathFile(document: Document, template: string) {
  const origin = document.getOrigin?.("/paths");
  const siblings = Object.entries(asObject(origin && valueAt(origin.file.value, origin.pointer)) ?? {}).filter(
    ([key]) => !key.startsWith("x-"),
  );
  if (origin === undefined) return undefined;
  const references = siblings.map(([key, item]) => ({ key, reference: asString(asObject(item)?.$ref) ?? "" }));
  const first = references[0]?.reference ?? "";
  const [folder, extension] = [posix.dirname(first), posix.extname(first)];
  if (extension === "" || first.includes("#")) return undefined;
  const buildReference = (naming: FileNaming, key: string): string =>
    (first.startsWith("./") ? "./" : "") + posix.join(folder, naming(key.replace(/^\/|\/$/g, "")) + extension);
  const naming = FILE_NAMINGS.find((it) =>
    references.every(({ key, reference }) => reference === buildReference(it, key)),
  );
  if (naming === undefined) return undefined;
  const reference = buildReference(naming, template);
  return { path: posix.join(posix.dirname(origin.file.path), reference), reference };
}

type FileNaming = (path: string) => string;

/** Common naming rules for path item files, by tools that split specs and by hand. */
const FILE_NAMINGS: readonly FileNaming[] = [
  (path) => path.replaceAll("/", "_"),
  (path) => path.replaceAll("/", "-"),
  (path) => path.replaceAll("/", "_").replaceAll(/[{}]/g, ""),
  (path) => path.replaceAll("/", "-").replaceAll(/[{}]/g, ""),
];
