import type { Json, JsonObject } from "../../document/index.js";
import { buildPathItem } from "./build-path-item.js";
import { inferSecuritySchemes } from "./infer-security.js";
import { extractSharedSchemas } from "./shared-schemas.js";
import type { UndocumentedPath } from "./undocumented-paths.js";

/** A description of nothing but its servers: the first is that of every path that names none. */
export function createEmptySpec(servers: readonly string[], title: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title, version: "0.1.0", description: SPEC_DESCRIPTION },
    servers: servers.map((url) => ({ url })),
    paths: {},
  };
}

/** The whole description of what was seen, word for word the same for the same traffic. */
export function inferSpec(empty: JsonObject, found: readonly UndocumentedPath[]): JsonObject {
  const requests = found.flatMap(({ operations }) =>
    [...operations.values()].map(({ accepted, rejected }) => (accepted.count > 0 ? accepted : rejected)),
  );
  const securitySchemes = inferSecuritySchemes(requests);
  const root = { ...empty, components: { securitySchemes } };
  const means = { version: "3.1", root, ids: new Set<string>() } as const;
  const written = Object.fromEntries(found.map((path) => [path.template, buildPathItem(path, means)]));
  const { paths, schemas } = extractSharedSchemas(written);
  const components: [string, Json][] = Object.entries({ schemas, securitySchemes });
  const filled = components.filter(([, it]) => Object.keys(it as JsonObject).length > 0);
  return { ...empty, paths, ...(filled.length === 0 ? {} : { components: Object.fromEntries(filled) }) };
}

const SPEC_DESCRIPTION =
  "Written down from recorded traffic: what was not seen does not stand here. Types, names and formats are those of what came; enumerations, lengths and bounds are not concluded from it.";
