import { capitalize, singularize } from "../../document/index.js";

/** Converts `order-items` to `orderItems`. */
export function toCamelCase(text: string): string {
  const [first = "", ...rest] = splitWords(text);
  return [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalize)].join("");
}

/** Converts `order-items` to `OrderItems`. */
export function toPascalCase(text: string): string {
  return splitWords(text).map(capitalize).join("");
}

export function isPlural(word: string): boolean {
  return singularize(word) !== word;
}

function splitWords(text: string): string[] {
  return text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}
