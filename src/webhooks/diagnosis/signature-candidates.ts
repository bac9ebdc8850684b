import {
  decodeLatin1,
  encodeBase64,
  encodeHex,
  encodeLatin1,
  encodeUtf8,
  encodeUtf16,
  decodeUtf8 as textOf,
} from "../encodings.js";
import type { SignatureCause } from "./signature-cause.js";

/** An unchanged value, or a changed one with the cause of the change. */
type CandidateValue<Value> = { readonly value: Value; readonly cause?: SignatureCause };

/** The algorithms of WebCrypto. */
export const CANDIDATE_ALGORITHMS: readonly { readonly name: string; readonly cause?: SignatureCause }[] = [
  { name: "SHA-1" },
  /* @__PURE__ */ createAlgorithmCandidate("SHA-256"),
  /* @__PURE__ */ createAlgorithmCandidate("SHA-384"),
  /* @__PURE__ */ createAlgorithmCandidate("SHA-512"),
];

function createAlgorithmCandidate(name: string): { readonly name: string; readonly cause: SignatureCause } {
  const message = `The signature uses HMAC-${name.replace("-", "")}; expected HMAC-SHA1`;
  return { name, cause: { code: "algorithm", message } };
}

export const CANDIDATE_ENCODINGS: readonly {
  readonly write: (digest: Uint8Array) => string;
  readonly cause?: SignatureCause;
}[] = [
  { write: encodeBase64 },
  /* @__PURE__ */ createEncodingCandidate("hex", "hexadecimal", encodeHex),
  /* @__PURE__ */ createEncodingCandidate("hex", "hexadecimal", (digest) => encodeHex(digest).toUpperCase()),
  /* @__PURE__ */ createEncodingCandidate("padding", "base64 without padding", (digest) =>
    encodeBase64(digest).replace(/=+$/, ""),
  ),
  /* @__PURE__ */ createEncodingCandidate("base64url", "base64url", (digest) =>
    toUrlSafe(encodeBase64(digest)).replace(/=+$/, ""),
  ),
  /* @__PURE__ */ createEncodingCandidate("base64url", "base64url", (digest) => toUrlSafe(encodeBase64(digest))),
  /* @__PURE__ */ createEncodingCandidate(
    "base64-of-hex",
    "base64 of hexadecimal text instead of the binary value",
    (digest) => encodeBase64(encodeUtf8(encodeHex(digest))),
  ),
];

function toUrlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

/** The secret and values that are easily used instead. */
export function listSecretCandidates(secret: string, others: readonly string[]): readonly CandidateValue<Uint8Array>[] {
  const trimmed = secret.trim();
  const withSpaces = (value: string, where: string): CandidateValue<Uint8Array> => ({
    value: encodeUtf8(value),
    cause: {
      code: "secret.whitespace",
      message: `The secret was used ${where} leading or trailing white space`,
    },
  });
  return [
    { value: encodeUtf8(secret) },
    ...(trimmed === "" ? [] : [withSpaces(trimmed, "without")]),
    ...["\n", "\r\n", " "].map((end) => withSpaces(trimmed + end, "with")),
    ...others
      .filter((other) => other !== secret && other !== "")
      .map((value, index) => ({
        value: encodeUtf8(value),
        cause: {
          code: "secret.other",
          message: `The signature matches another secret, number ${index + 1} of the others`,
        },
      })),
    ...listDecodedSecrets(secret),
  ];
}

function listDecodedSecrets(secret: string): readonly CandidateValue<Uint8Array>[] {
  const decoded = (name: string, value: Uint8Array): CandidateValue<Uint8Array> => ({
    value,
    cause: { code: "secret.decoded", message: `The secret was decoded as ${name}; use its characters as the key` },
  });
  const bare = secret.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  return [
    // One leftover character encodes no byte, so the text is not base64.
    ...(/^[A-Za-z0-9+/]{4,}$/.test(bare) && bare.length % 4 !== 1 ? [decoded("base64", encodeLatin1(atob(bare)))] : []),
    ...(/^(?:[0-9a-f]{2})+$/i.test(secret)
      ? [
          decoded(
            "hex",
            Uint8Array.from(secret.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
          ),
        ]
      : []),
  ];
}

/**
 * The payload and what it may have been before a program changed it; the most specific changes come first. A change without
 * effect matches no signature that the payload itself does not match with fewer causes.
 */
export function listPayloadCandidates(bytes: Uint8Array): readonly CandidateValue<Uint8Array>[] {
  const text = textOf(bytes);
  const candidates: CandidateValue<Uint8Array>[] = [{ value: bytes }];
  const add = (value: string, cause: SignatureCause): void => {
    candidates.push({ value: encodeUtf8(value), cause });
  };
  add(text.replace(/\s+$/, ""), LINE_ENDS);
  for (const end of ["\n", "\r\n"]) add(text.replace(/\s+$/, "") + end, LINE_ENDS);
  add(text.replaceAll(/\r?\n/g, "\n"), LINE_ENDS);
  add(text.replaceAll(/\r?\n/g, "\r\n"), LINE_ENDS);
  add(text.replace(/^\uFEFF/, ""), BYTE_ORDER_MARK);
  add(`\uFEFF${text}`, BYTE_ORDER_MARK);
  for (const serialized of listSerializations(text)) add(serialized, RESERIALIZED);
  candidates.push({ value: encodeUtf16(text), cause: CHARSET });
  if (/[^\0-\x7f]/.test(text)) {
    // UTF-8 decoded as Latin-1 and encoded as UTF-8, the reverse, and text sent as Latin-1.
    add(decodeLatin1(bytes), CHARSET);
    candidates.push({ value: encodeLatin1(text), cause: CHARSET });
  }
  return candidates;
}

/** The serializations by common JSON libraries of the value of a JSON text; none when it is not JSON. */
function listSerializations(text: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return [];
  }
  const compact = JSON.stringify(value);
  const plain = [compact, addSpaces(compact), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)];
  return [...plain, ...plain.map(escapeNonAscii), ...plain.map((json) => json.replaceAll("/", "\\/"))];
}

/** Adds a space after every comma and colon outside strings, as Python does. */
function addSpaces(compact: string): string {
  return compact.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token.length === 1 ? `${token} ` : token));
}

/** Escapes all characters beyond ASCII. */
function escapeNonAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function createEncodingCandidate(
  code: string,
  name: string,
  write: (digest: Uint8Array) => string,
): { readonly write: (digest: Uint8Array) => string; readonly cause: SignatureCause } {
  return {
    write,
    cause: { code: `encoding.${code}`, message: `The signature is ${name}; expected 28 characters of base64` },
  };
}

const RESERIALIZED: SignatureCause = {
  code: "payload.serialised",
  message: "The payload was parsed and serialized again: verify the raw body before it is parsed",
};
const LINE_ENDS: SignatureCause = {
  code: "payload.line-ends",
  message: "Line ends of the payload were added, removed or changed: verify the raw body",
};
const BYTE_ORDER_MARK: SignatureCause = {
  code: "payload.byte-order-mark",
  message: "A byte order mark was added or removed: verify the raw body",
};
const CHARSET: SignatureCause = {
  code: "payload.charset",
  message: "The payload was decoded or encoded with a charset other than UTF-8: verify the raw bytes",
};
