import type { MediaTypeDefinition } from "../../document/index.js";
import { readForm } from "../bodies/form.js";
import type { Schemas } from "../validation/schemas.js";
import { readContentParameter } from "./content-parameter.js";
import { decodePercent, type ParameterReading, readOrMalformed } from "./decoding.js";
import type { RawPair } from "./read-parameter.js";

type QuerystringParameter = { readonly name: string; readonly content?: MediaTypeDefinition };

/**
 * Reads a query string that one parameter describes as a whole: a form, or percent-encoded text of its media type.
 *
 * @param query the raw query string without the question mark, and its pairs.
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function readQuerystring(
  schemas: Schemas,
  parameter: QuerystringParameter,
  { text, pairs }: { readonly text: string; readonly pairs: readonly RawPair[] },
): ParameterReading {
  if (text === "") return { kind: "absent" };
  // All names belong to the parameter, so that none is undeclared.
  const names = pairs.map(({ name }) => name);
  const { content } = parameter;
  const reading = readOrMalformed(() =>
    content !== undefined && /^application\/x-www-form-urlencoded\b/i.test(content.range)
      ? readForm(schemas, content.pointer, text)
      : readContentParameter(schemas, { ...SERIALIZATION, ...parameter }, decodePercent(text)),
  );
  return reading.kind === "absent" ? reading : { ...reading, names };
}

const SERIALIZATION = { style: "form", explode: true, allowReserved: false, allowEmptyValue: false } as const;
