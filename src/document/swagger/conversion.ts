import {
  formatPointerFragment,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointer,
  takeName,
} from "../json.js";
import { type BundleRecord, createComponentName } from "../references/bundle.js";
import type { ReferenceResolver, ReferenceTarget } from "../references/reference-resolver.js";
import type { SourceFile } from "../source-file.js";

/** The state of a conversion of one Swagger 2.0 document to OpenAPI 3.0. */
export type Conversion = BundleRecord & {
  readonly entry: SourceFile;
  readonly resolver: ReferenceResolver;
  /** The media types that operations inherit. */
  readonly consumes: Json | undefined;
  readonly produces: Json | undefined;
  /** The component for each place that references lead to, by `<file>#<pointer>`. */
  readonly placed: Map<string, Pointer>;
  /** The components that have a name. */
  readonly taken: Set<Pointer>;
  /** Places that were given a component and are not converted yet. */
  readonly pending: { readonly at: Place; readonly value: Json }[];
  /** The security schemes of parameters for the header Authorization. */
  readonly credentials: Record<string, JsonObject>;
};

/** A place in a source file, and in the result. */
export type Place = { readonly file: SourceFile; readonly source: Pointer; readonly target: Pointer };

/** The kinds of components that references can lead to. */
export type Section = "schemas" | "parameters" | "responses";

/** The sections of Swagger 2.0 for them. */
export const SOURCE_SECTIONS: Readonly<Record<Section, string>> = {
  schemas: "definitions",
  parameters: "parameters",
  responses: "responses",
};

/** The place of a field that has the same name in the result. */
export function joinPlace(at: Place, ...tokens: readonly (string | number)[]): Place {
  return { file: at.file, source: joinPointer(at.source, ...tokens), target: joinPointer(at.target, ...tokens) };
}

/** The same place of the source, further in the result. */
export function withTarget(at: Place, ...tokens: readonly (string | number)[]): Place {
  return { ...at, target: joinPointer(at.target, ...tokens) };
}

export function setOrigin({ origins }: Conversion, { file, source, target }: Place): void {
  origins.set(target, { file, pointer: source });
}

/** Converts the values of a map. Other values are kept, and reported later. */
export function convertMap(value: Json, at: Place, convert: (item: Json, at: Place, key: string) => Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      // Extensions can stand in most maps, but a property can have such a name.
      key.startsWith("x-") && !isObject(item) ? item : convert(item, joinPlace(at, key), key),
    ]),
  );
}

/** An object, such as a parameter, with the place of its definition in the source. */
export type PlacedObject = { readonly value: JsonObject; readonly at: Place };

/** The object itself, or the one that its reference, and those behind it, lead to. */
export function resolveReference(conversion: Conversion, value: Json, at: Place): PlacedObject | undefined {
  let found = { value, at };
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    if (!isObject(found.value)) return undefined;
    const { $ref: reference } = found.value;
    if (typeof reference !== "string") return { value: found.value, at: found.at };
    const target = followToPointer(conversion, found.at.file, reference);
    if (typeof target === "string") return reportFault(conversion, target, found.at);
    found = { value: target.value, at: { file: target.file, source: target.pointer, target: at.target } };
  }
  return reportFault(conversion, "the $ref leads back to itself", at);
}

/** A longer chain of references is a cycle. */
const MAX_HOPS = 20;

function reportFault({ diagnostics }: Conversion, message: string, { file, source, target }: Place): undefined {
  diagnostics.push({ message, ...file.locate(joinPointer(source, "$ref")), pointer: joinPointer(target, "$ref") });
  return undefined;
}

/** The target of a reference, or a message if there is none. */
export function followToPointer(
  { resolver }: Conversion,
  file: SourceFile,
  reference: string,
): ReferenceTarget | string {
  return resolver.resolve({ file, pointer: "" }, reference);
}

/** A reference to the component for a target. */
export function createComponentReference(conversion: Conversion, section: Section, target: ReferenceTarget): string {
  const pointer = reserveComponent(conversion, section, target);
  conversion.referenced.add(pointer);
  return `#${formatPointerFragment(pointer)}`;
}

/** The component for the target of a reference; a new one unless it has one, or is inside of one. */
function reserveComponent(conversion: Conversion, section: Section, target: ReferenceTarget): Pointer {
  const { placed, pending } = conversion;
  const known = placed.get(`${target.file.path}#${target.pointer}`);
  if (known !== undefined) return known;
  const [, name, ...rest] = parsePointer(target.pointer);
  const base = placed.get(`${target.file.path}#${joinPointer("", SOURCE_SECTIONS[section], name ?? "")}`);
  if (base !== undefined && section === "schemas" && rest.length > 0 && target.pointer.startsWith("/definitions/"))
    return joinPointer(base, ...rest);
  const pointer = reserveName(conversion, section, createComponentName(target.file.path, target.pointer));
  placed.set(`${target.file.path}#${target.pointer}`, pointer);
  pending.push({ at: { file: target.file, source: target.pointer, target: pointer }, value: target.value });
  return pointer;
}

/** The pointer of a new component. Names may only have some characters since OpenAPI 3.0. */
export function reserveName({ taken }: Conversion, section: Section, wanted: string): Pointer {
  const name = wanted.replaceAll(/[^A-Za-z0-9._-]/g, "_");
  return takeName(joinPointer("/components", section, name), taken, "-");
}

/** The media types of `consumes` or `produces`, without repetitions; without any, the fallback. */
export function listMediaTypes(value: Json | undefined, ...fallback: readonly string[]): readonly string[] {
  const types = [value].flat().filter((it) => typeof it === "string");
  return types.length === 0 ? fallback : [...new Set(types)];
}

/** Extensions, which are kept. */
export function pickExtensions(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name.startsWith("x-")));
}
