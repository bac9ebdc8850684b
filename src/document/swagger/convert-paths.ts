import { asArray, isObject, type Json, type JsonObject } from "../json.js";
import { formatPointerFragment } from "../pointer.js";
import {
  type Conversion,
  convertMap,
  followToPointer,
  joinPlace,
  type Place,
  reserveComponent,
  resolveReference,
  setOrigin,
  withTarget,
} from "./conversion.js";
import { convertBody, convertForm, type FoundParameter, isBodyPart } from "./convert-body.js";
import { convertParameter } from "./convert-parameter.js";
import { convertResponse } from "./convert-response.js";
import { createServers } from "./convert-servers.js";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/** Converts a Path Item Object. One in another file is inlined. */
export function convertPathItem(conversion: Conversion, value: Json, at: Place): Json {
  const found = resolveReference(conversion, value, at);
  if (found === undefined || !isObject(found.value)) return value;
  const { value: item, at: place } = found;
  setOrigin(conversion, place);
  const listed = joinPlace(place, "parameters");
  const shared = splitParameters(conversion, item.parameters, listed);
  const fields = Object.entries(item).flatMap(([name, field]): [string, Json][] => {
    if (name === "parameters") return shared.others.length === 0 ? [] : [[name, shared.others]];
    if (!METHODS.has(name) || !isObject(field)) return [[name, field]];
    return [[name, convertOperation(conversion, field, joinPlace(place, name), { ...shared, at: listed })]];
  });
  return Object.fromEntries(fields);
}

type SharedParameters = SplitParameters & { readonly at: Place };

function convertOperation(conversion: Conversion, value: JsonObject, at: Place, shared: SharedParameters): JsonObject {
  setOrigin(conversion, at);
  const { consumes = conversion.consumes, produces = conversion.produces, schemes, ...rest } = value;
  const listed = joinPlace(at, "parameters");
  const own = splitParameters(conversion, value.parameters, listed);
  const inherited = shared.bodyParts.filter((part) => !own.bodyParts.some((it) => overrides(it, part)));
  const bodyAt = withTarget({ ...(own.bodyParts.length > 0 ? listed : shared.at), target: at.target }, "requestBody");
  const body = convertBodyParts(conversion, [...own.bodyParts, ...inherited], consumes, bodyAt);
  const parameters = [...own.others, ...body.unused.map(({ value: unused }) => unused)];
  for (const [index, { at: from }] of body.unused.entries())
    setOrigin(conversion, { ...from, target: withTarget(listed, own.others.length + index).target });
  const fields = Object.entries(rest).flatMap(([name, field]): [string, Json][] => {
    if (name === "parameters") return parameters.length === 0 && Array.isArray(field) ? [] : [[name, parameters]];
    if (name !== "responses") return [[name, field]];
    const inside = joinPlace(at, name);
    return [[name, convertMap(field, inside, (it, place) => convertResponse(conversion, it, place, produces))]];
  });
  return {
    ...Object.fromEntries(fields),
    ...(body.content === undefined ? {} : { requestBody: body.content }),
    ...(schemes === undefined ? {} : { servers: createOperationServers(conversion, schemes, at) }),
  };
}

function createOperationServers(conversion: Conversion, schemes: Json, at: Place): Json {
  const { target } = joinPlace(at, "servers");
  const servers = createServers(conversion, conversion.entry.value as JsonObject, schemes, target);
  setOrigin(conversion, { ...joinPlace(at, "schemes"), target });
  return servers;
}

/** An operation replaces a shared body, and a shared field of a form by its name. */
function overrides({ value: own }: FoundParameter, { value: shared }: FoundParameter): boolean {
  return own.in === "body" || shared.in === "body" || own.name === shared.name;
}

/** More than one body, or a body beside a form, is an error: the others stay parameters, which lint reports. */
function convertBodyParts(
  conversion: Conversion,
  parts: readonly FoundParameter[],
  consumes: Json | undefined,
  at: Place,
): { readonly content?: JsonObject; readonly unused: readonly FoundParameter[] } {
  const [first] = parts;
  if (first === undefined) return { unused: [] };
  const isForm = first.value.in === "formData";
  const used = isForm ? parts.filter(({ value }) => value.in === "formData") : [first];
  const unused = parts.filter((part) => !used.includes(part));
  const body = { ...first, at: { ...first.at, target: at.target } };
  const content = isForm ? convertForm(conversion, used, consumes, at) : convertBody(conversion, body, consumes);
  return { content, unused };
}

type SplitParameters = { readonly others: readonly Json[]; readonly bodyParts: readonly FoundParameter[] };

/** Converts the parameters of a list except those that are parts of the body. */
function splitParameters(conversion: Conversion, list: Json | undefined, at: Place): SplitParameters {
  const others: Json[] = [];
  const bodyParts: FoundParameter[] = [];
  setOrigin(conversion, at);
  for (const [index, value] of asArray(list).entries()) {
    const place = { ...joinPlace(at, index), target: withTarget(at, others.length).target };
    const found = resolveReference(conversion, value, place);
    if (found === undefined || !isObject(found.value)) others.push(value);
    else if (isBodyPart(found.value)) bodyParts.push({ value: found.value, at: found.at });
    else others.push(convertListedParameter(conversion, value, place, { value: found.value, at: found.at }));
  }
  return { others, bodyParts };
}

/** A shared parameter stays shared. */
function convertListedParameter(conversion: Conversion, value: Json, at: Place, found: FoundParameter): Json {
  const reference = isObject(value) ? value.$ref : undefined;
  if (typeof reference !== "string") return convertParameter(conversion, found.value, at);
  const target = followToPointer(conversion, at.file, reference);
  if (typeof target === "string") return value;
  const pointer = reserveComponent(conversion, "parameters", target);
  conversion.referenced.add(pointer);
  setOrigin(conversion, at);
  return { $ref: `#${formatPointerFragment(pointer)}` };
}
