import {
  asArray,
  type Document,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type MediaType,
  type Operation,
  type Pointer,
} from "../document/index.js";
import { type Shape, shapeAt } from "../schema/shape.js";
import type { CoverageKind } from "./coverage.js";

/** Something in the contract that traffic can show. */
export type Target = {
  readonly kind: CoverageKind;
  /** The same as in the set of what was seen. */
  readonly key: string;
  readonly name: string;
  readonly pointer: Pointer;
};

/** Everything that traffic can show of these operations; what several of them share counts once. */
export function coverageTargets(document: Document, operations: readonly Operation[]): Target[] {
  const paths = operations.filter(({ kind }) => kind === "path");
  const targets = paths.flatMap(operationTargets);
  for (const shape of shapesWithin(document, paths.flatMap(schemasOf))) targets.push(...targetsOf(shape));
  return targets.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Every schema that is reached from these, each once, whatever a value would have to be for it to apply. */
export function* shapesWithin(document: { readonly root: Json }, from: readonly Pointer[]): Iterable<Shape> {
  const visited = new Set<Pointer>();
  const schemas = [...from];
  for (let next = schemas.pop(); next !== undefined; next = schemas.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    const shape = shapeAt(document.root, next);
    if (shape === undefined) continue;
    yield shape;
    schemas.push(...shape.always, ...branchesOf(shape), ...conditionsOf(shape), ...partsOf(shape));
  }
}

function operationTargets(operation: Operation): Target[] {
  const { id, pointer, parameters, responses } = operation;
  return [
    { kind: "operations", key: `operations ${id}`, name: id, pointer },
    ...responses.map((response): Target => {
      const name = `${id} ${response.status}`;
      return { kind: "statuses", key: `statuses ${name}`, name, pointer: response.pointer };
    }),
    ...mediaTypeTargets(operation),
    ...parameters.map(({ pointer: at, in: location, name: called }): Target => {
      const name = `${id} ${location} ${called}`;
      return { kind: "parameters", key: `parameters ${name}`, name, pointer: at };
    }),
  ];
}

/** A media type goes by the statuses whose answers have it; several may share one. */
function mediaTypeTargets({ id, requestBody, responses }: Operation): Target[] {
  const all = [
    ...(requestBody?.content ?? []).map((media) => ({ media, where: "request" })),
    ...responses.flatMap(({ status, content }) => content.map((media) => ({ media, where: status }))),
  ];
  return distinct(all.map(({ media }) => media)).map(({ pointer, range }): Target => {
    const places = all.filter(({ media }) => media.pointer === pointer).map(({ where }) => where);
    return {
      kind: "mediaTypes",
      key: `mediaTypes ${id} ${pointer}`,
      name: `${id} ${places.join("/")} ${range}`,
      pointer,
    };
  });
}

function mediaTypesOf({ requestBody, responses }: Operation): MediaType[] {
  return distinct([...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)]);
}

function schemasOf(operation: Operation): Pointer[] {
  const described = [...mediaTypesOf(operation), ...operation.parameters];
  return described.map(({ schema }) => schema).filter((schema) => schema !== undefined);
}

function distinct(media: readonly MediaType[]): MediaType[] {
  return [...new Map(media.map((it) => [it.pointer, it])).values()];
}

function targetsOf(shape: Shape): Target[] {
  const properties = Object.keys(isObject(shape.schema.properties) ? shape.schema.properties : {}).map((name) => {
    const pointer = joinPointer(shape.pointer, "properties", name);
    return { kind: "properties" as const, key: `properties ${pointer}`, name, pointer };
  });
  const values = [...listedValues(shape)].map(([value, pointer]) => {
    const name = JSON.stringify(value);
    return { kind: "values" as const, key: valueKey(pointer, value), name, pointer };
  });
  const branches = branchesOf(shape).map((pointer) => {
    const name = lastToken(pointer);
    return { kind: "branches" as const, key: `branches ${pointer}`, name, pointer };
  });
  return [...properties, ...values, ...branches];
}

/** The values of an enumeration, closed or open, with the pointer of the list that has them. */
export function listedValues({ pointer, schema }: Shape): Map<Json, Pointer> {
  const values = new Map<Json, Pointer>();
  for (const keyword of ["enum", "x-extensible-enum"]) {
    for (const value of asArray(schema[keyword])) {
      if (typeof value !== "object" && !values.has(value)) values.set(value, joinPointer(pointer, keyword));
    }
  }
  return values;
}

export function valueKey(pointer: Pointer, value: Json): string {
  return `values ${pointer} ${JSON.stringify(value)}`;
}

/** What a value can take or leave: branches of oneOf and anyOf, then and else, dependent schemas. */
function branchesOf({ choices }: Shape): Pointer[] {
  return choices.flatMap((choice) => {
    if (choice.kind === "branches") return choice.branches;
    if (choice.kind === "dependent") return [choice.schema];
    return [choice.then, choice.else].filter((it) => it !== undefined);
  });
}

function conditionsOf({ choices }: Shape): Pointer[] {
  return choices.flatMap((choice) => (choice.kind === "condition" ? [choice.when] : []));
}

/** The schemas of what stands inside. */
function partsOf({ pointer, schema }: Shape): Pointer[] {
  const named = ["properties", "patternProperties"].flatMap((keyword) =>
    Object.keys(isObject(schema[keyword]) ? schema[keyword] : {}).map((name) => joinPointer(pointer, keyword, name)),
  );
  const single = ["items", "additionalProperties", "unevaluatedProperties"].filter((it) => isObject(schema[it]));
  const prefix = asArray(schema.prefixItems).map((_, index) => joinPointer(pointer, "prefixItems", index));
  return [...named, ...single.map((keyword) => joinPointer(pointer, keyword)), ...prefix];
}
