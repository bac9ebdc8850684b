/** Those that Stryker's regex mutator makes at level 1. */
const REGEX_CHANGES: readonly (readonly [RegExp, string])[] = [
  [/^\/\^/, "/"],
  [/\$(?=\/[a-z]*$)/, ""],
  [/(?<!\\|\(\?)[+*](?!\/$)/, ""],
  [/(?<![\\(*+?}])\?/, ""],
  [/(?<!\\)\{\d+(,\d*)?\}/, ""],
  [/(?<!\\)\[(?!\^)/, "[^"],
  [/(?<!\\)\[\^/, "["],
  [/\\d/, "\\D"],
  [/\\s/, "\\S"],
  [/\\w/, "\\W"],
  [/\(\?=/, "(?!"],
  [/\(\?!/, "(?="],
  [/\(\?<=/, "(?<!"],
  [/\(\?<!/, "(?<="],
];

/** The literals, such as `/a+$/u`, that stand in the place of this one. */
export function mutateRegex(literal: string): readonly string[] {
  return REGEX_CHANGES.map(([from, to]) => literal.replace(from, to)).filter((it) => it !== literal && isRegex(it));
}

function isRegex(text: string): boolean {
  const end = text.lastIndexOf("/");
  try {
    new RegExp(text.slice(1, end), text.slice(end + 1));
    return end > 1;
  } catch {
    return false;
  }
}
