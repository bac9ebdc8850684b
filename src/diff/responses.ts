import { pickResponse } from "../check/router/documented-parts.js";
import {
  asObject,
  getLocalReferenceTarget,
  type HeaderDefinition,
  joinPointer,
  listOperations,
  type Operation,
  type Pointer,
  type ResolvedObject,
  type ResponseDefinition,
  resolveChildren,
} from "../document/index.js";
import { isEqual } from "../document/values/exact-number.js";
import { compareResponseBodies } from "./bodies/bodies.js";
import { isSameHeader } from "./bodies/encodings.js";
import type { DiffCode } from "./codes.js";
import { type Comparison, createReporter, type OperationPart, type Pair } from "./comparison.js";
import type { VersionedDocument } from "./containment/schemas/versioned-document.js";
import { type DiffFindingDraft, KEEP_ACCEPTING, KEEP_REQUIRED } from "./finding.js";
import { matchItems } from "./match-items.js";
import { RESPONSE_FLOW } from "./message-flow.js";
import { getOperationKey, getPathParameterPositions } from "./operations/match-operations.js";
import { compareSchemas } from "./schemas.js";
import { compareSerialization, describeSerializationChange } from "./serialization.js";
import { createHeaderCodec } from "./wire/wire-channel.js";

/**
 * Compares the responses of an operation by status. A status without its own response falls under its range or
 * `default`.
 */
export function compareResponses(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const isWebhook = next.kind === "webhook";
  for (const response of next.responses) {
    const known = pickResponse(old.responses, response.status);
    if (known === undefined) reportAdded(comparison, { old, new: next }, response);
    else compareResponse(comparison, next, { old: known, new: response }, isWebhook);
  }
  for (const response of old.responses) {
    const isOwn = next.responses.some(({ status }) => isSameStatus(status, response.status));
    const match = isOwn ? undefined : pickResponse(next.responses, response.status);
    // The new spec covers this status with a range.
    if (match !== undefined && pickResponse(old.responses, match.status) !== response)
      compareResponse(comparison, next, { old: response, new: match }, isWebhook);
    else if (!isOwn && match === undefined) reportRemoved(comparison, { old, new: next }, response);
  }
}

function isSameStatus(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase();
}

function createPart(operation: Operation, { status }: ResponseDefinition): OperationPart {
  return { operation: operation.id, part: `response ${status}` };
}

function compareResponse(
  comparison: Comparison,
  operation: Operation,
  pair: Pair<ResponseDefinition>,
  isWebhook: boolean,
): void {
  const part = createPart(operation, pair.new);
  const bodiless = findBodilessReason(operation, pair.new);
  if (bodiless !== undefined) compareUnsentContent(comparison, part, pair, bodiless);
  else compareResponseBodies(comparison, part, pair, isWebhook);
  if (isWebhook) return;
  compareHeaders(comparison, part, pair);
  compareLinks(comparison, part, pair);
}

/** Why a response has no body whatever its content says (RFC 9110, sections 6.4.1, 9.3.2 and 15). */
function findBodilessReason({ method }: Operation, { status }: ResponseDefinition): string | undefined {
  if (method === "HEAD") return "a response to HEAD has no body";
  return /^(1..|204|205|304)$/.test(status) ? `a response with the status ${status} has no body` : undefined;
}

/** No exchange shows a change of content that is not sent. */
function compareUnsentContent(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<ResponseDefinition>,
  reason: string,
): void {
  const changes: DiffFindingDraft[] = [];
  compareResponseBodies({ ...comparison, report: (draft) => changes.push(draft) }, part, pair, false);
  const report = createReporter(comparison, pair, part);
  if (changes.length > 0) report("keyword.changed", `the content changed, but ${reason}`);
}

function reportAdded({ report }: Comparison, { old, new: next }: Pair<Operation>, response: ResponseDefinition): void {
  const code: DiffCode =
    next.kind === "webhook"
      ? "webhook.response.widened"
      : response.status === "default"
        ? "response.default.added"
        : /^[45]/.test(response.status)
          ? "response.error-status.added"
          : "response.status.added";
  const isCompatible = code === "webhook.response.widened" || code === "response.default.added";
  report({
    code,
    change: `the response ${response.status} was added`,
    ...(isCompatible ? {} : { advice: "use a status of the old spec to stay compatible" }),
    old: `${old.pointer}/responses`,
    new: `${next.pointer}/responses/${response.status}`,
    affected: createPart(next, response),
  });
}

