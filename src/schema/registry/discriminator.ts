import {
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointerFragment,
  valueAt,
} from "../../document/index.js";

/**
 * Finds the schema that a discriminator names for a value: by its mapping, or else the component schema of that name, or
 * else since 3.2 its default.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#discriminator-object
 */
export function resolveDiscriminator(
  root: Json,
  discriminator: JsonObject | undefined,
  value: Json,
): Pointer | undefined {
  const tag = asString(asObject(value)?.[asString(discriminator?.propertyName) ?? ""]);
  const mapping = asObject(discriminator?.mapping);
  const mapped = tag !== undefined && mapping && Object.hasOwn(mapping, tag) ? asString(mapping[tag]) : undefined;
  const named = mapped ?? tag;
  const found = named === undefined ? undefined : findNamedSchema(root, named);
  const fallback = asString(discriminator?.defaultMapping);
  return found ?? (fallback === undefined || !isObject(value) ? undefined : findNamedSchema(root, fallback));
}

/** Finds the schema of a name or reference, as mappings have them. */
export function findNamedSchema(root: Json, name: string): Pointer | undefined {
  const pointer = name.startsWith("#") ? parsePointerFragment(name.slice(1)) : joinPointer("/components/schemas", name);
  return pointer !== undefined && isObject(valueAt(root, pointer)) ? pointer : undefined;
}
