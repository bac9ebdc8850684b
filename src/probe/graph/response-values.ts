import { isObject, isScalar, type Json, type JsonObject, type Operation } from "../../document/index.js";
import { findIdentityName, ID_WORDS, isIdName, splitWords } from "../../resources/index.js";
import { type CaseRequest, readWrittenBody } from "../requests/probe-case.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import { hasIdentity, openEnvelope } from "./envelope.js";
import { createTemplateMatcher, fillPath, type PathStep, readPathShape } from "./path-shape.js";

/** A scalar of a response, with the name of its property and the resource that the property belongs to. */
export type LearnedValue = { readonly resource: string; readonly name: string; readonly value: Json };

/**
 * The resources of a response: the items of a listing, or the resource itself, also inside an envelope.
 *
 * @param step Where their ids are in paths. What a write returns with an id may have a list of parts.
 */
export function listResources(result: ProbeExchange, step?: PathStep): readonly Json[] {
  const whole = openEnvelope(result.body);
  const isWrite = step !== undefined && result.operation.method !== "GET";
  if (isWrite && isObject(whole) && findIdentityName(listIdentifyingNames(whole), step.name)) return [whole];
  const items = result.list;
  if (items !== undefined) return items;
  const body = result.body;
  return isObject(body) || typeof body === "string" ? [openEnvelope(body)] : [];
}

/** Returns the property that identifies resources in a path, if reads by the one with the best name get 404. */
export type Identities = { readonly getIdentity: (step: PathStep) => string | undefined };

/** The value that identifies a resource in its path: the property of the parameter's name, or the best other one. */
export function findItemId(item: Json, step: PathStep, identities?: Identities): Json | undefined {
  if (!isObject(item)) return isScalar(item) && typeof item !== "boolean" ? item : undefined;
  const names = listIdentifyingNames(item);
  const learned = identities?.getIdentity(step);
  const found =
    names.find((name) => name === learned) ??
    findIdentityName(names, step.name, step.reference.resource) ??
    ID_WORDS.flatMap((it) => names.find((name) => splitWords(name).join(" ") === it) ?? [])[0] ??
    // An id with a prefix, such as `commentId` of a note, is the own id only if it is the first one.
    names.find(isIdName);
  if (found !== undefined) return item[found];
  // JSON:API and others put the identity below the attributes or in an envelope.
  return Object.values(item)
    .filter(isObject)
    .filter(hasIdentity)
    .map((it) => findItemId(it, step))[0];
}

/** The properties of a resource whose values can be part of a path. */
export function listIdentifyingNames(item: JsonObject): readonly string[] {
  return Object.keys(item).filter((name) => typeof item[name] === "string" || typeof item[name] === "number");
}

const MAX_DEPTH = 20;

/** Lists every scalar with its name. An object belongs to the resource that its property names, others to `resource`. */
export function* listNamedValues(value: unknown, resource = "", name = "", depth = 0): Iterable<LearnedValue> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value) yield* listNamedValues(item, resource, name, depth + 1);
  } else if (isObject(value)) {
    for (const [inner, it] of Object.entries(value)) {
      const isNested = isObject(it) || (Array.isArray(it) && it.some(isObject));
      const owner = isNested && !ENVELOPE_NAME.test(inner) ? splitWords(inner).join(" ") : resource;
      yield* listNamedValues(it, owner, inner, depth + 1);
    }
  } else if (name !== "" && isScalar(value)) yield { resource, name, value };
}

const ENVELOPE_NAME =
  /^(data|items|results?|content|value|values|attributes|_embedded|embedded|records|entries|list)$/i;

/** Lists the URLs of a response: `Location`, `Link`, and every link in the body (HAL, JSON:API, plain). */
export function listResponseUrls(result: ProbeExchange): readonly string[] {
  const { headers } = result.exchange.response;
  const inHeaders = headers.flatMap(([name, value]) => {
    if (/^(content-)?location$/i.test(name)) return [value];
    return /^link$/i.test(name) ? [...value.matchAll(/<([^>]*)>/g)].map(([, href = ""]) => href) : [];
  });
  const inBody = [...listNamedValues(result.body)].flatMap(({ value }) =>
    typeof value === "string" && /^(https?:\/\/|\/)[^\s{}]+$/.test(value) ? [value] : [],
  );
  return [...inHeaders, ...inBody];
}

/** The name that a creation has chosen for a resource, if the response shows none and the path does not ask for an id. */
export function findChosenId(
  { operation, request }: ProbeExchange,
  step: PathStep,
  identities: Identities,
): Json | undefined {
  if (operation.method !== "POST" || isIdName(step.name)) return undefined;
  return findItemId(readWrittenBody(request), step, identities);
}

/**
 * The path values of a resource that a request has created: from the request if it chose them, from the body of the response, or
 * from `Location`. Undefined if none of them shows an id, or the request was not accepted.
 *
 * @param target An operation on the resource.
 */
export function findCreatedPath(
  target: Pick<Operation, "path">,
  result: ProbeExchange,
  identities: Identities,
): CaseRequest["path"] | undefined {
  const { operation, request } = result;
  const { steps, last, key } = readPathShape(target.path);
  if (!result.isAccepted || last === undefined) return undefined;
  const used = readPathShape(operation.path);
  const given = used.steps.map(({ name }) => request.path[name]);
  const parents = steps.slice(0, -1).map((_, at) => given[at]);
  if (used.key === key) return fillPath(target.path, given);
  const [created] = listResources(result, last);
  const id = created === undefined ? undefined : findItemId(created, last, identities);
  if (id !== undefined) return fillPath(target.path, [...parents, id]);
  const found = createTemplateMatcher([target.path])(result.header("location") ?? "").find((it) => it.key === key);
  if (found !== undefined) return fillPath(target.path, found.values);
  const chosen = findChosenId(result, last, identities);
  return chosen === undefined ? undefined : fillPath(target.path, [...parents, chosen]);
}
