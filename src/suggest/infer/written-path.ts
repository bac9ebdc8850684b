import { asArray, type JsonObject } from "../../document/index.js";
import { METHODS, type NewPath } from "./new-paths.js";
import { operationId } from "./operation-id.js";
import type { OperationSeen } from "./operation-seen.js";
import type { SchemaMeans } from "./shape-schema.js";
import { writtenOperation } from "./written-operation.js";
import { securityOf } from "./written-security.js";

export type PathMeans = SchemaMeans & {
  /** The description that the path becomes a part of. */
  readonly root: JsonObject;
  /** The operationIds that are taken; undefined where operations have none. */
  readonly ids: Set<string> | undefined;
};

/** A Path Item Object for a new path. */
export function writtenPath({ template, servers, operations }: NewPath, means: PathMeans): JsonObject {
  const own = [...servers.values()].flatMap((it) => asArray(it));
  const isElsewhere = own.length > 0;
  const usual = servers.has("null") ? asArray(means.root.servers) : [];
  const methods = METHODS.filter((method) => operations.has(method));
  return {
    ...(isElsewhere ? { servers: [...usual, ...own] } : {}),
    ...Object.fromEntries(
      methods.map((method) => {
        const seen = operations.get(method) as OperationSeen;
        return [method.toLowerCase(), identified(seen, { method, template }, means)];
      }),
    ),
  };
}

/** With its name, where operations have names, and what it asks for as credentials. */
export function identified(
  seen: OperationSeen,
  { method, template }: { readonly method: string; readonly template: string },
  means: PathMeans,
): JsonObject {
  const { security, ...credentials } = securityOf(means.root, seen.taken.count > 0 ? seen.taken : seen.refused);
  const id = means.ids && operationId(method, template, means.ids);
  if (id !== undefined) means.ids?.add(id);
  return {
    ...(id === undefined ? {} : { operationId: id }),
    ...(security === undefined ? {} : { security }),
    ...writtenOperation(seen, means, credentials),
  };
}
