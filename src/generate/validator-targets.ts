import {
  type Document,
  getLocalReferenceTarget,
  getParameterLocation,
  type HeaderDefinition,
  isJsonType,
  isObject,
  type JsonObject,
  joinPointer,
  listOperations,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type Pointer,
  takeName,
  valueAt,
} from "../document/index.js";
import { isSequentialType } from "../schema/index.js";
import type { MessageDirection } from "../schema/message-direction.js";
import { type Choice, listApplicableSchemas, readApplicableSchema } from "../schema/model/applicable-schema.js";
import { findPropertyPointers } from "../schema/model/schema-model.js";
import { createOperationNames, isIdentifier } from "./client/operation-names.js";
import { GenerateError } from "./generate-error.js";
import type { NamedSchema } from "./types/schema-types.js";

/** What the validator of a stream needs beside that of its items. */
export type StreamTarget = {
  /** The schema of the list of all items. */
  readonly list?: Pointer;
  /** The schemas of the JSON in the data of events. */
  readonly contents: readonly ContentTarget[];
};

/** A `contentSchema`, and the conditions on which an event has it. */
export type ContentTarget = { readonly pointer: Pointer; readonly conditions: readonly ContentCondition[] };

export type ContentCondition = { readonly schema: Pointer; readonly isValid: boolean } | { readonly property: string };

/** How the items of a media type are validated; undefined if it has no `itemSchema`, or one without effect. */
export function createStreamTarget(
  document: Document,
  { range, schema, itemSchema }: MediaTypeDefinition,
): StreamTarget | undefined {
  if (itemSchema === undefined || !isSequentialType(range)) return undefined;
  const isEvents = /^text\/event-stream\b/i.test(range);
  return {
    ...(schema === undefined ? {} : { list: schema }),
    contents: isEvents ? listContents(document.root, itemSchema) : [],
  };
}

/** Validators would be as large. No known spec has more than some dozens. */
const MAX_CONTENTS = 1000;

/** Lists what `findContentSchemas` finds for some event, with the conditions instead of the event. */
function listContents(root: JsonObject, schema: Pointer): ContentTarget[] {
  const visited = new Set<string>();
  const contents: ContentTarget[] = [];
  const visit = (pointer: Pointer, conditions: readonly ContentCondition[]): void => {
    const key = JSON.stringify([pointer, conditions]);
    const applicable = visited.has(key) ? undefined : readApplicableSchema(root, pointer);
    visited.add(key);
    if (visited.size > MAX_CONTENTS)
      throw new GenerateError(`validators cannot be made: ${schema} has too many branches of events`);
    if (applicable === undefined) return;
    const data = findPropertyPointers([applicable], "data") ?? [];
    for (const { pointer: text, schema: found } of data.flatMap((it) => listApplicableSchemas(root, it))) {
      const { contentSchema, contentMediaType = "application/json" } = found;
      if (contentSchema === undefined || !isJsonType(String(contentMediaType))) continue;
      contents.push({ pointer: joinPointer(text, "contentSchema"), conditions });
    }
    for (const next of applicable.always) visit(next, conditions);
    for (const [next, condition] of applicable.choices.flatMap(listBranches)) visit(next, [...conditions, condition]);
  };
  visit(schema, []);
  return contents;
}

function listBranches(choice: Choice): (readonly [schema: Pointer, condition: ContentCondition])[] {
  if (choice.kind === "branches") return choice.branches.map((schema) => [schema, { schema, isValid: true }]);
  if (choice.kind === "dependent") return [[choice.schema, { property: choice.property }]];
  return [choice.then, choice.else].flatMap((schema) =>
    schema === undefined ? [] : [[schema, { schema: choice.when, isValid: schema === choice.then }] as const],
  );
}

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
 * target, a media type has any body, and there is nothing below another last name.
 */
export type ValidatorLeaf = {
  readonly path: readonly string[];
  readonly target?: ValidatorTarget | undefined;
  readonly isAnyBody?: true;
};

export type OperationTargets = {
  readonly operation: Operation;
  /** The name by which its validators can be imported, if it has one. */
  readonly exported: string | undefined;
  readonly leaves: readonly ValidatorLeaf[];
};

/** Lists the validators to generate for a spec: for each body, parameter and response header of each operation. */
export function listValidatorTargets(document: Document): OperationTargets[] {
  const operations = listOperations(document);
  const taken = new Set([...RESERVED, ...operations.map(({ id }) => id).filter(isIdentifier)]);
  const names = createOperationNames(operations.filter(({ kind }) => kind === "path"));
  const chooseName = (operation: Operation): string | undefined => {
    if (isIdentifier(operation.id)) return RESERVED.includes(operation.id) ? undefined : operation.id;
    const name = names.get(operation)?.name;
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  };
  return operations.map((operation) => ({
    operation,
    exported: chooseName(operation),
    leaves: listLeaves(document, operation),
  }));
}

/** A webhook goes the other way: its request is what the service writes and we read. */
function listLeaves(document: Document, { kind, parameters, requestBody, responses }: Operation): ValidatorLeaf[] {
  const [sent, received] = kind === "webhook" ? (["response", "request"] as const) : (["request", "response"] as const);
  const list = (part: string, names: readonly string[], found: readonly DescribedPart[], view: MessageDirection) =>
    found.flatMap((it): ValidatorLeaf[] => {
      const target = createTarget(document, it, view);
      const path = [part, ...names, "range" in it ? it.range : it.name];
      if (target !== undefined) return [{ path, target }];
      return "range" in it ? [{ path, isAnyBody: true }] : [];
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
  if (!isObject(schema)) return pointer;
  const target = getLocalReferenceTarget(schema.$ref);
  const others = Object.keys(schema).filter((key) => key !== "$ref" && !ANNOTATIONS.has(key) && !key.startsWith("x-"));
  // In OpenAPI 3.0 nothing beside a `$ref` counts.
  if (others.length > 0 && document.version !== "3.0") return pointer;
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
  const taken = new Set(targets.map(({ exported }) => String(exported)));
  return schemas.flatMap(({ name: member, alias, pointer, direction }) => {
    if (alias === undefined) return [];
    const name = takeName(`${alias}Schema`, taken);
    const type = `components["schemas"][${JSON.stringify(member)}]`;
    const isOnlySent = reached.request.has(pointer) && !reached.response.has(pointer) && !writable.has(pointer);
    return [{ name, type, target: { pointer, view: isOnlySent ? "request" : direction } }];
  });
}

const RESERVED = ["validators", "webhooks", "default", "Validator", "ValidationError"];
