/**
 * Returns whether a text is the mask that a recorder wrote instead of a secret. Masks are punctuation (`****`), repeated `x`, a text in
 * brackets (`[REDACTED]`, `<TOKEN>`, `{{token}}`) and words such as `filtered`.
 */
export function isMask(text: string): boolean {
  return MASK.test(text.trim());
}

const MASK =
  /^(?:[^\p{L}\p{N}]+|x{3,}|\[.*\]|<.*>|\{.*\}|\(.*\)|redacted|filtered|masked|hidden|removed|scrubbed|sanitized|omitted)$/iu;
