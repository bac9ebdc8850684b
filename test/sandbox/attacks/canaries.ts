/** Planted secrets, and the encodings in which they must not appear in output. */
import { PASSWORD } from "../tokens/token-endpoint.js";

/** Contains characters that URLs, JSON and HTML escape. */
export const HOOK_SECRET = 'canary hook/secret+="1f7c"&';
/** An unassigned card number with a valid check digit. */
export const CARD_NUMBER = "4539578763621486";

export type Canaries = ReturnType<typeof createCanaries>;

/** Known from the start, or added when created, such as tokens and assertions. */
export function createCanaries() {
  const forms = new Map<string, string>();
  // By their ends, because the tokens begin alike. One pass over a text finds thousands of forms.
  const byEnd = new Map<number, readonly string[]>();
  const plant = (name: string, secret: string): string => {
    for (const form of formsOf(secret)) {
      const hash = hashEnd(form, form.length);
      if (!forms.has(form)) byEnd.set(hash, [...(byEnd.get(hash) ?? []), form]);
      forms.set(form, name);
    }
    return secret;
  };
  plant("hook secret", HOOK_SECRET);
  plant("password", PASSWORD);
  plant("card number", CARD_NUMBER);
  return {
    plant,
    /** The names of the secrets in a text. Also finds UTF-16 without its NUL bytes. */
    in: (text: string): readonly string[] => {
      const plain = text.replaceAll("\0", "").replaceAll("\\u0000", "");
      const names = new Set<string>();
      for (let end = MIN_LENGTH; end <= plain.length; end += 1)
        for (const form of byEnd.get(hashEnd(plain, end)) ?? [])
          if (plain.startsWith(form, end - form.length)) names.add(forms.get(form) ?? "");
      return [...names];
    },
  };
}

/** Shorter forms could be in any text. */
const MIN_LENGTH = 12;

/** A hash of the four characters before an offset. */
function hashEnd(text: string, end: number): number {
  let hash = 0;
  for (let at = end - 4; at < end; at += 1) hash = (hash * 31 + text.charCodeAt(at)) & 0xffff;
  return hash;
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Within a longer base64 text, a secret has one of three alignments.
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift, "x"), bytes]).toString("base64");
    return text.slice(Math.ceil((shift * 8) / 6), -4);
  });
  const query = new URLSearchParams({ x: secret }).toString().slice(2);
  const html = secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return [
    ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), query, html, ...encoded]),
  ].filter((form) => form.length >= MIN_LENGTH);
}
