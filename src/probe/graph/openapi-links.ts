import {
  asString,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { getCombinedHeader } from "../../exchange/index.js";
import { type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";

/** Values for the parameters of another operation, as a link of the spec says. */
export type LinkedValues = {
  /** An operationId, or the pointer of an operation in this document. */
  readonly target: string;
  readonly values: Readonly<Record<string, Json>>;
};

/**
 * Evaluates the links of a response. A parameter name may begin with its place, such as `path.id`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#link-object
 */
export function readOpenApiLinks(result: ProbeExchange): readonly LinkedValues[] {
  const { document, operation, exchange } = result;
  const { status } = exchange.response;
  const declared = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  const response = declared
    .map((it) => resolvePointer(document, joinPointer(operation.pointer, "responses", it)))
    .find((it) => it !== undefined);
  const links = response === undefined ? undefined : response.value.links;
  if (!isObject(links) || response === undefined) return [];
  return Object.keys(links).flatMap((name) => {
    const link = resolvePointer(document, joinPointer(response.pointer, "links", name))?.value;
    const target = asString(link?.operationId) ?? asString(link?.operationRef)?.replace(/^#/, "");
    if (target === undefined || !isObject(link?.parameters)) return [];
    const values = Object.entries(link.parameters).flatMap(([parameter, expression]): [string, Json][] => {
      const value = evaluateExpression(expression as Json, result);
      return value === undefined ? [] : [[parameter.replace(/^(path|query|header|cookie)\./, ""), value]];
    });
    return values.length === 0 ? [] : [{ target, values: Object.fromEntries(values) }];
  });
}

function evaluateExpression(expression: Json, result: ProbeExchange): Json | undefined {
  if (typeof expression !== "string" || !expression.startsWith("$")) return expression;
  const { request, exchange } = result;
  const [, side, place, name = ""] =
    /^\$(request|response)\.(body|header|query|path)(?:[.#](.*))?$/.exec(expression) ?? [];
  if (place === "body") {
    const body =
      side === "response"
        ? readResponseJson(result)
        : request.body && "value" in request.body
          ? request.body.value
          : undefined;
    const value = name === "" ? (body as Json) : valueAt(body as Json, name);
    return typeof value === "string" || typeof value === "number" ? value : undefined;
  }
  if (side === "response" && place === "header") return getCombinedHeader(exchange.response.headers, name);
  if (side === "request" && (place === "path" || place === "query" || place === "header"))
    return request[place][name] as Json | undefined;
  return undefined;
}

/** Whether a link leads to this operation. */
export function isLinkTarget(target: string, operation: { readonly id: string; readonly pointer: string }): boolean {
  return target === operation.id || target === operation.pointer || lastToken(target) === operation.id;
}
