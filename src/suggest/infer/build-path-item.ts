import { asArray, type JsonObject, takeName } from "../../document/index.js";
import { buildOperation } from "./build-operation.js";
import { inferSecurity } from "./infer-security.js";
import { toPascalCase } from "./naming.js";
import type { OperationObservations } from "./operation-observations.js";
import type { SchemaInferenceContext } from "./shape-schema.js";
import { getMethodSteps, OPERATION_METHODS, type UndocumentedPath } from "./undocumented-paths.js";

export type PathInferenceContext = SchemaInferenceContext & {
  /** The spec that the path is added to. */
  readonly root: JsonObject;
  /** The existing operationIds; undefined if the operations of the spec have none. */
  readonly ids: Set<string> | undefined;
};

/** Builds a Path Item Object for a new path. */
export function buildPathItem(
  { template, servers, operations }: UndocumentedPath,
  context: PathInferenceContext,
): JsonObject {
  const ownServers = [...servers.values()].flatMap((it) => asArray(it));
  const defaultServers = servers.has("null") ? asArray(context.root.servers) : [];
  const others = [...operations.keys()].filter((method) => !OPERATION_METHODS.includes(method)).sort();
  const additional: [string, JsonObject][] = [];
  const fixed: [string, JsonObject][] = [];
  for (const method of [...OPERATION_METHODS, ...others]) {
    const observations = operations.get(method);
    const [name, inner] = getMethodSteps(method, context.version) ?? [];
    if (observations === undefined || name === undefined) continue;
    const operation = buildIdentifiedOperation(observations, { method, template }, context);
    if (inner === undefined) fixed.push([name, operation]);
    else additional.push([inner, operation]);
  }
  return {
    ...(ownServers.length > 0 ? { servers: [...defaultServers, ...ownServers] } : {}),
    ...Object.fromEntries(fixed),
    ...(additional.length > 0 ? { additionalOperations: Object.fromEntries(additional) } : {}),
  };
}

/** Builds an Operation Object with its security and, if the spec uses operationIds, an `operationId`. */
export function buildIdentifiedOperation(
  observations: OperationObservations,
  { method, template }: { readonly method: string; readonly template: string },
  context: PathInferenceContext,
): JsonObject {
  const { security, ...credentials } = inferSecurity(
    context.root,
    observations.accepted.count > 0 ? observations.accepted : observations.rejected,
  );
  const id = context.ids && generateOperationId(method, template, context.ids);
  return {
    ...(id === undefined ? {} : { operationId: id }),
    ...(security === undefined ? {} : { security }),
    ...buildOperation(observations, context, credentials),
  };
}

/** Generates a unique operationId from method and path, without version segments: `getOrdersByOrderId`. Adds it to those that are taken. */
export function generateOperationId(method: string, template: string, taken: Set<string>): string {
  const words = template
    .split("/")
    .filter((segment) => !/^v\d+$/.test(segment))
    .map((segment) => segment.replace(/^\{(.*)\}/, "by-$1"))
    .map((segment) => toPascalCase(segment));
  return takeName(method.toLowerCase() + words.join(""), taken);
}
