import { type FindingGroup, toExchangeReference } from "../check/index.js";
import {
  asObject,
  type Document,
  findMostCommon,
  isJsonType,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type Operation,
  type Pointer,
  parentPointer,
  valueAt,
} from "../document/index.js";
import { isNumber, parseNumber } from "../document/values/exact-number.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { buildContent, buildMediaType, buildResponse } from "./infer/build-operation.js";
import { type Evidence, mergeEvidence } from "./infer/operation-observations.js";
import { createSchemaFromShape, type SchemaInferenceContext } from "./infer/shape-schema.js";
import { rewriteReferences, type Suggestion } from "./suggestion.js";
import type { TrafficObservations } from "./traffic-observations.js";

export type SuggestionInput = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly groups: readonly FindingGroup[];
  readonly observations: TrafficObservations;
  /** Whether new error statuses reference the shared error response; otherwise they get their own response. */
  readonly usesSharedResponses: boolean;
};

/**
 * Suggests additions to the spec that document the drift. Each addition is suggested once, with the evidence of all its
 * findings. Redacted values are never suggested.
 */
export function suggestAdditions(drift: SuggestionInput): readonly Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const group of drift.groups) {
    for (const it of createSuggestions(drift, group)) {
      const key = serializeExactJson([it.at, it.key, it.value]);
      const known = found.get(key);
      found.set(key, known === undefined ? it : { ...it, evidence: addEvidence(known, it) });
    }
  }
  return [...found.values()].map((it) => {
    const { exchanges, of } = it.evidence;
    return of < exchanges ? { ...it, evidence: { ...it.evidence, of: exchanges } } : it;
  });
}

type AdditionDraft = Omit<Suggestion, "evidence" | "bundled"> & Partial<Pick<Suggestion, "evidence" | "bundled">>;

function createSuggestions(drift: SuggestionInput, group: FindingGroup): Suggestion[] {
  const [, , verdict = ""] = group.code.split(".");
  const { exchanges, of, first, last } = group;
  const evidence = { exchanges, of, first: toExchangeReference(first), last: toExchangeReference(last) };
  const additions =
    verdict === "not-in-enum" ? addEnumValues(drift, group) : ADDITIONS_BY_CODE[group.code]?.(drift, group);
  return (additions ?? []).map((it) =>
    it.bundled === undefined
      ? { evidence, ...it, bundled: it.value, value: rewriteReferences(drift.document, it.at, it.value) }
      : { evidence, ...it, bundled: it.bundled },
  );
}

const ADDITIONS_BY_CODE: Partial<
  Record<FindingGroup["code"], (drift: SuggestionInput, group: FindingGroup) => readonly AdditionDraft[]>
> = {
  "request.body.undeclared": addProperty,
  "response.body.undeclared": addProperty,
  "request.query.undeclared": (drift, group) => addPart(drift, group, "query parameter"),
  "request.header.undeclared": (drift, group) => addPart(drift, group, "header parameter"),
  "request.path.undeclared": addProperty,
  "request.cookie.undeclared": addProperty,
  "response.header.undeclared": (drift, group) => addPart(drift, group, "header"),
  "response.status.undocumented": addStatus,
  "response.body.undocumented": addMediaType,
  "request.content-type.undocumented": addMediaType,
  "response.content-type.undocumented": addMediaType,
};

/** Suggests enum values, as numbers if all listed values are numbers. */
function addEnumValues(
  { document, observations }: SuggestionInput,
  { names, contract, of }: FindingGroup,
): readonly AdditionDraft[] {
  const at = contract.pointer;
  const values = valueAt(document.root, at);
  const isNumeric = Array.isArray(values) && values.length > 0 && values.every(isNumber);
  return names.flatMap((name) => {
    const observed = observations.notInEnum(at, name);
    // The name of a redacted value is not an observed value.
    if (observed === undefined) return [];
    const evidence = { ...observed, of };
    const title = `add the enum value ${JSON.stringify(name)}`;
    return [{ title, at, value: isNumeric ? (parseNumber(name) as number) : name, evidence, isCounted: true }];
  });
}

function addProperty(drift: SuggestionInput, { name, names, contract }: FindingGroup): readonly AdditionDraft[] {
  const { observations } = drift;
  if (name === undefined || names.length > 1) return [];
  const value = createSchemaFromShape(observations.shape(contract.pointer, name), getSchemaContext(drift));
  if (observations.isMarkup(contract.pointer, name)) return addAttribute(name, contract.pointer, value);
  return [{ title: `declare the property ${JSON.stringify(name)}`, at: contract.pointer, key: name, value }];
}

/** Suggests an XML attribute as a property. Other XML content, such as text, cannot be declared in a spec. */
function addAttribute(name: string, at: Pointer, schema: Json): readonly AdditionDraft[] {
  if (!name.startsWith("@") || lastToken(at) !== "properties") return [];
  const key = name.slice(1);
  const value = { ...asObject(schema), xml: { attribute: true } };
  return [{ title: `declare the attribute ${JSON.stringify(key)}`, at, key, value }];
}

/** Suggests a parameter or a header if the finding is at its operation or response, else a property of an object in one. */
function addPart(
  drift: SuggestionInput,
  group: FindingGroup,
  kind: "query parameter" | "header parameter" | "header",
): readonly AdditionDraft[] {
  const { document, operations, observations } = drift;
  const { name, names } = group;
  const { pointer } = group.contract;
  const owners = kind === "header" ? operations.flatMap(({ responses }) => responses) : operations;
  if (owners.every((it) => it.pointer !== pointer)) return addProperty(drift, group);
  if (name === undefined || names.length > 1) return [];
  const schema = createSchemaFromShape(observations.shape(pointer, name), getSchemaContext(drift));
  const title = `declare the ${kind} ${JSON.stringify(name)}`;
  if (kind === "header") return [{ title, ...placeAddition(document, pointer, "headers", { [name]: { schema } }) }];
  const parameter = { name, in: kind === "query parameter" ? "query" : "header", schema };
  return [{ title, ...placeAddition(document, pointer, "parameters", [parameter]) }];
}

