import { expect, test } from "vitest";
import { parseFixedLengthPattern } from "../../../src/fast/wasm-validator/compiled-schema.js";

test.each([
  [/^[0-9]{4}-[0-9]{2}$/u, "2026-01"],
  [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u, "f7e79d2b-47f6-4630-ace3-01f0b8829f5c"],
  [/^urn:tid:(?:\d{2}:){2}x$/u, "urn:tid:12:34:x"],
  [/^(ab)c$/u, "abc"],
  [/^[a-f]x$/i, "Bx"],
])("%s is matched on the bytes", (pattern, text) => {
  const fixed = parseFixedLengthPattern(pattern);
  expect(fixed?.positions.length).toBe(text.length);
  for (let at = 0; at < text.length; at += 1) {
    for (let byte = 0; byte < 0x80; byte += 1) {
      const edited = text.slice(0, at) + String.fromCharCode(byte) + text.slice(at + 1);
      const fits = ((fixed?.sets[byte] ?? 0) & (fixed?.positions[at] ?? 0)) !== 0;
      expect(fits, JSON.stringify(edited)).toBe(pattern.test(edited));
    }
  }
});

test.each([
  /^a{2,}$/u,
  /^(ab)?$/u,
  /^(ab){2,}$/u,
  /^(a|b)c$/u,
  /^(a)\1$/u,
  /^(?=a)b$/u,
  /^(?<name>a)b$/u,
  /^[(a){2}]$/u,
  /^\(d\){2}$/u,
  /^((ab){2}c){2}$/u,
  /^(a{2})?b$/u,
  /^ab+$/u,
  /^a.$/u,
  /a-b$/u,
  /^(ab){101}$/u,
])("%s is not", (pattern) => {
  expect(parseFixedLengthPattern(pattern)).toBeUndefined();
});
