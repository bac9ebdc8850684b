import type { Operation, Parameter } from "../document/index.js";
import type { DocsContext } from "./docs-context.js";
import { isJsonType } from "./json-example.js";
import { createSampleRequest, formatParameterValue, getParameterValue, listCredentials } from "./sample-request.js";
import type { TryItField, TryItRequest } from "./site-page.js";

/** Creates the form of an operation. Optional parameters are empty; a browser sets cookies itself. */
export function createTryItRequest(
  context: DocsContext,
  operation: Operation,
  servers: readonly string[],
): TryItRequest {
  const { body } = createSampleRequest(context, operation);
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    servers,
    fields: operation.parameters.flatMap((parameter) => createField(context, parameter)),
    authorization: listCredentials(operation).some(({ name }) => name === "Authorization"),
    ...(body === undefined ? {} : { contentType: body.type, body: formatBody(body.type, body.value) }),
  };
}

function createField(context: DocsContext, parameter: Parameter): TryItField[] {
  const { name, required } = parameter;
  // The form has no field for cookies, which a page cannot set, or for a whole query string.
  if (parameter.in === "cookie" || parameter.in === "querystring") return [];
  const value = required ? formatParameterValue(getParameterValue(context, parameter)) : "";
  return [{ name, in: parameter.in, required, value }];
}

function formatBody(type: string, value: unknown): string {
  if (isJsonType(type)) return JSON.stringify(value, null, 2);
  if (typeof value !== "object" || value === null) return String(value);
  return /x-www-form-urlencoded/i.test(type)
    ? new URLSearchParams(
        Object.entries(value).map(([name, field]): [string, string] => [name, formatParameterValue(field)]),
      ).toString()
    : JSON.stringify(value, null, 2);
}