function addStatus(drift: SuggestionInput, group: FindingGroup): readonly AdditionDraft[] {
  const { document, operations, observations, usesSharedResponses } = drift;
  const { name: key, contract } = group;
  const at = contract.pointer;
  if (key === undefined || !isObject(valueAt(document.root, at))) return [];
  const title = `document the status ${key}`;
  const shared = usesSharedResponses
    ? findSharedResponse(document, operations, { responses: at, status: key })
    : undefined;
  if (shared !== undefined)
    return [{ title, at, key, value: { $ref: shared.source }, bundled: { $ref: shared.bundled }, isShared: true }];
  const response = observations.response(at, key);
  return response === undefined ? [] : [{ title, at, key, value: buildResponse(response, getSchemaContext(drift)) }];
}

/** Suggests a media type, or the content that a response lacks. A JSON type reuses the schema reference of a documented JSON type. */
function addMediaType(drift: SuggestionInput, { contract }: FindingGroup): readonly AdditionDraft[] {
  const { document, observations } = drift;
  const at = joinPointer(contract.pointer, "content");
  const documented = asObject(valueAt(document.root, at));
  const bodies = observations.bodies(contract.pointer);
  if (bodies === undefined) return [];
  if (documented === undefined) {
    const title = `document the content of the response ${lastToken(contract.pointer)}`;
    const value = buildContent(bodies, getSchemaContext(drift)) ?? {};
    return [{ title, at: contract.pointer, key: "content", value }];
  }
  return [...bodies.types]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter(([type]) => !Object.keys(documented).some((range) => range.toLowerCase() === type))
    .map(([key, body]) => {
      const [similar] = Object.keys(documented).filter((range) => isJsonType(range) && isJsonType(key));
      const media = similar === undefined ? at : joinPointer(at, similar);
      const bundled = similar === undefined ? undefined : asObject(asObject(documented[similar])?.schema)?.$ref;
      const origin = document.getOrigin?.(joinPointer(media, "schema"));
      const source = asObject(origin && valueAt(origin.file.value, origin.pointer))?.$ref;
      const title = `document the media type ${key}`;
      if (typeof bundled !== "string" || typeof source !== "string")
        return { title, at, key, value: buildMediaType(key, body, getSchemaContext(drift)) };
      return { title, at, key, value: { schema: { $ref: source } }, bundled: { schema: { $ref: bundled } } };
    });
}

function getSchemaContext({ document, observations }: SuggestionInput): SchemaInferenceContext {
  return { version: document.version, components: observations.components };
}

/** Adds to the list or map `name` of the holder, or creates it. */
function placeAddition(
  document: Document,
  holder: Pointer,
  name: string,
  added: readonly [Json] | { readonly [key: string]: Json },
): Pick<AdditionDraft, "at" | "key" | "value"> {
  const at = joinPointer(holder, name);
  if (valueAt(document.root, at) === undefined) return { at: parentPointer(at), key: lastToken(at), value: added };
  if (Array.isArray(added)) return { at, value: added[0] as Json };
  const [[key, value] = ["", null]] = Object.entries(added as { readonly [key: string]: Json });
  return { at, key, value };
}

/** Merges the evidence of two findings. The exchanges of an enum value are already counted over all operations. */
function addEvidence({ evidence: a, isCounted }: Suggestion, { evidence: b }: Suggestion): Evidence {
  return isCounted === true ? { ...a, of: a.of + b.of } : mergeEvidence(a, b);
}

type SharedResponse = { readonly source: string; readonly bundled: string };

/**
 * Finds the shared response that this operation, or else other operations in the same file, reference for errors. A response
 * that only one other status has describes that status. Prefers the same status class, then the most common response. Returns
 * undefined if there is none or `status` is not an error.
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
  const all = operations.flatMap(({ pointer }) => listErrorResponses(document, joinPointer(pointer, "responses")));
  const isFitting = ({ bundled }: SharedResponse): boolean => {
    const statuses = all.filter((it) => it.bundled === bundled).map((it) => it.status);
    const [first = "default"] = statuses;
    const isNamed = STATUS_NAMES.has(bundled.slice(bundled.lastIndexOf("/") + 1).toLowerCase());
    const isOfOne = /^\d+$/.test(first) && (isNamed || statuses.length > 1) && statuses.every((it) => it === first);
    return !isOfOne || first === status;
  };
  for (const pointers of [[responses], others]) {
    const candidates = pointers.flatMap((pointer) => listErrorResponses(document, pointer)).filter(isFitting);
    const sameClass = candidates.filter((it) => it.status.startsWith(status.slice(0, 1)));
    const best = findMostCommon(sameClass.length > 0 ? sameClass : candidates, ({ bundled }) => bundled);
    if (best !== undefined) return best;
  }
  return undefined;
}

/** The reason phrases of errors, each of which names a response of one status only (RFC 9110, section 15.5). */
const STATUS_NAMES: ReadonlySet<string> = new Set([
  ...["badrequest", "unauthorized", "paymentrequired", "forbidden", "notfound", "methodnotallowed", "notacceptable"],
  ...["requesttimeout", "conflict", "gone", "preconditionfailed", "contenttoolarge", "unsupportedmediatype"],
  ...["unprocessableentity", "unprocessablecontent", "toomanyrequests", "internalservererror", "notimplemented"],
  ...["badgateway", "serviceunavailable", "gatewaytimeout"],
]);

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