function reportRemoved(
  { report }: Comparison,
  { old, new: next }: Pair<Operation>,
  response: ResponseDefinition,
): void {
  const isWebhook = next.kind === "webhook";
  // What clients read is then described by no response.
  const isLast =
    /^2/.test(response.status) &&
    response.content.length > 0 &&
    !next.responses.some(({ status }) => /^(2|default)/.test(status));
  const kept = isLast ? { advice: "keep it, or describe what clients get instead" } : {};
  report({
    code: isWebhook ? "webhook.response.narrowed" : isLast ? "response.body.removed" : "response.status.removed",
    change: `the response ${response.status} was removed${isLast && !isWebhook ? ", and no other one of a success is left" : ""}`,
    ...(isWebhook ? { advice: KEEP_ACCEPTING } : kept),
    old: `${old.pointer}/responses/${response.status}`,
    new: `${next.pointer}/responses`,
    affected: createPart(next, response),
  });
}

/** Compares the headers of a response. */
function compareHeaders(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<{ readonly pointer: Pointer; readonly headers: readonly HeaderDefinition[] }>,
): void {
  const [matches, , added] = matchItems(pair.old.headers, pair.new.headers, [isSameHeader]);
  for (const header of pair.old.headers) {
    const newHeader = matches.get(header);
    const affected = { ...part, part: `${part.part} header ${header.name}` };
    const report = createReporter(comparison, { old: header, new: newHeader ?? pair.new }, affected);
    if (header.required && newHeader?.required !== true) {
      const change = newHeader === undefined ? "was removed" : "is now optional";
      report("response.header.optional", `the required header "${header.name}" ${change}`, { advice: KEEP_REQUIRED });
    } else if (newHeader === undefined) report("response.header.removed", `the header "${header.name}" was removed`);
    if (newHeader !== undefined) compareHeaderValues(comparison, affected, { old: header, new: newHeader });
  }
  for (const header of added) {
    const affected = { ...part, part: `${part.part} header ${header.name}` };
    const report = createReporter(comparison, { old: pair.old, new: header }, affected);
    report("response.header.added", `the header "${header.name}" was added`);
  }
}

function compareHeaderValues(comparison: Comparison, affected: OperationPart, pair: Pair<HeaderDefinition>): void {
  const { old, new: next } = pair;
  const pointers = { old: old.pointer, new: next.pointer };
  const codecs = { old: createHeaderCodec(comparison.old, old), new: createHeaderCodec(comparison.new, next) };
  const schemas = { old: codecs.old.schema, new: codecs.new.schema };
  // The style of OpenAPI does not define the text of Set-Cookie, so only its schemas are compared.
  if (old.name.toLowerCase() === "set-cookie") {
    compareSchemas(comparison, RESPONSE_FLOW, affected, schemas);
    return;
  }
  const channel = { key: `${old.pointer} ${next.pointer}`, ...codecs };
  const change = describeSerializationChange(pair, `the serialization of the header "${next.name}"`);
  const part = { flow: RESPONSE_FLOW, affected, pointers, channel, change } as const;
  const isRefused = compareSerialization(comparison, { ...part, refusedCode: "response.header.serialization" });
  if (!isRefused) compareSchemas(comparison, RESPONSE_FLOW, affected, { ...schemas, channel });
}

/** Compares the links of a response. Links are only metadata, so no change of them is an error. */
function compareLinks(comparison: Comparison, part: OperationPart, pair: Pair<{ readonly pointer: Pointer }>): void {
  const [before, after] = [listLinks(comparison.old, pair.old.pointer), listLinks(comparison.new, pair.new.pointer)];
  const affected = (name: string): OperationPart => ({ ...part, part: `${part.part} link ${name}` });
  for (const [name, link] of before) {
    const match = after.get(name);
    const report = createReporter(comparison, { old: link, new: match ?? pair.new }, affected(name));
    if (match === undefined) report("response.link.removed", `the link ${name} was removed`);
    else {
      const [before, after] = [normalizeLink(comparison.old, link), normalizeLink(comparison.new, match)];
      const differing = LINK_FIELDS.filter((field) => !isEqual(before[field], after[field]));
      if (differing.length > 0)
        report(
          "response.link.changed",
          `the ${differing.join(" and ")} of link ${name} changed from ${formatFields(differing, before)} to ${formatFields(differing, after)}`,
        );
    }
  }
  for (const [name, link] of after)
    if (!before.has(name)) {
      const report = createReporter(comparison, { old: pair.old, new: link }, affected(name));
      report("response.link.added", `the link ${name} was added`);
    }
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
  const operationPointer = getLocalReferenceTarget(operationRef);
  const target = listOperations(document).find(({ id, pointer }) => pointer === operationPointer || id === operationId);
  return {
    operation: target === undefined ? (operationId ?? operationRef) : getOperationKey(target),
    parameters: normalizeParameters(asObject(parameters) ?? {}, target),
    requestBody,
    server: asObject(server)?.url,
  };
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
