/** Converts `order-items` to `orderItems`. */
export function toCamelCase(text: string): string {
  const [first = "", ...rest] = splitWords(text);
  return [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalize)].join("");
}

/** Converts `order-items` to `OrderItems`. */
export function toPascalCase(text: string): string {
  return splitWords(text).map(capitalize).join("");
}

/** Returns the singular of an English plural. Other words are returned unchanged. */
export function singularize(word: string): string {
  const irregular = Object.entries(IRREGULAR_PLURALS).find(([plural]) => word.toLowerCase().endsWith(plural));
  if (irregular !== undefined) return word.slice(0, word.length - irregular[0].length) + irregular[1];
  if (/(?:ss|us|is)$/i.test(word) || !/[a-z]{2}s$/i.test(word)) return word;
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:sses|xes|shes|tches|uses)$/i.test(word) && !/(?:houses|causes)$/i.test(word)
    ? word.slice(0, -2)
    : word.slice(0, -1);
}

export function isPlural(word: string): boolean {
  return singularize(word) !== word;
}

function splitWords(text: string): string[] {
  return text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const IRREGULAR_PLURALS = {
  people: "person",
  children: "child",
  caches: "cache",
  shelves: "shelf",
  indices: "index",
  series: "series",
  news: "news",
};
