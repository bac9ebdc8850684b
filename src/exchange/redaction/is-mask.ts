/**
 * Whether a text stands in place of a secret that a recorder redacted. Masks are punctuation (`****`), repeated `x`, a text in
 * brackets (`[REDACTED]`, `<TOKEN>`, `{{token}}`) and words such as `filtered`.
 */
export function isMask(text: string): boolean {
  return MASK.test(text.trim());
}

const MASK =
  /^(?:[^\p{L}\p{N}]+|x{3,}|\[.*\]|<.*>|\{.*\}|\(.*\)|redacted|filtered|masked|hidden|removed|scrubbed|sanitized|omitted)$/iu;
