import type { Json, Operation } from "../document/index.js";
import { isSecretName } from "../exchange/index.js";
import { isMarked, type Schemas, schemaTypes } from "../schema/index.js";
import { shapesWithin } from "./coverage-targets.js";

/** Which parameters of an operation are secret by the contract's word; one of which only a part is, is so as a whole. */
export type MarkedParameters = {
  /** By a name as it stands in the query, which may be that of a property of an object. */
  readonly inQuery: (name: string) => boolean;
  /** Whether anything in the contract has the name. */
  readonly isDeclared: (name: string) => boolean;
  /** The expressions of the path. */
  readonly inPath: ReadonlySet<string>;
};

type Described = Pick<Operation["parameters"][number], "schema" | "content">;

/** Whether a parameter or header has a secret anywhere in it. */
export function holdsMark(document: { readonly root: Json }, { schema, content }: Described): boolean {
  const pointer = schema ?? content?.schema;
  return pointer !== undefined && [...shapesWithin(document, [pointer])].some(isMarked);
}

export function markedParameters(schemas: Schemas, { parameters }: Operation): MarkedParameters {
  const query = parameters.filter((it) => it.in === "query");
  const marked = parameters.filter((it) => holdsMark(schemas, it));
  const declared = new Set(query.map(({ name }) => name));
  const names = new Set(marked.map(({ name }) => name));
  // The properties of an object in this style stand in the query under names of their own.
  const spread = query.filter(
    ({ style, explode, schema }) => style === "form" && explode && schemaTypes(schemas, schema).has("object"),
  );
  const hidesRest = spread.some((it) => marked.includes(it));
  const secretPath = parameters.filter((it) => it.in === "path" && (marked.includes(it) || isSecretName(it.name)));
  return {
    inQuery: (name) => isOneOf(names, name) || (hidesRest && !isOneOf(declared, name)),
    isDeclared: (name) => spread.length > 0 || isOneOf(declared, name),
    inPath: new Set(secretPath.map(({ name }) => name)),
  };
}

/** `filter[name]` is a part of `filter`. */
function isOneOf(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || names.has(name.replace(/\[.*$/s, ""));
}
