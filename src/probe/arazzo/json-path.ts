import { isObject, type Json } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";

/** An invalid JSONPath expression. */
export class JsonPathError extends Error {
  override readonly name = "JsonPathError";
}

type Select = (node: Json, root: Json) => readonly Json[];
type Test = (node: Json, root: Json) => boolean;
/** A value to compare; undefined is the special result Nothing. */
type Operand = (node: Json, root: Json) => Json | undefined;

/**
 * Finds the nodes that a JSONPath expression selects.
 *
 * @throws {JsonPathError} if the expression is invalid.
 * @see https://www.rfc-editor.org/rfc/rfc9535
 */
export function selectJsonPath(value: Json, expression: string): readonly Json[] {
  const reader = createReader(expression.trim());
  const select = readQuery(reader);
  if (!reader.isAtEnd()) throw reader.fail("the end of the expression");
  return select(value, value);
}

type Reader = {
  readonly take: (pattern: RegExp) => RegExpExecArray | undefined;
  readonly isAtEnd: () => boolean;
  readonly fail: (expected: string) => JsonPathError;
};

function createReader(text: string): Reader {
  let at = 0;
  return {
    take: (pattern) => {
      const found = new RegExp(pattern.source, "yu");
      found.lastIndex = at;
      const match = found.exec(text) ?? undefined;
      if (match !== undefined) at += match[0].length;
      return match;
    },
    isAtEnd: () => at >= text.length,
    fail: (expected) => new JsonPathError(`${text}: expected ${expected} at position ${at + 1}`),
  };
}

/** Reads `$…` or `@…`. */
function readQuery(reader: Reader): Select {
  const [start] = reader.take(/[$@]/) ?? [];
  if (start === undefined) throw reader.fail("$ or @");
  let select: Select = start === "$" ? (_, root) => [root] : (node) => [node];
  for (let segment = readSegment(reader); segment !== undefined; segment = readSegment(reader)) {
    const [before, next] = [select, segment];
    select = (node, root) => before(node, root).flatMap((it) => next(it, root));
  }
  return select;
}

function readSegment(reader: Reader): Select | undefined {
  const isDescendant = reader.take(/\s*\.\./) !== undefined;
  const select = readChild(reader, isDescendant);
  if (select === undefined) {
    if (isDescendant) throw reader.fail("a name, * or [");
    return undefined;
  }
  return isDescendant ? (node, root) => listDescendants(node).flatMap((it) => select(it, root)) : select;
}

function readChild(reader: Reader, isDescendant: boolean): Select | undefined {
  const short = reader.take(
    isDescendant ? /()(\*|[\p{L}_][\p{L}\p{N}_]*)/u : /\s*(\.)\s*(\*|[\p{L}_][\p{L}\p{N}_-]*)/u,
  );
  if (short !== undefined) return short[2] === "*" ? listChildren : createNameSelector(short[2] ?? "");
  if (reader.take(/\s*\[\s*/) === undefined) return undefined;
  const selectors = [readSelector(reader)];
  while (reader.take(/\s*,\s*/) !== undefined) selectors.push(readSelector(reader));
  if (reader.take(/\s*\]/) === undefined) throw reader.fail("]");
  return (node, root) => selectors.flatMap((it) => it(node, root));
}

function readSelector(reader: Reader): Select {
  if (reader.take(/\*/) !== undefined) return listChildren;
  const name = readString(reader);
  if (name !== undefined) return createNameSelector(name);
  if (reader.take(/\?\s*/) !== undefined) {
    const test = readOr(reader);
    return (node, root) => listChildren(node).filter((it) => test(it, root));
  }
  const slice = reader.take(/(-?\d+)?\s*:\s*(-?\d+)?(?:\s*:\s*(-?\d+)?)?/);
  if (slice !== undefined) return createSliceSelector(slice);
  const index = reader.take(/-?\d+/);
  if (index === undefined) throw reader.fail("a name, an index, a slice, * or a filter");
  return (node) => (Array.isArray(node) ? [node.at(Number(index[0]))].filter((it) => it !== undefined) : []);
}

function createSliceSelector([, from, to, stepText]: RegExpExecArray): Select {
  const step = stepText === undefined ? 1 : Number(stepText);
  return (node) => {
    if (!Array.isArray(node) || step === 0) return [];
    const { length } = node;
    const clamp = (text: string | undefined, fallback: number): number => {
      if (text === undefined) return fallback;
      const at = Number(text) < 0 ? length + Number(text) : Number(text);
      return step > 0 ? Math.min(Math.max(at, 0), length) : Math.min(Math.max(at, -1), length - 1);
    };
    const [start, end] = step > 0 ? [clamp(from, 0), clamp(to, length)] : [clamp(from, length - 1), clamp(to, -1)];
    const found: Json[] = [];
    for (let at = start; step > 0 ? at < end : at > end; at += step) found.push(node[at] as Json);
    return found;
  };
}

