import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { selectJsonPath } from "./json-path.js";
import { evaluateRuntimeExpression, expandExpressions, type WorkflowState } from "./runtime-expression.js";

/**
 * Evaluates a criterion. What cannot be evaluated is not met.
 *
 * @see https://spec.openapis.org/arazzo/v1.1.0.html#criterion-object
 */
export function isCriterionMet({ condition, context, type }: JsonObject, state: WorkflowState): boolean {
  const kind = (isObject(type) ? type.type : type) ?? "simple";
  if (kind === "simple") return isConditionMet(String(condition), state);
  const value = evaluateRuntimeExpression(String(context), state);
  if (value === undefined || value === null) return false;
  const expression = expandExpressions(String(condition), state);
  try {
    if (kind === "regex")
      return new RegExp(expression, "u").test(typeof value === "string" ? value : JSON.stringify(value));
    return selectJsonPath(value, expression).length > 0;
  } catch {
    return false;
  }
}

/** Tokens of a simple condition. */
const TOKEN = /\s*(?:(\|\||&&|==|!=|<=|>=|[<>!()])|'((?:[^']|'')*)'|(\$[^\s()=<>&|!]+)|([^\s()=<>&|!']+))/y;

type Token =
  | { readonly kind: "operator"; readonly text: string }
  | { readonly kind: "value"; readonly value: Json | undefined };

/** Evaluates literals, runtime expressions and operators; undefined is null. A syntax error is not met. */
function isConditionMet(condition: string, state: WorkflowState): boolean {
  const tokens = readTokens(condition.trim(), state);
  if (tokens === undefined) return false;
  const parser = { tokens, at: 0 };
  const value = readOr(parser);
  return parser.at === tokens.length && value === true;
}

function readTokens(condition: string, state: WorkflowState): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < condition.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(condition);
    if (found === null) return undefined;
    const [, operator, text, expression, literal] = found;
    if (operator !== undefined) tokens.push({ kind: "operator", text: operator });
    else if (text !== undefined) tokens.push({ kind: "value", value: text.replaceAll("''", "'") });
    else if (expression !== undefined)
      tokens.push({ kind: "value", value: evaluateRuntimeExpression(expression, state) ?? null });
    else tokens.push({ kind: "value", value: readLiteral(literal ?? "") });
  }
  return tokens;
}

function readLiteral(text: string): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

type Parser = { readonly tokens: readonly Token[]; at: number };

function takeOperator(parser: Parser, ...texts: readonly string[]): string | undefined {
  const token = parser.tokens[parser.at];
  if (token?.kind !== "operator" || !texts.includes(token.text)) return undefined;
  parser.at += 1;
  return token.text;
}

function readOr(parser: Parser): Json | undefined {
  let value = readAnd(parser);
  while (takeOperator(parser, "||") !== undefined) {
    const other = readAnd(parser);
    value = value === true || other === true;
  }
  return value;
}

function readAnd(parser: Parser): Json | undefined {
  let value = readComparison(parser);
  while (takeOperator(parser, "&&") !== undefined) {
    const other = readComparison(parser);
    value = value === true && other === true;
  }
  return value;
}

function readComparison(parser: Parser): Json | undefined {
  const left = readOperand(parser);
  const operator = takeOperator(parser, "==", "!=", "<=", ">=", "<", ">");
  return operator === undefined ? left : compareLoosely(left, readOperand(parser), operator);
}

function readOperand(parser: Parser): Json | undefined {
  if (takeOperator(parser, "!") !== undefined) return readOperand(parser) !== true;
  if (takeOperator(parser, "(") !== undefined) {
    const value = readOr(parser);
    return takeOperator(parser, ")") === undefined ? undefined : value;
  }
  const token = parser.tokens[parser.at];
  if (token?.kind !== "value") return undefined;
  parser.at += 1;
  return token.value;
}

/** Compares texts without case, and a number with a text as numbers. An invalid operand compares as nothing does. */
function compareLoosely(one: Json | undefined, other: Json | undefined, operator: string): boolean {
  if (one === undefined || other === undefined) return false;
  const [left, right] = convertOperands(one, other);
  if (operator === "==") return isSameJson(left, right);
  if (operator === "!=") return !isSameJson(left, right);
  const isOrdered = typeof left === typeof right && (typeof left === "number" || typeof left === "string");
  if (!isOrdered || left === null || right === null) return false;
  if (operator.endsWith("=") && left === right) return true;
  return operator.startsWith("<") ? left < right : left > right;
}

function convertOperands(one: Json, other: Json): readonly [Json, Json] {
  if (typeof one === "string" && typeof other === "string") return [one.toLowerCase(), other.toLowerCase()];
  const toNumber = (value: Json): Json =>
    typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
  return typeof one === "number" || typeof other === "number" ? [toNumber(one), toNumber(other)] : [one, other];
}
