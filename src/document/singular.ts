/** Returns the singular of an English plural, at the end of a name too. Other words are returned unchanged. */
export function singularize(word: string): string {
  const irregular = Object.entries(IRREGULAR_PLURALS).find(([plural]) => word.toLowerCase().endsWith(plural));
  if (irregular !== undefined) return word.slice(0, word.length - irregular[0].length) + irregular[1];
  if (/(?:ss|us|is)$/i.test(word) || !/[a-z]{2}s$/i.test(word)) return word;
  if (/[a-z][^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|sh|ch|zz|o|[^aeo]us)es$/i.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

const IRREGULAR_PLURALS = {
  people: "person",
  children: "child",
  caches: "cache",
  shelves: "shelf",
  indices: "index",
  aliases: "alias",
  movies: "movie",
  series: "series",
  news: "news",
};
