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
  takeName,
  valueAt,
} from "../document/index.js";
import type { MessageDirection } from "../schema/message-direction.js";
import { createOperationNames, isIdentifier } from "./client/operation-names.js";
import { createStreamTarget, type StreamTarget } from "./streams/stream-targets.js";
import type { NamedSchema } from "./types/schema-types.js";

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

/** The names by which the validators of operations can be imported; undefined for operations without one. */
export function listValidatorExports(operations: readonly Operation[]): readonly (string | undefined)[] {
  const taken = new Set([...RESERVED, ...operations.map(({ id }) => id).filter(isIdentifier)]);
  const names = createOperationNames(operations.filter(({ kind }) => kind === "path"));
  return operations.map((operation) => {
    if (isIdentifier(operation.id)) return RESERVED.includes(operation.id) ? undefined : operation.id;
    const name = names.get(operation)?.name;
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  });
}

/** A named schema that is exported as a Standard Schema, and its type as text. */
export type SchemaExport = { readonly name: string; readonly type: string; readonly target: ValidatorTarget };

/**
 * The exports of named schemas: `NoteSchema` of the type `Note`.
 *
 * @param reached the schemas that operations have in a direction. One that only requests have shares its validator with them.
 */
export function listSchemaExports(
  schemas: readonly NamedSchema[],
  targets: readonly OperationTargets[],
  reached: Readonly<Record<MessageDirection, ReadonlySet<Pointer>>>,
): readonly SchemaExport[] {
  const writable = new Set(schemas.flatMap((it) => (it.direction === "request" ? [it.pointer] : [])));
  const taken = new Set(listValidatorExports(targets.map(({ operation }) => operation)).map(String));
  return schemas.flatMap(({ name: member, alias, pointer, direction }) => {
    if (alias === undefined) return [];
    const name = takeName(`${alias}Schema`, taken);
    const type = `components["schemas"][${JSON.stringify(member)}]`;
    const isOnlySent = reached.request.has(pointer) && !reached.response.has(pointer) && !writable.has(pointer);
    return [{ name, type, target: { pointer, view: isOnlySent ? "request" : direction } }];
  });
}

const RESERVED = ["validators", "webhooks", "default", "Validator", "ValidationError"];
