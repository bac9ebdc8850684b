import type { HeaderDefinition, Pointer } from "../../document/index.js";
import { type Exchange, getCombinedHeader, getHeaderValues } from "../../exchange/index.js";
import { getSchemaTypes, type ParameterReading, readParameter, type Schemas } from "../../schema/index.js";

/** What a documented header of an answer holds; `absent` where it is not there. */
export function readResponseHeader(
  schemas: Schemas,
  header: HeaderDefinition,
  { response }: Exchange,
): ParameterReading {
  const { headers } = response;
  const text = getCombinedHeader(headers, header.name);
  if (text === undefined) return { kind: "absent" };
  return header.name.toLowerCase() === "set-cookie" && header.content === undefined
    ? readSetCookieLines(schemas, header.schema, getHeaderValues(headers, header.name))
    : readParameter(schemas, header, { in: "header", text });
}

/**
 * Cookies stand each in a line of their own, and have commas in them. A schema of a list is about all of them, any other
 * about one: that which fits, where one does.
 */
function readSetCookieLines(schemas: Schemas, schema: Pointer | undefined, lines: readonly string[]): ParameterReading {
  const isList = schema !== undefined && getSchemaTypes(schemas, schema).has("array");
  const fitting = lines.find((line) => schema === undefined || schemas.isValid(schema, "response", line));
  return { kind: "value", value: isList ? [...lines] : (fitting ?? lines[0] ?? ""), names: [] };
}
