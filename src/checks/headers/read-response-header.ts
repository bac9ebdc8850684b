import type { HeaderDefinition, Pointer } from "../../document/index.js";
import { type Exchange, getCombinedHeader, getHeaderValues } from "../../exchange/index.js";
import { getSchemaTypes, type ParameterReading, readParameter, type Schemas } from "../../schema/index.js";

/** Reads a documented response header; `absent` if the response does not have it. */
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
 * Set-Cookie headers are not combined, because cookies contain commas. An array schema applies to all of them, an object schema
 * to the cookies by name. Any other schema applies to one: the first valid one, or the first of all.
 */
function readSetCookieLines(schemas: Schemas, schema: Pointer | undefined, lines: readonly string[]): ParameterReading {
  const types = getSchemaTypes(schemas, schema);
  const isList = types.has("array");
  if (types.has("object"))
    return { kind: "value", value: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2))), names: [] };
  const fitting = lines.find((line) => schema === undefined || schemas.isValid(schema, "response", line));
  return { kind: "value", value: isList ? [...lines] : (fitting ?? lines[0] ?? ""), names: [] };
}
