import { jsonpath } from "json-p3";
import { isObject, type Json, type JsonObject, valueAt } from "../../document/index.js";
import { getCombinedHeader } from "../../recording/index.js";
import type { ProbeExchange } from "../session/probe-exchange.js";

export type WorkflowState = {
  readonly inputs: JsonObject;
  /** The outputs of the steps so far, by step. */
  readonly steps: Map<string, JsonObject>;
  /** The inputs and outputs of other workflows. */
  readonly workflows: ReadonlyMap<string, { readonly inputs: JsonObject; readonly outputs: JsonObject }>;
  /** The outputs of a workflow that a step has run. */
  readonly outputs: JsonObject;
  readonly sources: readonly JsonObject[];
  readonly self: string | undefined;
  /** The last exchange of the step. */
  readonly exchange: ProbeExchange | undefined;
};

/**
 * Evaluates a runtime expression. A JSON Pointer may follow after `#`, or properties and indexes.
 *
 * @returns undefined if nothing is there.
 * @see https://spec.openapis.org/arazzo/v1.1.0.html#runtime-expressions
 */
export function evaluateRuntimeExpression(expression: string, state: WorkflowState): Json | undefined {
  const [, head = "", pointer] = /^(\$[^#]*)(?:#(.*))?$/s.exec(expression) ?? [];
  const [, root = "", rest = ""] = /^\$([A-Za-z]+)\.?(.*)$/s.exec(head) ?? [];
  const value = resolveRoot(root, rest, state);
  return pointer === undefined || pointer === "" || value === undefined ? value : valueAt(value, pointer);
}

function resolveRoot(root: string, rest: string, state: WorkflowState): Json | undefined {
  const { exchange } = state;
  switch (root) {
    case "url":
      return exchange?.exchange.request.url;
    case "method":
      return exchange?.exchange.request.method;
    case "statusCode":
      return exchange?.status;
    case "self":
      return state.self;
    case "request":
    case "response":
      return exchange && resolveMessage(root, rest, exchange);
    case "inputs":
      return resolvePath(state.inputs, rest);
    case "outputs":
      return resolvePath(state.outputs, rest);
    case "steps":
      return resolvePath(wrapOutputs(state.steps), rest);
    case "workflows":
      return resolvePath(Object.fromEntries(state.workflows), rest);
    case "sourceDescriptions":
      return resolvePath(Object.fromEntries(state.sources.map((it) => [String(it.name), it])), rest);
    default:
      return undefined;
  }
}

/** Evaluates an expression outside of workflows, such as that of an OpenAPI link, about an exchange. */
export function evaluateMessageExpression(expression: string, exchange: ProbeExchange): Json | undefined {
  const nothing = { inputs: {}, steps: new Map(), workflows: new Map(), outputs: {}, sources: [], self: undefined };
  return evaluateRuntimeExpression(expression, { ...nothing, exchange });
}

function wrapOutputs(steps: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries([...steps].map(([id, outputs]) => [id, { outputs }]));
}

function resolveMessage(side: string, rest: string, exchange: ProbeExchange): Json | undefined {
  const [, place, , name = ""] = /^([a-z]+)(\.)?(.*)$/s.exec(rest) ?? [];
  const message = side === "request" ? exchange.exchange.request : exchange.exchange.response;
  if (place === "header") return getCombinedHeader(message.headers, name);
  if (place === "body") {
    const value = (side === "response" ? exchange.body : exchange.sent) ?? readText(message);
    return name === "" && !rest.includes("[") ? value : resolvePath(value, rest.replace(/^body\.?/, ""));
  }
  if (side === "request" && (place === "query" || place === "path"))
    return exchange.request[place][name] as Json | undefined;
  return undefined;
}

function readText({ body }: Pick<ProbeExchange["exchange"]["response"], "body">): string | undefined {
  if (body.kind === "text") return body.text;
  return body.kind === "bytes" ? Buffer.from(body.bytes).toString() : undefined;
}

/** Follows names and indexes, such as `items[0].id`. Names may contain dots, so the longest known name is taken. */
function resolvePath(value: Json | undefined, path: string): Json | undefined {
  if (path === "" || value === undefined) return value;
  const [, index, afterIndex = ""] = /^\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
  if (index !== undefined) return Array.isArray(value) ? resolvePath(value[Number(index)], afterIndex) : undefined;
  if (Array.isArray(value)) return path === "length" ? value.length : undefined;
  if (!isObject(value)) return undefined;
  const name = Object.keys(value)
    .filter((it) => path === it || path.startsWith(`${it}.`) || path.startsWith(`${it}[`))
    .sort((one, other) => other.length - one.length)[0];
  return name === undefined ? undefined : resolvePath(value[name], path.slice(name.length).replace(/^\./, ""));
}

/** Evaluates the expressions in a value: whole ones keep their type, embedded ones (`{$…}`) become text. */
export function evaluateValue(value: Json, state: WorkflowState): Json | undefined {
  if (typeof value === "string")
    return value.startsWith("$") ? evaluateRuntimeExpression(value, state) : expandExpressions(value, state);
  if (Array.isArray(value)) return value.map((item) => evaluateValue(item, state) ?? null);
  if (!isObject(value)) return value;
  if (isSelector(value)) return evaluateSelector(value, state);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, it]): [string, Json][] => {
      const evaluated = evaluateValue(it, state);
      return evaluated === undefined ? [] : [[name, evaluated]];
    }),
  );
}

/** Replaces `{$…}` in a text by the value as text. */
export function expandExpressions(text: string, state: WorkflowState): string {
  return text.replaceAll(/\{(\$[^{}]+)\}/g, (_, expression: string) => {
    const value = evaluateRuntimeExpression(expression, state);
    return typeof value === "string" ? value : JSON.stringify(value ?? null);
  });
}

function isSelector(value: JsonObject): boolean {
  return typeof value.context === "string" && typeof value.selector === "string" && value.type !== undefined;
}

/** Selects a part of a value: one node as itself, several nodes as an array. */
function evaluateSelector({ context, selector, type }: JsonObject, state: WorkflowState): Json | undefined {
  const value = evaluateRuntimeExpression(String(context), state);
  if (value === undefined) return undefined;
  const kind = isObject(type) ? type.type : type;
  if (kind === "jsonpointer") return valueAt(value, String(selector));
  const nodes = selectJsonPath(value, expandExpressions(String(selector), state));
  return nodes.length > 1 ? [...nodes] : nodes[0];
}

export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

/**
 * Finds the nodes that a JSONPath expression selects.
 *
 * @throws {JsonPathError} if the expression is invalid.
 * @see https://www.rfc-editor.org/rfc/rfc9535
 */
export function selectJsonPath(value: Json, expression: string): readonly Json[] {
  try {
    return jsonpath.query(expression.trim(), value as Parameters<typeof jsonpath.query>[1]).values() as Json[];
  } catch (error) {
    throw new JsonPathError(`${expression}: ${(error as Error).message}`, { cause: error });
  }
}
