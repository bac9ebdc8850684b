import type { Operation } from "../document/index.js";

const PRISM_METHODS: ReadonlySet<string> = new Set("GET POST PUT PATCH DELETE HEAD OPTIONS TRACE".split(" "));

/** Lists what Prism does not serve of OpenAPI 3.2: other methods, and bodies that only an `itemSchema` describes. */
export function listMockLimits(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ kind, method, path, responses, parameters }): string[] => {
    const name = `${method} ${path}`;
    if (kind !== "path") return [];
    if (!PRISM_METHODS.has(method)) return [`${name}: Prism does not know the method`];
    const streams = responses.flatMap(({ content }) =>
      content.flatMap(({ range, schema, itemSchema }) =>
        schema === undefined && itemSchema !== undefined ? [range] : [],
      ),
    );
    return [
      ...(streams.length > 0
        ? [`${name}: the body of ${[...new Set(streams)].join(", ")} is empty, because Prism does not read itemSchema`]
        : []),
      ...(parameters.some((parameter) => parameter.in === "querystring")
        ? [`${name}: Prism does not check the query string`]
        : []),
    ];
  });
}
