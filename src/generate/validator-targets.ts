import {
  type Document,
  type Header,
  isObject,
  listOperations,
  type MediaType,
  type Operation,
  type Parameter,
  type Pointer,
  resolve,
  valueAt,
} from "../document/index.js";
import type { View } from "../schema/view.js";

/** A schema that gets a validator: where it stands, and the side that its values are seen from. */
export type Target = { readonly pointer: Pointer; readonly view: View };

/** A tree of names that ends in validators, as a user walks it: `getOrder.responses["200"]["application/json"]`. */
export type TargetTree = { readonly [name: string]: Target | TargetTree };

export type OperationTargets = { readonly operation: Operation; readonly tree: TargetTree };

/** The validators that a description asks for: of every body, parameter and response header of every operation. */
export function validatorTargets(document: Document): OperationTargets[] {
  return listOperations(document).map((operation) => ({ operation, tree: treeOf(document, operation) }));
}

export function isTarget(branch: Target | TargetTree): branch is Target {
  return typeof branch.pointer === "string";
}

/** A webhook goes the other way: its request is what the service writes and we read. */
function treeOf(document: Document, operation: Operation): TargetTree {
  const [asked, answered]: [View, View] =
    operation.kind === "webhook" ? ["response", "request"] : ["request", "response"];
  const schemas = (parts: readonly (MediaType | Parameter | Header)[], view: View): TargetTree =>
    Object.fromEntries(
      parts.flatMap((part) => {
        const schema = part.schema ?? ("content" in part ? part.content?.schema : undefined);
        return schema === undefined
          ? []
          : [["range" in part ? part.range : part.name, { pointer: canonical(document, schema), view }]];
      }),
    );
  const places = ["path", "query", "header", "cookie"] as const;
  return withoutEmpty({
    parameters: withoutEmpty(
      Object.fromEntries(
        places.map((place) => [
          place,
          schemas(
            operation.parameters.filter((it) => it.in === place),
            asked,
          ),
        ]),
      ),
    ),
    request: schemas(operation.requestBody?.content ?? [], asked),
    responses: withoutEmpty(
      Object.fromEntries(operation.responses.map(({ status, content }) => [status, schemas(content, answered)])),
    ),
    responseHeaders: withoutEmpty(
      Object.fromEntries(operation.responses.map(({ status, headers }) => [status, schemas(headers, answered)])),
    ),
  });
}

/** The names of a tree that lead somewhere. */
function withoutEmpty(tree: TargetTree): TargetTree {
  return Object.fromEntries(Object.entries(tree).filter(([, branch]) => Object.keys(branch).length > 0));
}

/** A schema that only refers to another is that other one, so that both share a validator. */
function canonical(document: Document, pointer: Pointer): Pointer {
  const schema = valueAt(document.root, pointer);
  if (!isObject(schema) || typeof schema.$ref !== "string") return pointer;
  const others = Object.keys(schema).filter((key) => key !== "$ref" && !ANNOTATIONS.has(key) && !key.startsWith("x-"));
  // In OpenAPI 3.0 nothing beside a `$ref` counts.
  if (others.length > 0 && document.version !== "3.0") return pointer;
  return resolve(document, pointer)?.pointer ?? pointer;
}

const ANNOTATIONS = new Set([
  "title",
  "description",
  "summary",
  "examples",
  "example",
  "default",
  "deprecated",
  "$comment",
]);
