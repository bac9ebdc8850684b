import { FORMAT_VALIDATORS } from "../../schema/index.js";

export type StringFormat = { readonly name: string; readonly isMatch: (text: string) => boolean };

/** Formats that are detected in strings. A URI needs an authority, because nearly every text with a colon is a valid URI. */
export const STRING_FORMATS: readonly StringFormat[] = ["date-time", "date", "uuid", "uri", "email"].map((name) => {
  const format = FORMAT_VALIDATORS[name];
  const isMatch = (text: string): boolean =>
    format instanceof RegExp ? format.test(text) : typeof format === "function" && format(text) === true;
  return { name, isMatch: name === "uri" ? (text: string) => text.includes("://") && isMatch(text) : isMatch };
});
