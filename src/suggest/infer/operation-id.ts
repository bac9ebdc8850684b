import { toPascalCase } from "./naming.js";

/** Generates a unique operationId from method and path, without version segments: `getOrdersByOrderId`. */
export function generateOperationId(method: string, template: string, taken: ReadonlySet<string>): string {
  const words = template
    .split("/")
    .filter((segment) => !/^v\d+$/.test(segment))
    .map((segment) => segment.replace(/^\{(.*)\}$/, "by-$1"))
    .map((segment) => toPascalCase(segment));
  const base = method.toLowerCase() + words.join("");
  let id = base;
  for (let n = 2; taken.has(id); n += 1) id = `${base}${n}`;
  return id;
}
