import {
  asObject,
  asString,
  type Document,
  joinPointer,
  listOperations,
  type Operation,
  type Pointer,
  parsePointerFragment,
  type ResolvedObject,
  resolveChildren,
} from "../document/index.js";
import { isSameJson } from "../samples/same-json.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import type { VersionedDocument } from "./containment/schemas/versioned-document.js";
import { getOperationKey, getPathParameterPositions } from "./operations/match-operations.js";

/** Compares the links of a response. Links are only metadata, so no change of them is an error. */
export function compareLinks(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<{ readonly pointer: Pointer }>,
): void {
  const [before, after] = [listLinks(comparison.old, pair.old.pointer), listLinks(comparison.new, pair.new.pointer)];
  const affected = (name: string): OperationPart => ({ ...part, part: `${part.part} link ${name}` });
  for (const [name, link] of before) {
    const match = after.get(name);
    const places = { old: link.pointer, new: match?.pointer ?? pair.new.pointer };
    if (match === undefined)
      comparison.report({
        code: "response.link.removed",
        message: `the link ${name} was removed`,
        ...places,
        affected: affected(name),
      });
    else {
      const [before, after] = [normalizeLink(comparison.old, link), normalizeLink(comparison.new, match)];
      const differing = LINK_FIELDS.filter((field) => !isSameJson(before[field], after[field]));
      if (differing.length > 0)
        comparison.report({
          code: "response.link.changed",
          message: `the ${differing.join(" and ")} of link ${name} changed from ${formatFields(differing, before)} to ${formatFields(differing, after)}`,
          ...places,
          affected: affected(name),
        });
    }
  }
  for (const [name, link] of after)
    if (!before.has(name))
      comparison.report({
        code: "response.link.added",
        message: `the link ${name} was added`,
        old: pair.old.pointer,
        new: link.pointer,
        affected: affected(name),
      });
}

function listLinks({ document }: VersionedDocument, pointer: Pointer): ReadonlyMap<string, ResolvedObject> {
  return new Map(
    resolveChildren(document, joinPointer(pointer, "links"))
      .filter(({ key }) => !key.startsWith("x-"))
      .map((link) => [link.key, link]),
  );
}

const LINK_FIELDS = ["operation", "parameters", "requestBody", "server"] as const;

type NormalizedLink = Readonly<Record<(typeof LINK_FIELDS)[number], unknown>>;

/** Resolves a link to its content, so that renamed operations and path parameters do not count. */
function normalizeLink({ document }: VersionedDocument, { value }: ResolvedObject): NormalizedLink {
  const { operationId, operationRef, parameters, requestBody, server } = value;
  const operationPointer = asString(operationRef)?.startsWith("#")
    ? parsePointerFragment(String(operationRef).slice(1))
    : undefined;
  const target = getOperations(document).find(({ id, pointer }) => pointer === operationPointer || id === operationId);
  return {
    operation: target === undefined ? (operationId ?? operationRef) : getOperationKey(target),
    parameters: normalizeParameters(asObject(parameters) ?? {}, target),
    requestBody,
    server: asObject(server)?.url,
  };
}

const operationCache = new WeakMap<Document, readonly Operation[]>();

function getOperations(document: Document): readonly Operation[] {
  const operations = operationCache.get(document) ?? listOperations(document);
  operationCache.set(document, operations);
  return operations;
}

function normalizeParameters(parameters: Readonly<Record<string, unknown>>, target: Operation | undefined): unknown {
  const places = target === undefined ? new Map<string, string>() : getPathParameterPositions(target);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [places.get(name.replace(/^path\./, "")) ?? name, value]),
  );
}

function formatFields(fields: readonly (typeof LINK_FIELDS)[number][], meaning: NormalizedLink): string {
  return fields
    .map((field) => (field === "operation" ? String(meaning[field]) : (JSON.stringify(meaning[field]) ?? "nothing")))
    .join(", ");
}
