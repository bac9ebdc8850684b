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
 * Finds the schema that a discriminator names for a value: by its mapping, or else the component schema of that name.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
export function resolveDiscriminator(
  root: Json,
  discriminator: JsonObject | undefined,
  value: Json,
): Pointer | undefined {
  const tag = asString(asObject(value)?.[asString(discriminator?.propertyName) ?? ""]);
  if (tag === undefined) return undefined;
  const mapping = asObject(discriminator?.mapping);
  const mapped = (mapping && Object.hasOwn(mapping, tag) ? asString(mapping[tag]) : undefined) ?? tag;
  const pointer = mapped.startsWith("#")
    ? parsePointerFragment(mapped.slice(1))
    : joinPointer("/components/schemas", mapped);
  return pointer !== undefined && isObject(valueAt(root, pointer)) ? pointer : undefined;
}
