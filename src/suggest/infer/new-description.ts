import type { Json, JsonObject } from "../../document/index.js";
import type { NewPath } from "./new-paths.js";
import { withSharedSchemas } from "./shared-schemas.js";
import { writtenPath } from "./written-path.js";
import { schemesSeen } from "./written-security.js";

/** A description of nothing but its servers: the first is that of every path that names none. */
export function emptyDescription(servers: readonly string[], title: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title, version: "0.1.0", description: ABOUT },
    servers: servers.map((url) => ({ url })),
    paths: {},
  };
}

/** The whole description of what was seen, word for word the same for the same traffic. */
export function newDescription(empty: JsonObject, found: readonly NewPath[]): JsonObject {
  const requests = found.flatMap(({ operations }) =>
    [...operations.values()].map(({ taken, refused }) => (taken.count > 0 ? taken : refused)),
  );
  const securitySchemes = schemesSeen(requests);
  const root = { ...empty, components: { securitySchemes } };
  const means = { version: "3.1", root, ids: new Set<string>() } as const;
  const written = Object.fromEntries(found.map((path) => [path.template, writtenPath(path, means)]));
  const { paths, schemas } = withSharedSchemas(written);
  const components: [string, Json][] = Object.entries({ schemas, securitySchemes });
  const filled = components.filter(([, it]) => Object.keys(it as JsonObject).length > 0);
  return { ...empty, paths, ...(filled.length === 0 ? {} : { components: Object.fromEntries(filled) }) };
}

const ABOUT =
  "Written down from recorded traffic: what was not seen does not stand here. Types, names and formats are those of what came; enumerations, lengths and bounds are not concluded from it.";
