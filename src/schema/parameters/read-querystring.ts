import type { Parameter } from "../../document/index.js";
import { readForm, splitCookies, splitPairs } from "../bodies/form.js";
import type { Schemas } from "../validation/schemas.js";
import { readContentParameter } from "./content-parameter.js";
import { decodePercent, type ParameterReading, readOrMalformed, type SerializedField } from "./decoding.js";
import { type RawPair, type RawParameter, readParameter } from "./read-parameter.js";

/** The text of a parameter of any location. For `querystring`: the raw query without the question mark, and its pairs. */
export type RawRequestParameter = RawParameter | ({ readonly in: "querystring" } & RawQuery);

type RawQuery = { readonly text: string; readonly pairs: readonly RawPair[] };

/** Splits the text at a location: that of the parameter in a path or header, else the whole query or `Cookie` header. */
export function splitLocation(
  location: Parameter["in"],
  text: string,
  taken?: ReadonlySet<string>,
): RawRequestParameter {
  if (location === "path" || location === "header") return { in: location, text };
  if (location === "querystring") return { in: location, text, pairs: splitPairs(text) };
  const pairs = location === "query" ? splitPairs(text) : splitCookies(text);
  return { in: location, pairs, ...(taken === undefined ? {} : { taken }) };
}

/** Reads a parameter of any location. */
export function readRequestParameter(
  schemas: Schemas,
  parameter: SerializedField,
  raw: RawRequestParameter,
): ParameterReading {
  return raw.in === "querystring" ? readQuerystring(schemas, parameter, raw) : readParameter(schemas, parameter, raw);
}

/**
 * Reads a query string that one parameter describes as a whole: a form, or percent-encoded text of its media type.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function readQuerystring(
  schemas: Schemas,
  parameter: Pick<SerializedField, "name" | "content">,
  { text, pairs }: RawQuery,
): ParameterReading {
  if (text === "") return { kind: "absent" };
  // All names belong to the parameter, so that none is undeclared.
  const names = pairs.map(({ name }) => name);
  const { content } = parameter;
  const reading = readOrMalformed(() =>
    content !== undefined && /^application\/x-www-form-urlencoded\b/i.test(content.range)
      ? readForm(schemas, content.pointer, text)
      : readContentParameter(schemas, parameter, decodePercent(text)),
  );
  return reading.kind === "absent" ? reading : { ...reading, names };
}
