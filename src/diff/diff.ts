import { hasFittingPath } from "../check/contract.js";
import {
  type Document,
  type Json,
  joinPointer,
  listOperations,
  memoize,
  type Operation,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../document/index.js";
import { isEqual } from "../document/values/exact-number.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { compareAccess, getBasePath } from "./access.js";
import { compareRequestBodies } from "./bodies/bodies.js";
import { compareCallbacks } from "./callbacks.js";
import { type Comparison, createComparison, createReporter, type Pair, type SchemaCounts } from "./comparison.js";
import { collectFindings, type DiffFinding, type DiffFindingDraft } from "./finding.js";
import { type AcceptsTexts, compareShadowed, matchOperations } from "./operations/match-operations.js";
import { compareParameters } from "./parameters.js";
import { isDeprecated, readSunset } from "./policy/policy.js";
import { compareResponses } from "./responses.js";

/** The kind of version change, as in semantic versioning. */
export type VersionBump = "major" | "minor" | "patch" | "none";

export type DiffResult = {
  readonly findings: readonly DiffFinding[];
  readonly bump: VersionBump;
  readonly operations: { readonly old: number; readonly new: number; readonly compared: number };
  /** The operations that were not compared because the run was stopped or its time was over. */
  readonly notCompared: readonly string[];
  /** The method and path of each operation of both specs, such as `GET /orders`, or the name of its webhook. */
  readonly endpoints: ReadonlyMap<string, string>;
  readonly schemas: SchemaCounts;
};

export type DiffOptions = {
  /** Selects the operations to compare; the default is all. */
  readonly only?: (operation: Operation) => boolean;
  /** Whether the time is over. Schemas then stay undecided, and further operations are not compared. */
  readonly isOverdue?: () => boolean;
};

/**
 * Compares two specs. The new one must accept what clients of the old one may send, and clients of the old one must
 * understand what the new one may return.
 *
 * A schema difference is breaking only if a counterexample proves it: a value that one side accepts and the other
 * rejects.
 */
export function diffDocuments(documents: Pair<Document>, options: DiffOptions = {}): DiffResult {
  const steps = diffInSteps(documents, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Like {@link diffDocuments}, in one step for each operation, so that the caller can react to signals in between. */
export function* diffInSteps(
  documents: Pair<Document>,
  { only = () => true, isOverdue = () => false }: DiffOptions = {},
): Generator<void, DiffResult> {
  const drafts: DiffFindingDraft[] = [];
  const comparison = createComparison(documents, (draft) => drafts.push(draft), isOverdue);
  const operations = { old: listOperations(documents.old), new: listOperations(documents.new) };
  const acceptsTexts =
    (side: "old" | "new"): AcceptsTexts =>
    (operation, path) =>
      hasFittingPath(comparison[side].schemas, { operation, path });
  const paired = matchOperations(operations, acceptsTexts("new"), getBasePath);
  const pairs = paired.pairs.filter((pair) => only(pair.old) || only(pair.new));
  const [removed, added] = [paired.removed.filter(only), paired.added.filter(only)];
  const movedTo = ({ id, kind }: Operation) => paired.added.find((it) => it.id === id && it.kind === kind);
  for (const operation of removed) reportUnmatched(comparison, operation, "removed", movedTo(operation));
  const shadowed = { old: operations.old, acceptsTexts: acceptsTexts("old"), compare: compareOperations };
  for (const operation of added) {
    reportUnmatched(comparison, operation, "added");
    compareShadowed(comparison, operation, shadowed);
  }
  const notCompared: string[] = [];
  const isUnchanged = createUnchangedTest(documents);
  for (const pair of pairs) {
    if (isUnchanged(pair)) continue;
    yield;
    if (isOverdue()) {
      notCompared.push(pair.new.id);
      continue;
    }
    compareOperations(comparison, pair);
    compareCallbacks(comparison, pair, compareOperations);
  }
  const findings = collectFindings(drafts, documents);
  return {
    findings,
    bump: getVersionBump(findings, documents),
    operations: { old: operations.old.length, new: operations.new.length, compared: pairs.length - notCompared.length },
    notCompared,
    endpoints: new Map([...operations.old, ...operations.new].map((it) => [it.id, formatEndpoint(it)])),
    schemas: comparison.countResults(),
  };
}

function compareOperations(comparison: Comparison, pair: Pair<Operation>): void {
  reportOperationChanges(comparison, pair);
  compareAccess(comparison, pair);
  compareParameters(comparison, pair);
  compareRequestBodies(comparison, pair);
  compareResponses(comparison, pair);
}

function reportUnmatched(
  comparison: Comparison,
  operation: Operation,
  verb: "removed" | "added",
  movedTo?: Operation,
): void {
  const isWebhook = operation.kind === "webhook";
  const what = `${isWebhook ? "the " : ""}${formatEndpoint(operation)}`;
  const part = isWebhook ? "webhook" : "operation";
  const pair = { [verb === "added" ? "new" : "old"]: operation };
  const report = createReporter(comparison, pair, { operation: operation.id, part });
  const advice = verb === "added" || isWebhook ? {} : { advice: "deprecate it and keep it to stay compatible" };
  const place = movedTo === undefined ? "" : `, and ${formatEndpoint(movedTo)} has its operationId`;
  report(`${part}.${verb}`, `${what} was ${verb}${place}`, advice);
}

function formatEndpoint({ kind, method, path }: Operation): string {
  return kind === "webhook" ? `webhook ${path}` : `${method} ${path}`;
}

function reportOperationChanges(comparison: Comparison, pair: Pair<Operation>): void {
  const { old, new: next } = pair;
  const { old: before, new: after } = comparison;
  const report = createReporter(comparison, pair, { operation: next.id, part: "operation" });
  const isNowDeprecated = isDeprecated(after.document, next.pointer);
  if (!isDeprecated(before.document, old.pointer) && isNowDeprecated)
    report("operation.deprecated", `${next.method} ${next.path} is now deprecated`);
  const sunset = { old: readSunset(before.document, old.pointer), new: readSunset(after.document, next.pointer) };
  if (sunset.old !== undefined && isNowDeprecated && (sunset.new ?? "") < sunset.old)
    report(
      "operation.sunset.earlier",
      `the sunset of ${next.method} ${next.path} moved from ${sunset.old} to ${sunset.new ?? "no day"}`,
    );
  // Without an operationId, the id is the method and path, so that a changed path is not a renamed operation.
  if (old.id !== `${old.method} ${old.path}` && old.id !== next.id)
    report("operation.renamed", `the operationId changed from ${old.id} to ${next.id}`);
}

/** The version step that changes require. */
export function getVersionBump(findings: readonly DiffFinding[], { old, new: next }: Pair<Document>): VersionBump {
  if (findings.some(({ level }) => level === "error")) return "major";
  if (findings.length > 0) return "minor";
  return isEqual(old.root, next.root) ? "none" : "patch";
}

/**
 * Creates a test whether an operation has the same text in both specs, and so has everything that it references. The comparison of
 * such an operation reports nothing, so it can be left out. False also means that this is not known.
 */
export function createUnchangedTest(documents: Pair<Document>): (pair: Pair<Operation>) => boolean {
  const roots = { old: documents.old.root, new: documents.new.root };
  const hasSameOperations = listOperationIds(documents.old) === listOperationIds(documents.new);
  if (SHARED_PARTS.some((part) => readText(roots.old, part) !== readText(roots.new, part))) return () => false;
  const unchanged = new Set<Pointer>();
  const getTargets = memoize((pointer: Pointer): readonly Pointer[] | "changed" => {
    const text = readText(roots.new, pointer);
    const isSame = text === readText(roots.old, pointer);
    const dependsOnMore = OTHER_DEPENDENCIES.test(text) || (!hasSameOperations && text.includes('"links":'));
    return isSame && !dependsOnMore ? listTargets(text) : "changed";
  });
  /** Follows the references, which may lead in circles, and remembers what was reached if nothing of it changed. */
  const isUnchanged = (start: readonly Pointer[]): boolean => {
    const reached = new Set(start);
    for (const pointer of reached) {
      const found = getTargets(pointer);
      if (found === "changed") return false;
      for (const target of found) if (!unchanged.has(target)) reached.add(target);
    }
    for (const pointer of reached) unchanged.add(pointer);
    return true;
  };
  return (pair) => {
    const { old: before, new: after } = pair;
    const item = joinPointer("", before.kind === "webhook" ? "webhooks" : "paths", before.path);
    if (before.pointer !== after.pointer || !before.pointer.startsWith(`${item}/`)) return false;
    return isUnchanged([before.pointer, ...ITEM_PARTS.map((part) => `${item}/${part}`)]);
  };
}

/** The operations that links can name. */
function listOperationIds(document: Document): string {
  return listOperations(document)
    .map(({ id, pointer }) => `${id} ${pointer}`)
    .join("\n");
}

/** What applies to operations without a reference. */
const SHARED_PARTS: readonly Pointer[] = [
  ...["/openapi", "/swagger", "/servers", "/security", "/jsonSchemaDialect", "/$self"],
  ...["/host", "/basePath", "/schemes", "/consumes", "/produces", "/securityDefinitions"],
  "/components/securitySchemes",
];

const ITEM_PARTS = ["$ref", "parameters", "servers"];

function readText(root: Json, pointer: Pointer): string {
  return serializeExactJson(valueAt(root, pointer) ?? null);
}

/** The targets of the references in a text. */
function listTargets(text: string): readonly Pointer[] {
  const fragments = [...text.matchAll(/"\$ref":("#[^"]*")/g)].map(([, target = ""]) =>
    String(JSON.parse(target)).slice(1),
  );
  return fragments.flatMap((fragment) => parsePointerFragment(fragment) ?? []);
}

/** What a value depends on besides the targets of local references. */
const OTHER_DEPENDENCIES = /"(?:\$dynamicRef|\$recursiveRef|\$anchor|\$id|operationRef)":|"\$ref":(?!"#["/])/;
