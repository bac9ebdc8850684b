import { CannotValidateError } from "../cannot-validate-error.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import type { XmlAttribute, XmlElement } from "./xml-element.js";
import { NO_XML_NOTES } from "./xml-note.js";
import type { XmlReader, XmlValue } from "./xml-reader.js";
import type { XmlSchema, XmlVariant } from "./xml-schema.js";

/** The possible readings of an element or attribute, most likely first. */
export type XmlAlternatives = readonly (() => XmlValue)[];

type ReadTarget = { readonly xmlSchema: XmlSchema; readonly part: XmlElement | XmlAttribute };

/**
 * Returns the first valid reading of any variant, or else the closest one.
 *
 * @throws {CannotValidateError} if no reading is valid, and there are more variants than are tried.
 */
export function readFittingVariant(
  reader: XmlReader,
  { xmlSchema, part }: ReadTarget,
  listReadings: (variant: XmlVariant) => XmlAlternatives,
): XmlValue {
  const { variants, pointers, isTruncated } = xmlSchema;
  const tried: Attempt[] = [];
  if (variants.length > 1) reader.openAttempts += 1;
  for (const variant of variants) {
    const readings = listReadings(variant);
    const [only] = readings;
    if (only !== undefined && readings.length === 1 && variants.length === 1) return only();
    for (const read of readings) {
      const result = read();
      tried.push({ variant, result });
      if (!reader.isValid(pointers, result.value, part)) continue;
      if (variants.length > 1) reader.openAttempts -= 1;
      return result;
    }
  }
  if (variants.length > 1) reader.openAttempts -= 1;
  if (isTruncated) throw new CannotValidateError("its schema has too many alternatives");
  return selectClosest(reader, xmlSchema, tried);
}

type Attempt = { readonly variant: XmlVariant; readonly result: XmlValue };

/** Prefers the variant that a discriminator names, and then the reading with the fewest violations. */
function selectClosest(
  { schemas, direction }: XmlReader,
  { pointers, merged }: XmlSchema,
  tried: readonly Attempt[],
): XmlValue {
  let minDistance = Number.POSITIVE_INFINITY;
  let found: XmlValue = { value: null, notes: NO_XML_NOTES };
  for (const { variant, result } of tried) {
    const targets = merged.discriminators.map((it) => resolveDiscriminator(schemas.root, it, result.value));
    const isNamed = variant.applicableSchemas.some(({ pointer }) => targets.includes(pointer));
    const violations = pointers.flatMap((it) => schemas.validate(it, direction, result.value));
    const distance = violations.length + (isNamed ? 0 : UNNAMED_PENALTY);
    if (distance < minDistance) found = result;
    minDistance = Math.min(minDistance, distance);
  }
  return found;
}

/** More than the violations of any value. */
const UNNAMED_PENALTY = 1_000_000;
