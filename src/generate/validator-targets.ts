import {
  type Document,
  getParameterLocation,
  type HeaderDefinition,
  isObject,
  listOperations,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../document/index.js";
import type { MessageDirection } from "../schema/message-direction.js";
import { createStreamTarget, type StreamTarget } from "./streams/stream-targets.js";

/**
 * A schema that gets a validator: where it stands, and the side that its values are seen from. `stream`: it is that of the items of
 * a stream.
 */
export type ValidatorTarget = {
  readonly pointer: Pointer;
  readonly view: MessageDirection;
  readonly stream?: StreamTarget;
};

/** A tree of names that ends in validators, as a user walks it: `getOrder.responses["200"]["application/json"]`. */
export type ValidatorTree = { readonly [name: string]: ValidatorTarget | ValidatorTree };

export type OperationTargets = { readonly operation: Operation; readonly tree: ValidatorTree };

/** Lists the validators to generate for a spec: for each body, parameter and response header of each operation. */
export function listValidatorTargets(document: Document): OperationTargets[] {
  return listOperations(document).map((operation) => ({ operation, tree: createValidatorTree(document, operation) }));
}

export function isValidatorTarget(branch: ValidatorTarget | ValidatorTree): branch is ValidatorTarget {
  return typeof branch.pointer === "string";
}

/** A webhook goes the other way: its request is what the service writes and we read. */
function createValidatorTree(document: Document, operation: Operation): ValidatorTree {
  const [requestDirection, responseDirection]: [MessageDirection, MessageDirection] =
    operation.kind === "webhook" ? ["response", "request"] : ["request", "response"];
  const schemas = (
    parts: readonly (MediaTypeDefinition | Parameter | HeaderDefinition)[],
    direction: MessageDirection,
  ): ValidatorTree =>
    Object.fromEntries(
      parts.flatMap((part) => {
        if ("range" in part) {
          const target = createBodyTarget(document, part, direction);
          return target === undefined ? [] : [[part.range, target]];
        }
        const schema = part.schema ?? ("content" in part ? part.content?.schema : undefined);
        return schema === undefined ? [] : [[part.name, { pointer: resolveAlias(document, schema), view: direction }]];
      }),
    );
  const places = ["path", "query", "header", "cookie"] as const;
  return omitEmpty({
    parameters: omitEmpty(
      Object.fromEntries(
        places.map((place) => [
          place,
          schemas(
            operation.parameters.filter((it) => getParameterLocation(it) === place),
            requestDirection,
          ),
        ]),
      ),
    ),
    request: schemas(operation.requestBody?.content ?? [], requestDirection),
    // A status without a body is documented too.
    responses: Object.fromEntries(
      operation.responses.map(({ status, content }) => [status, schemas(content, responseDirection)]),
    ),
    responseHeaders: omitEmpty(
      Object.fromEntries(
        operation.responses.map(({ status, headers }) => [status, schemas(headers, responseDirection)]),
      ),
    ),
  });
}

function createBodyTarget(
  document: Document,
  media: MediaTypeDefinition,
  view: MessageDirection,
): ValidatorTarget | undefined {
  const { schema, itemSchema } = media;
  const stream = createStreamTarget(document, media);
  const described = stream === undefined ? schema : itemSchema;
  if (described === undefined) return undefined;
  return { pointer: resolveAlias(document, described), view, ...(stream === undefined ? {} : { stream }) };
}

/** The names of a tree that lead somewhere. */
function omitEmpty(tree: ValidatorTree): ValidatorTree {
  return Object.fromEntries(Object.entries(tree).filter(([, branch]) => Object.keys(branch).length > 0));
}

/** A schema that only refers to another is that other one, so that both share a validator. In a circle, none is another. */
export function resolveAlias(document: Document, pointer: Pointer, passed: readonly Pointer[] = []): Pointer {
  const schema = valueAt(document.root, pointer);
  if (!isObject(schema) || typeof schema.$ref !== "string") return pointer;
  const others = Object.keys(schema).filter((key) => key !== "$ref" && !ANNOTATIONS.has(key) && !key.startsWith("x-"));
  // In OpenAPI 3.0 nothing beside a `$ref` counts.
  if (others.length > 0 && document.version !== "3.0") return pointer;
  const target = parsePointerFragment(schema.$ref.replace(/^#/, ""));
  const leads = target !== undefined && !passed.includes(target) && valueAt(document.root, target) !== undefined;
  return leads ? resolveAlias(document, target, [...passed, pointer]) : pointer;
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
