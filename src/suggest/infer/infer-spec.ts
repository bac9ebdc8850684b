import type { Json, JsonObject } from "../../document/index.js";
import { buildPathItem } from "./build-path-item.js";
import { inferSecuritySchemes } from "./infer-security.js";
import { extractSharedSchemas } from "./shared-schemas.js";
import { OPERATION_METHODS, type UndocumentedPath } from "./undocumented-paths.js";

/** Creates a spec without paths. The servers apply to all paths without their own. */
export function createEmptySpec(servers: readonly string[], title: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title, version: "0.1.0", description: SPEC_DESCRIPTION },
    servers: servers.map((url) => ({ url })),
    paths: {},
  };
}

/** Infers a complete spec from observations: OpenAPI 3.2 if a method needs it, otherwise 3.1. The result is deterministic. */
export function inferSpec(empty: JsonObject, observed: readonly UndocumentedPath[]): JsonObject {
  const requests = observed.flatMap(({ operations }) =>
    [...operations.values()].map(({ accepted, rejected }) => (accepted.count > 0 ? accepted : rejected)),
  );
  const securitySchemes = inferSecuritySchemes(requests);
  const root = { ...empty, components: { securitySchemes } };
  const methods = observed.flatMap(({ operations }) => [...operations.keys()]);
  const version = methods.every((method) => OPERATION_METHODS.includes(method)) ? "3.1" : "3.2";
  const context = { version, root, ids: new Set<string>(), possibleFormats: new Map() } as const;
  const pathItems = Object.fromEntries(observed.map((path) => [path.template, buildPathItem(path, context)]));
  const { paths, schemas } = extractSharedSchemas(pathItems, context.possibleFormats);
  const components: [string, Json][] = Object.entries({ schemas, securitySchemes });
  const nonEmpty = components.filter(([, it]) => Object.keys(it as JsonObject).length > 0);
  return {
    ...empty,
    openapi: `${version}.0`,
    paths,
    ...(nonEmpty.length === 0 ? {} : { components: Object.fromEntries(nonEmpty) }),
  };
}

const SPEC_DESCRIPTION =
  "Inferred from recorded traffic. It contains only observed operations, parameters and properties, with their types and formats. Enums, lengths and value ranges are not inferred.";
