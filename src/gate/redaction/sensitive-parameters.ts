import type { Json, Operation } from "../../document/index.js";
import { isSecretName } from "../../exchange/index.js";
import { getSchemaTypes, isSensitiveSchema, type Schemas, walkReachableSchemas } from "../../schema/index.js";

/** The parameters of an operation that the spec marks as sensitive. A parameter with a sensitive part counts as a whole. */
export type SensitiveParameters = {
  /** Takes a name in the query, which may be the name of an object's property. */
  readonly isSensitiveInQuery: (name: string) => boolean;
  /** Whether the spec declares the name. */
  readonly isDeclaredInQuery: (name: string) => boolean;
  /** The names of sensitive path parameters. */
  readonly pathNames: ReadonlySet<string>;
};

type ValueDefinition = Pick<Operation["parameters"][number], "schema" | "content">;

/** Whether the schema of a parameter or header has a sensitive part. */
export function hasSensitiveSchema(document: { readonly root: Json }, { schema, content }: ValueDefinition): boolean {
  const pointer = schema ?? content?.schema;
  return pointer !== undefined && [...walkReachableSchemas(document, [pointer])].some(isSensitiveSchema);
}

export function findSensitiveParameters(schemas: Schemas, { parameters }: Operation): SensitiveParameters {
  const query = parameters.filter((it) => it.in === "query");
  const marked = parameters.filter((it) => hasSensitiveSchema(schemas, it));
  const declared = new Set(query.map(({ name }) => name));
  const names = new Set(marked.map(({ name }) => name));
  // An exploded form object puts its properties into the query under their own names.
  const spread = query.filter(
    ({ style, explode, schema }) => style === "form" && explode && getSchemaTypes(schemas, schema).has("object"),
  );
  const hidesRest = spread.some((it) => marked.includes(it));
  const secretPath = parameters.filter((it) => it.in === "path" && (marked.includes(it) || isSecretName(it.name)));
  return {
    isSensitiveInQuery: (name) => hasParameterName(names, name) || (hidesRest && !hasParameterName(declared, name)),
    isDeclaredInQuery: (name) => spread.length > 0 || hasParameterName(declared, name),
    pathNames: new Set(secretPath.map(({ name }) => name)),
  };
}

/** `filter[name]` belongs to the parameter `filter`. */
function hasParameterName(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || names.has(name.replace(/\[.*$/s, ""));
}
