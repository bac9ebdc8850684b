import { FORMAT_VALIDATORS } from "../../schema/index.js";

export type StringFormat = { readonly name: string; readonly isMatch: (text: string) => boolean };

/** The formats that are told by looks. Nearly every word with a colon is a URI; only those with an authority are meant. */
export const STRING_FORMATS: readonly StringFormat[] = ["date-time", "date", "uuid", "uri", "email"].map((name) => {
  const format = FORMAT_VALIDATORS[name];
  const isMatch = (text: string): boolean =>
    format instanceof RegExp ? format.test(text) : typeof format === "function" && format(text) === true;
  return { name, isMatch: name === "uri" ? (text: string) => text.includes("://") && isMatch(text) : isMatch };
});
