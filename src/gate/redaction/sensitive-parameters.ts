import type { Json, Operation } from "../../document/index.js";
import { isSecretName } from "../../exchange/index.js";
import { getSchemaTypes, isSensitiveSchema, type Schemas, walkReachableSchemas } from "../../schema/index.js";

/** Which parameters of an operation are secret by the contract's word; one of which only a part is, is so as a whole. */
export type SensitiveParameters = {
  /** By a name as it stands in the query, which may be that of a property of an object. */
  readonly isSensitiveInQuery: (name: string) => boolean;
  /** Whether anything in the contract has the name. */
  readonly isDeclaredInQuery: (name: string) => boolean;
  /** The expressions of the path. */
  readonly pathNames: ReadonlySet<string>;
};

type ValueDefinition = Pick<Operation["parameters"][number], "schema" | "content">;

/** Whether a parameter or header has a secret anywhere in it. */
export function hasSensitiveSchema(document: { readonly root: Json }, { schema, content }: ValueDefinition): boolean {
  const pointer = schema ?? content?.schema;
  return pointer !== undefined && [...walkReachableSchemas(document, [pointer])].some(isSensitiveSchema);
}

export function findSensitiveParameters(schemas: Schemas, { parameters }: Operation): SensitiveParameters {
  const query = parameters.filter((it) => it.in === "query");
  const marked = parameters.filter((it) => hasSensitiveSchema(schemas, it));
  const declared = new Set(query.map(({ name }) => name));
  const names = new Set(marked.map(({ name }) => name));
  // The properties of an object in this style stand in the query under names of their own.
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

/** `filter[name]` is a part of `filter`. */
function hasParameterName(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || names.has(name.replace(/\[.*$/s, ""));
}
