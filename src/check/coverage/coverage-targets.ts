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

function listOperationTargets(operation: Operation): CoverageTarget[] {
  const { id, pointer, parameters, responses } = operation;
  return [
    { kind: "operations", key: `operations ${id}`, name: id, pointer },
    ...responses.map((response): CoverageTarget => {
      const name = `${id} ${response.status}`;
      return { kind: "statuses", key: `statuses ${name}`, name, pointer: response.pointer };
    }),
    ...listMediaTypeTargets(operation),
    ...parameters.map(({ pointer: at, in: location, name: called }): CoverageTarget => {
      const name = `${id} ${location} ${called}`;
      return { kind: "parameters", key: `parameters ${name}`, name, pointer: at };
    }),
  ];
}

/** Names a media type by the statuses of its responses; several responses may share one media type. */
function listMediaTypeTargets({ id, requestBody, responses }: Operation): CoverageTarget[] {
  const all = [
    ...(requestBody?.content ?? []).map((media) => ({ media, where: "request" })),
    ...responses.flatMap(({ status, content }) => content.map((media) => ({ media, where: status }))),
  ];
  return dedupeMediaTypes(all.map(({ media }) => media)).map(({ pointer, range }): CoverageTarget => {
    const places = all.filter(({ media }) => media.pointer === pointer).map(({ where }) => where);
    return {
      kind: "mediaTypes",
      key: `mediaTypes ${id} ${pointer}`,
      name: `${id} ${places.join("/")} ${range}`,
      pointer,
    };
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
    return { kind: "properties" as const, key: `properties ${pointer}`, name, pointer };
  });
  const values = [...listEnumValues(shape)].map(([value, pointer]) => {
    const name = JSON.stringify(value);
    return { kind: "values" as const, key: formatValueKey(pointer, value), name, pointer };
  });
  const branches = (applicable === undefined ? [] : branchesOf(applicable)).map((pointer) => {
    const name = lastToken(pointer);
    return { kind: "branches" as const, key: `branches ${pointer}`, name, pointer };
  });
  return [...properties, ...values, ...branches];
}

/** Returns the values of `enum` and `x-extensible-enum`, with the pointer of their list. */
export function listEnumValues({ pointer, schema }: LocatedSchema): Map<Json, Pointer> {
  const values = new Map<Json, Pointer>();
  for (const keyword of ["enum", "x-extensible-enum"]) {
    for (const value of asArray(schema[keyword])) {
      if (typeof value !== "object" && !values.has(value)) values.set(value, joinPointer(pointer, keyword));
    }
  }
  return values;
}

export function formatValueKey(pointer: Pointer, value: Json): string {
  return `values ${pointer} ${JSON.stringify(value)}`;
}
