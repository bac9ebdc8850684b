/** Identifiers have `x-brand`, so that their generated types cannot be confused. */
export default function brandedIds() {
  return {
    Schema(schema, { report, location }) {
      const isId = schema.format === "uuid" || String(schema.pattern).startsWith("^urn:");
      if (isId && !("x-brand" in schema)) report({ message: "Identifier has no `x-brand`.", location });
    },
    Parameter(parameter, { report, location, resolve }) {
      if (parameter.in !== "path" || !parameter.name.endsWith("Id")) return;
      const schema = resolve(parameter.schema ?? {}, location.source.absoluteRef).node ?? {};
      if ("x-brand" in schema) return;
      report({
        message: `Path parameter \`${parameter.name}\` has no \`x-brand\`.`,
        location: location.child(["schema"]),
      });
    },
  };
}
