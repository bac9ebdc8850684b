import { FORMATS } from "../../schema/index.js";

export type StringFormat = { readonly name: string; readonly isOne: (text: string) => boolean };

/** The formats that are told by looks. Nearly every word with a colon is a URI; only those with an authority are meant. */
export const STRING_FORMATS: readonly StringFormat[] = ["date-time", "date", "uuid", "uri", "email"].map((name) => {
  const format = FORMATS[name];
  const isOne = (text: string): boolean =>
    format instanceof RegExp ? format.test(text) : typeof format === "function" && format(text) === true;
  return { name, isOne: name === "uri" ? (text) => text.includes("://") && isOne(text) : isOne };
});