function createNameSelector(name: string): Select {
  return (node) => (isObject(node) && Object.hasOwn(node, name) ? [node[name] as Json] : []);
}

function listChildren(node: Json): readonly Json[] {
  if (Array.isArray(node)) return node;
  return isObject(node) ? (Object.values(node) as Json[]) : [];
}

function listDescendants(node: Json): readonly Json[] {
  return [node, ...listChildren(node).flatMap(listDescendants)];
}

function readOr(reader: Reader): Test {
  let test = readAnd(reader);
  while (reader.take(/\s*\|\|\s*/) !== undefined) {
    const [left, right] = [test, readAnd(reader)];
    test = (node, root) => left(node, root) || right(node, root);
  }
  return test;
}

function readAnd(reader: Reader): Test {
  let test = readTest(reader);
  while (reader.take(/\s*&&\s*/) !== undefined) {
    const [left, right] = [test, readTest(reader)];
    test = (node, root) => left(node, root) && right(node, root);
  }
  return test;
}

function readTest(reader: Reader): Test {
  if (reader.take(/!\s*/) !== undefined) {
    const test = readTest(reader);
    return (node, root) => !test(node, root);
  }
  if (reader.take(/\(\s*/) !== undefined) {
    const test = readOr(reader);
    if (reader.take(/\s*\)/) === undefined) throw reader.fail(")");
    return test;
  }
  const { operand, exists } = readOperand(reader);
  const [, operator] = reader.take(/\s*(==|!=|<=|>=|<|>)\s*/) ?? [];
  if (operator === undefined) {
    if (exists === undefined) throw reader.fail("a comparison");
    return exists;
  }
  const { operand: other } = readOperand(reader);
  return (node, root) => compareJson(operand(node, root), other(node, root), operator);
}

function compareJson(one: Json | undefined, other: Json | undefined, operator: string): boolean {
  const isEqual = one === undefined || other === undefined ? one === other : isSameJson(one, other);
  if (operator === "==" || operator === "!=") return isEqual === (operator === "==");
  const isOrdered =
    (typeof one === "number" && typeof other === "number") || (typeof one === "string" && typeof other === "string");
  if (operator.endsWith("=") && isEqual) return true;
  if (!isOrdered || one === undefined || other === undefined) return false;
  return operator.startsWith("<") ? one < other : one > other;
}

type ReadOperand = { readonly operand: Operand; readonly exists?: Test };

function readOperand(reader: Reader): ReadOperand {
  const text = readString(reader);
  if (text !== undefined) return { operand: () => text };
  const [literal] = reader.take(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true\b|false\b|null\b/) ?? [];
  if (literal !== undefined) return { operand: () => JSON.parse(literal) as Json };
  const [, name] = reader.take(/(length|count|value|match|search)\(\s*/) ?? [];
  if (name !== undefined) return readFunction(reader, name);
  const query = readQuery(reader);
  return {
    operand: (node, root) => query(node, root)[0],
    exists: (node, root) => query(node, root).length > 0,
  };
}

function readFunction(reader: Reader, name: string): ReadOperand {
  const close = (): void => {
    if (reader.take(/\s*\)/) === undefined) throw reader.fail(")");
  };
  if (name === "count" || name === "value") {
    const query = readQuery(reader);
    close();
    return {
      operand: (node, root) => {
        const found = query(node, root);
        return name === "count" ? found.length : found.length === 1 ? found[0] : undefined;
      },
    };
  }
  const { operand } = readOperand(reader);
  if (name === "length") {
    close();
    return { operand: (node, root) => getLength(operand(node, root)) };
  }
  if (reader.take(/\s*,\s*/) === undefined) throw reader.fail(",");
  const { operand: pattern } = readOperand(reader);
  close();
  const test: Test = (node, root) => isMatch(operand(node, root), pattern(node, root), name === "match");
  return { operand: test, exists: test };
}

function getLength(value: Json | undefined): number | undefined {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

function isMatch(value: Json | undefined, pattern: Json | undefined, isWhole: boolean): boolean {
  if (typeof value !== "string" || typeof pattern !== "string") return false;
  try {
    return new RegExp(isWhole ? `^(?:${pattern})$` : pattern, "u").test(value);
  } catch {
    return false;
  }
}

function readString(reader: Reader): string | undefined {
  const found = reader.take(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/);
  if (found === undefined) return undefined;
  const [, double, single = ""] = found;
  const text = double ?? single.replaceAll("\\'", "'").replaceAll('"', '\\"');
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw reader.fail("a string with valid escapes");
  }
}
