import ts from "typescript";
import type { Changes } from "./operators.js";

/** Methods whose call can be left out, since its result is like what it is called on. */
const DROPPED = new Set([
  "filter",
  "map",
  "flat",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "slice",
  "trim",
  "trimEnd",
  "trimStart",
  "toLowerCase",
  "toUpperCase",
  "replace",
  "replaceAll",
  "concat",
  "normalize",
  "finally",
]);

/** Methods that are mistaken for each other. */
const MISTAKEN: Readonly<Record<string, string>> = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  push: "unshift",
  unshift: "push",
  pop: "shift",
  shift: "pop",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
  find: "findLast",
  findLast: "find",
  findIndex: "findLastIndex",
  keys: "values",
  values: "keys",
  add: "delete",
  toLowerCase: "toUpperCase",
  replaceAll: "replace",
  allSettled: "all",
};

/** How a call can go wrong: left out, another method, its last argument missing. */
export function callEdits(node: ts.CallExpression): Changes {
  const { expression: callee, arguments: given } = node;
  const changes: [string, string][] = [];
  if (ts.isPropertyAccessExpression(callee)) {
    const method = callee.name.text;
    const receiver = callee.expression.getText();
    const other = MISTAKEN[method];
    const rest = node.getText().slice(callee.getEnd() - node.getStart());
    const link = node.getText().slice(receiver.length, callee.name.getStart() - node.getStart());
    if (DROPPED.has(method)) changes.push([`no ${method}`, receiver]);
    if (other !== undefined) changes.push([`${method} to ${other}`, receiver + link + other + rest]);
  }
  const last = given.at(-1);
  if (last !== undefined && given.length > 1 && !ts.isFunctionLike(last)) {
    const kept = given.slice(0, -1).map((it) => it.getText());
    changes.push(["drop the last argument", `${callee.getText()}(${kept.join(", ")})`]);
  }
  return changes;
}
