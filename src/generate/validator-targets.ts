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

/**
 * A validator by the names on the way to it, as a user writes them: `getOrder.responses["200"]["application/json"]`. Without a
 * target, there is nothing below the last name.
 */
export type ValidatorLeaf = { readonly path: readonly string[]; readonly target?: ValidatorTarget | undefined };

export type OperationTargets = { readonly operation: Operation; readonly leaves: readonly ValidatorLeaf[] };

/** Lists the validators to generate for a spec: for each body, parameter and response header of each operation. */
export function listValidatorTargets(document: Document): OperationTargets[] {
  return listOperations(document).map((operation) => ({ operation, leaves: listLeaves(document, operation) }));
}

/** A webhook goes the other way: its request is what the service writes and we read. */
function listLeaves(document: Document, { kind, parameters, requestBody, responses }: Operation): ValidatorLeaf[] {
  const [sent, received] = kind === "webhook" ? (["response", "request"] as const) : (["request", "response"] as const);
  const list = (part: string, names: readonly string[], found: readonly DescribedPart[], view: MessageDirection) =>
    found.flatMap((it): ValidatorLeaf[] => {
      const target = createTarget(document, it, view);
      return target === undefined ? [] : [{ path: [part, ...names, "range" in it ? it.range : it.name], target }];
    });
  return [
    ...(["path", "query", "header", "cookie"] as const).flatMap((place) => {
      const found = parameters.filter((it) => getParameterLocation(it) === place);
      return list("parameters", [place], found, sent);
    }),
    ...list("request", [], requestBody?.content ?? [], sent),
    ...responses.flatMap(({ status, content }) => {
      const found = list("responses", [status], content, received);
      // A status without a body is documented too.
      return found.length === 0 ? [{ path: ["responses", status] }] : found;
    }),
    ...responses.flatMap(({ status, headers }) => list("responseHeaders", [status], headers, received)),
  ];
}

type DescribedPart = MediaTypeDefinition | Parameter | HeaderDefinition;

function createTarget(document: Document, part: DescribedPart, view: MessageDirection): ValidatorTarget | undefined {
  const stream = "range" in part ? createStreamTarget(document, part) : undefined;
  const own = part.schema ?? ("content" in part ? part.content?.schema : undefined);
  const described = stream !== undefined && "itemSchema" in part ? part.itemSchema : own;
  if (described === undefined) return undefined;
  return { pointer: resolveAlias(document, described), view, ...(stream === undefined ? {} : { stream }) };
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
