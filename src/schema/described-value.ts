import type { Json, JsonObject } from "../document/index.js";

/**
 * A value of the configuration, from which both its JSON Schema and its type come. `Value` is the type of the values that the schema
 * accepts; no program reads `type`.
 */
export type DescribedValue<Value = unknown> = { readonly schema: JsonObject; readonly type?: Value };

/** The type of a value. */
export type ValueOf<Described extends DescribedValue> = NonNullable<Described["type"]>;

type Keys = Readonly<Record<string, DescribedValue>>;

type ObjectOf<Described extends Keys, Required extends keyof Described> = {
  readonly [Key in Exclude<keyof Described, Required>]?: ValueOf<Described[Key]> | undefined;
} & { readonly [Key in Required]: ValueOf<Described[Key]> };

function describeValue<Value>(description: string, schema: JsonObject): DescribedValue<Value> {
  return { schema: { ...(description === "" ? {} : { description }), ...schema } };
}

/** Describes the values of keys, each with the text that explains it; an empty text explains nothing. */
export const key = {
  /** A value whose type the caller states. */
  any: describeValue,
  /** A text that is not empty, unless `limits` state something else. */
  text: (description: string, limits: JsonObject = { minLength: 1 }) =>
    describeValue<string>(description, { type: "string", ...limits }),
  number: (description: string, limits: JsonObject) =>
    describeValue<number>(description, { type: "number", ...limits }),
  flag: (description: string) => describeValue<boolean>(description, { type: "boolean" }),
  names: <const Name extends string>(description: string, names: readonly Name[]) =>
    describeValue<Name>(description, { enum: [...names] }),
  list: <Item>(description: string, item: DescribedValue<Item>, limits: JsonObject = {}) =>
    describeValue<readonly Item[]>(description, { type: "array", ...limits, items: item.schema }),
  /** An object whose keys are names of the user. */
  map: <Value>(description: string, value: DescribedValue<Value>, limits: JsonObject = {}) =>
    describeValue<Readonly<Record<string, Value>>>(description, {
      ...{ type: "object", ...limits, additionalProperties: value.schema },
    }),
  /** An object that has no other keys. */
  object: <const Described extends Keys, Required extends keyof Described & string = never>(
    description: string,
    keys: Described,
    required: readonly Required[] = [],
    limits: JsonObject = {},
  ) =>
    describeValue<ObjectOf<Described, Required>>(description, {
      ...{ type: "object", additionalProperties: false, required: [...required], ...limits },
      properties: Object.fromEntries(Object.entries(keys).map(([name, { schema }]): [string, Json] => [name, schema])),
    }),
  either: <First, Second>(description: string, first: DescribedValue<First>, second: DescribedValue<Second>) =>
    describeValue<First | Second>(description, { anyOf: [first.schema, second.schema] }),
};
