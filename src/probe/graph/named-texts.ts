import { splitWords } from "./name-words.js";

/** Texts that a name suggests, the most common one first. None of them makes a service call another host. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  algorithm: ["hmac-sha256", "sha256", "RS256"],
  country: ["DE", "DEU"],
  currency: ["EUR"],
  domain: ["example.com", "example.com."],
  email: ["a@example.com"],
  host: ["example.com"],
  hostname: ["example.com"],
  ip: ["192.0.2.1"],
  language: ["en", "en-US"],
  locale: ["en-US", "en_US"],
  mimetype: ["text/plain"],
  timezone: ["Europe/Berlin"],
};

/** Lists usual texts for a parameter or property by the last word of its name; none for most names. */
export function listNamedTexts(name: string): readonly string[] {
  const last = splitWords(name).at(-1) ?? "";
  return Object.hasOwn(TEXTS, last) ? (TEXTS[last] ?? []) : [];
}
