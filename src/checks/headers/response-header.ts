import { type HeaderDefinition, joinPointer, type Pointer } from "../../document/index.js";
import { type Exchange, getCombinedHeader, getHeaderValues } from "../../exchange/index.js";
import {
  explainEncoding,
  getSchemaTypes,
  type ParameterReading,
  readParameter,
  type Schemas,
} from "../../schema/index.js";
import { findHeaderPointer } from "../bodies.js";
import type { Check, CheckContext } from "../check.js";
import { findValueDrift, listInvalidValues } from "../values/value-drift.js";

/**
 * Checks the documented response headers.
 *
 * Codes: `response.header.missing`, `response.header.invalid`, `response.header.not-in-enum`, and for properties of objects
 * `response.header.undeclared`.
 */
export const responseHeader: Check = (context, report) => {
  const { exchange, response, schemas } = context;
  for (const header of response?.headers ?? []) {
    const { name, pointer, required } = header;
    const reading = readResponseHeader(schemas, header, exchange);
    if (reading.kind === "absent" && !required) continue;
    const place = {
      part: "response.headers",
      at: findHeaderPointer(exchange.response.headers, name),
      property: joinPointer("", name.toLowerCase()),
      occurrences: 1,
    } as const;
    const label = `response header "${name}"`;
    if (reading.kind === "absent") {
      const message = `${label} is required and missing`;
      report({ code: "response.header.missing", message, ...place, contract: pointer, valueClass: "missing" });
    }
    if (reading.kind === "not-checked") report({ notValidated: `${label} ${reading.reason}` });
    if (reading.kind === "malformed") {
      const message = `${label} ${reading.reason}`;
      report({ code: "response.header.invalid", message, ...place, contract: pointer, valueClass: reading.mode });
    }
    const schema = header.schema ?? header.content?.schema;
    if (reading.kind !== "value" || schema === undefined) continue;
    const { value } = reading;
    const namedValue = { direction: "response", location: "header", name, label, schema, value } as const;
    for (const { property, ...invalid } of listInvalidValues(context, namedValue, () => explainHeader(context, header)))
      report({ code: "response.header.invalid", ...place, property: property.toLowerCase(), ...invalid });
    for (const drift of findValueDrift(context, namedValue)) report({ ...place, ...drift });
  }
};

/** Set-Cookie headers are not read by a style; see readSetCookieLines. */
function explainHeader({ schemas, exchange }: CheckContext, header: HeaderDefinition): string | undefined {
  const text = getCombinedHeader(exchange.response.headers, header.name);
  if (text === undefined || header.name.toLowerCase() === "set-cookie") return undefined;
  return explainEncoding(schemas, header, { in: "header", text });
}

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
