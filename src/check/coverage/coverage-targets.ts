import { isApplied, type Subschema } from "../../document/applicators.js";
import {
  asArray,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type MediaTypeDefinition,
  type Operation,
  type Pointer,
} from "../../document/index.js";
import { isNumber } from "../../document/values/exact-number.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { type ApplicableSchema, branchesOf, readApplicableSchema } from "../../schema/model/applicable-schema.js";
import { type LocatedSchema, walkSchemas } from "../../schema/registry/normalize-schema.js";

/** The kinds of coverage, in the order of the report. */
export const COVERAGE_KINDS = [
  "operations",
  "statuses",
  "mediaTypes",
  "parameters",
  "properties",
  "values",
  "branches",
] as const;

export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** An item of the spec that traffic can cover. */
export type CoverageTarget = {
  readonly kind: CoverageKind;
  /** The key in the set of covered targets. */
  readonly key: string;
  readonly name: string;
  readonly pointer: Pointer;
};

/** Lists all coverage targets of the operations; shared targets count once. */
export function listCoverageTargets(
  document: { readonly root: Json },
  operations: readonly Operation[],
): CoverageTarget[] {
  const paths = operations.filter(({ kind }) => kind === "path");
  const targets = paths.flatMap(listOperationTargets);
  for (const shape of walkSchemas(document.root, paths.flatMap(schemasOf), describesValues))
    targets.push(...listSchemaTargets(shape, readApplicableSchema(document.root, shape.pointer)));
  return targets.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Whether a valid value can match a subschema and be described by it. A condition only decides which other schema applies. */
function describesValues(inner: Subschema): boolean {
  return isApplied(inner) && !["name", "not", "if"].includes(inner.applies);
}

/** @param id identifies the target among those of its kind */
function createTarget(kind: CoverageKind, id: string, pointer: Pointer, name = id): CoverageTarget {
  return { kind, key: `${kind} ${id}`, name, pointer };
}

function listOperationTargets(operation: Operation): CoverageTarget[] {
  const { id, pointer, parameters, responses } = operation;
  return [
    createTarget("operations", id, pointer),
    ...responses.map((it) => createTarget("statuses", `${id} ${it.status}`, it.pointer)),
    ...listMediaTypeTargets(operation),
    ...parameters.map((it) => createTarget("parameters", `${id} ${it.in} ${it.name}`, it.pointer)),
  ];
}

/** Names a media type by the statuses of its responses; several responses may share one media type. */
function listMediaTypeTargets({ id, requestBody, responses }: Operation): CoverageTarget[] {
  const all = [
    ...(requestBody?.content ?? []).map((media) => ({ media, where: "request" })),
    ...responses.flatMap(({ status, content }) => content.map((media) => ({ media, where: status }))),
  ];
  return dedupeMediaTypes(all.map(({ media }) => media)).map(({ pointer, range }) => {
    const places = all.filter(({ media }) => media.pointer === pointer).map(({ where }) => where);
    return createTarget("mediaTypes", `${id} ${pointer}`, pointer, `${id} ${places.join("/")} ${range}`);
  });
}

function mediaTypesOf({ requestBody, responses }: Operation): MediaTypeDefinition[] {
  return dedupeMediaTypes([...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)]);
}

function schemasOf(operation: Operation): Pointer[] {
  const described = [...mediaTypesOf(operation), ...operation.parameters];
  return described.map(({ schema }) => schema).filter((schema) => schema !== undefined);
}

function dedupeMediaTypes(media: readonly MediaTypeDefinition[]): MediaTypeDefinition[] {
  return [...new Map(media.map((it) => [it.pointer, it])).values()];
}

function listSchemaTargets(shape: LocatedSchema, applicable: ApplicableSchema | undefined): CoverageTarget[] {
  const properties = Object.keys(isObject(shape.schema.properties) ? shape.schema.properties : {}).map((name) => {
    const pointer = joinPointer(shape.pointer, "properties", name);
    return createTarget("properties", pointer, pointer, name);
  });
  const values = [...listEnumValues(shape)].map(([value, pointer]) => createValueTarget(pointer, value));
  const branches = (applicable === undefined ? [] : branchesOf(applicable)).map((pointer) =>
    createTarget("branches", pointer, pointer, lastToken(pointer)),
  );
  return [...properties, ...values, ...branches];
}

/** Returns the values of `enum` and `x-extensible-enum`, with the pointer of their list. */
export function listEnumValues({ pointer, schema }: LocatedSchema): Map<Json, Pointer> {
  const values = new Map<Json, Pointer>();
  for (const keyword of ["enum", "x-extensible-enum"]) {
    for (const value of asArray(schema[keyword])) {
      if ((typeof value !== "object" || isNumber(value)) && !values.has(value))
        values.set(value, joinPointer(pointer, keyword));
    }
  }
  return values;
}

export function createValueTarget(pointer: Pointer, value: Json): CoverageTarget {
  const name = serializeExactJson(value);
  return createTarget("values", `${pointer} ${name}`, pointer, name);
}
