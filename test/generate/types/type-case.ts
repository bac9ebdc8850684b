/**
 * Schemas with the TypeScript values that their types accept and refuse. `X` is the schema of a request and a response; the
 * others are components beside it. A value without a direction is for both.
 */
export type TypeCase = {
  readonly what: string;
  /** The version of OpenAPI, 3.1.0 by default. */
  readonly version?: string;
  /** The media type of the request, JSON by default. */
  readonly media?: string;
  readonly schemas: Readonly<Record<string, unknown>> & { readonly X: unknown };
  readonly accepts?: readonly string[];
  readonly refuses?: readonly string[];
  /** What a program can do with a value `x`. */
  readonly uses?: readonly string[];
  readonly read?: Values;
  readonly written?: Values;
};

type Values = { readonly accepts?: readonly string[]; readonly refuses?: readonly string[] };

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const text = { type: "string" };
export const number = { type: "number" };
export const object = (properties: object, ...required: readonly string[]) => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
});

export const list = (items: object) => ({ type: "array", items });

export const PART = object({ a: text, b: number });
