/**
 * Redacts secrets in output. All functions are pure and accept any text; text that cannot be parsed is still searched for
 * tokens.
 */
export const REDACTED = "[redacted]";

/** Redacts a secret: as a whole, or character by character where the spec restricts its form. */
export type TextRedactor = (secret: string) => string;

export const redactWhole: TextRedactor = () => REDACTED;

/** Keeps the length, the kinds of the characters, and the prefix that an issuer gives all of its keys. */
export const maskCharacters: TextRedactor = (text) => {
  const [prefix = ""] = KEY_PREFIX.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  return (
    prefix +
    rest
      .replace(/\p{Lu}/gu, "A")
      .replace(/(?!A)\p{L}/gu, "a")
      .replace(/\p{N}/gu, "1")
  );
};

/** Redacts a JSON token and keeps its type. The empty string, true, false and null are not secret. */
export function redactJsonToken(token: string, hide: TextRedactor): string {
  if (token === '""' || /^(true|false|null)$/.test(token)) return token;
  if (!token.startsWith('"')) return hide === maskCharacters ? token.replace(/\d/g, "1") : "0";
  return `"${hide(token.slice(1, -1).replaceAll(/\\(?:u[0-9a-f]{4}|.)/gi, "x"))}"`;
}

/** Redacts a part of a URL or a form, so that its percent-encoding stays valid. */
export function redactEncoded(text: string, hide: TextRedactor): string {
  if (hide !== maskCharacters) return hide(text);
  return text.replace(/(?:%[0-9a-f]{2})+|[^%]+/gi, (run) => {
    const plain = decodeFieldName(run);
    return plain === run ? hide(run) : encodeURIComponent(hide(plain));
  });
}

/** Whether a parameter, header, form field or property of this name is a secret, such as `access_token` or `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return SECRET_NAMES.has(plain) || hasSecretEnding(plain.replace(/\d+$/, "")) || isPassName(name);
}

/** Whether the last word is "pass". Only words count, because of names such as "compass". */
function isPassName(name: string): boolean {
  return PASS_WORD.test(name) && PASSWORD_NAME.test(name.replace(PASS_WORD, "password").replace(/[^a-z]/gi, ""));
}

/**
 * Whether a body value is a secret, given the property names that lead to it, outermost first. An object `pass` is no password, but for
 * example a boarding pass.
 */
export function isSecretPath(names: readonly string[], value: string): boolean {
  const last = names.length - 1;
  const lastField = names.findLastIndex((name) => !/^\d+$/.test(name));
  return names.some((name, index) => {
    const isOther = isPassName(name) ? index < lastField : index === last && isOrdinaryCode(name, value);
    return isSecretName(name) && !isOther;
  });
}

/**
 * Whether the value of a "code" or "key" is an ordinary value, such as an error code or country code. A secret value has
 * at least 12 characters with a digit, or 6 to 8 digits like a one-time password.
 */
export function isOrdinaryCode(name: string, value: string): boolean {
  if (!AMBIGUOUS_NAMES.has(name)) return false;
  const text = value.replace(/^"|"$/g, "");
  return !/^\d{6,8}$/.test(text) && (text.length < 12 || !/\d/.test(text));
}

/**
 * Redacts the user information of a URL and the values of secret parameters in its query and fragment.
 *
 * @param isSecret whether further parameters are secrets, by name.
 */
export function redactUrl(
  url: string,
  isSecret: SecretNamePredicate = matchNothing,
  hide: TextRedactor = redactWhole,
): string {
  const start = url.search(/[?#]/);
  const head = (start < 0 ? url : url.slice(0, start)).replace(
    /^((?:[a-z][a-z0-9+.-]*:)?\/\/)([^/]*)@/i,
    (_, scheme: string, user: string) => `${scheme}${redactEncoded(user, hide)}@`,
  );
  const rest = start < 0 ? "" : url.slice(start).replace(PAIR, (...match) => redactPair(match, isSecret, hide));
  return redactText(head + rest, hide);
}

/** Redacts the values of secret fields in application/x-www-form-urlencoded text. */
export function redactForm(text: string, hide: TextRedactor, isSecret: SecretNamePredicate = matchNothing): string {
  return redactText(
    text.replace(PAIR, (...match) => redactPair(match, isSecret, hide)),
    hide,
  );
}

export function redactHeaderValue(name: string, value: string, hide: TextRedactor = redactWhole): string {
  const plain = name.toLowerCase();
  if (AUTHORIZATION_HEADERS.has(plain)) {
    // The scheme is not a secret and helps with debugging.
    const scheme = /^(Basic|Bearer|Digest|DPoP|HMAC|HOBA|Mutual|Negotiate|NTLM|OAuth|AWS4-HMAC-SHA256)[ \t]/i.exec(
      value,
    );
    return scheme === null ? hide(value) : `${scheme[1]} ${REDACTED}`;
  }
  if (isSecretName(plain)) return hide(value);
  return URL_HEADERS.has(plain) ? redactUrl(value, matchNothing, hide) : redactText(value, hide);
}

/** Redacts tokens that are recognizable by their format. */
export function redactTokens(text: string, hide: TextRedactor = redactWhole): string {
  const plain = SCHEME.test(text)
    ? text.replace(CREDENTIALS, (whole, scheme: string) => `${scheme} ${hide(whole.slice(scheme.length + 1))}`)
    : text;
  const redacted = plain.replace(KNOWN_KEYS, (key) => hide(key));
  // Searches for the part without "e", of which texts have many.
  return redacted.includes("yJ") ? redacted.replace(DOTTED_WORD, (word) => redactWebToken(word, hide)) : redacted;
}

/** A JSON Web Token starts with `{"` in base64url, which is `eyJ`. It may directly follow other word characters. */
function redactWebToken(word: string, hide: TextRedactor): string {
  const start = word.indexOf("eyJ");
  return start < 0 || word.indexOf(".", start) < start + MIN_TOKEN_HEADER_LENGTH
    ? word
    : word.slice(0, start) + hide(word.slice(start));
}

/** Redacts tokens, values after a secret name (`token=…`), and user information in URLs. */
export function redactText(text: string, hide: TextRedactor = redactWhole): string {
  let redacted = redactTokens(text, hide);
  redacted = redactNamedValues(redacted, hide);
  if (redacted.includes("//"))
    redacted = redacted.replace(USER_INFORMATION, (_, user: string) => `://${redactEncoded(user, hide)}@`);
  // JSON inside a JSON string.
  return redacted.includes('\\"')
    ? redacted.replace(NAMED_STRING, (whole, name: string, between: string, value: string) =>
        isSecretName(name) && !AMBIGUOUS_NAMES.has(name) ? name + between + hide(value) : whole,
      )
    : redacted;
}

/** Searches from shortly before each `=`, because the pattern is slow where there is none. */
function redactNamedValues(text: string, hide: TextRedactor): string {
  let redacted = "";
  let from = 0;
  for (let sign = text.indexOf("="); sign !== -1; sign = text.indexOf("=", from)) {
    NAMED_VALUE.lastIndex = Math.max(from, sign - MAX_NAME_LENGTH - 1);
    const match = NAMED_VALUE.exec(text);
    if (match === null) break;
    const [whole, separator = "", name = ""] = match;
    redacted += text.slice(from, match.index) + redactNamed([whole, separator, name], hide);
    from = NAMED_VALUE.lastIndex;
  }
  return redacted + text.slice(from);
}

/** Outside URLs, only names with a secret ending count: a short name such as "code" is ambiguous in plain text. */
function redactNamed([whole, separator, name]: readonly [string, string, string], hide: TextRedactor): string {
  const isSecret =
    separator === ""
      ? hasSecretEnding(name.toLowerCase().replace(/[^a-z]/g, "")) || isPassName(name)
      : isSecretName(name);
  const start = `${separator}${name}=`;
  return isSecret ? start + redactEncoded(whole.slice(start.length), hide) : whole;
}

function hasSecretEnding(plain: string): boolean {
  return SECRET_NAME_ENDINGS.some((ending) => plain.endsWith(ending)) || PASSWORD_NAME.test(plain);
}

function redactPair(
  [whole = "", separator = "", name = ""]: readonly string[],
  isSecret: SecretNamePredicate,
  hide: TextRedactor,
): string {
  const plain = decodeFieldName(name);
  const start = `${separator}${name}=`;
  const value = whole.slice(start.length);
  if (isSecretName(plain) || isSecret(plain)) return start + redactEncoded(value, hide);
  // A URL as a value, in which other secrets are encoded.
  const decoded = value.includes("%") ? decodeFieldName(value) : value;
  const shown = decoded === value ? value : redactText(decoded, hide);
  return shown === decoded
    ? whole
    : start + encodeURIComponent(shown).replaceAll(encodeURIComponent(REDACTED), REDACTED);
}

/** Decodes a name in a query or form. Returns it unchanged if it is malformed. */
export function decodeFieldName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}

type SecretNamePredicate = (name: string) => boolean;
const matchNothing: SecretNamePredicate = () => false;

const PAIR = /(^|[?&#;])([^?&#;=]*)=[^&#;]*/g;

// Excludes prose such as "Bearer authentication is required": a token contains a digit or an inner capital, or is long.
const CREDENTIALS =
  /\b([Bb]earer|BEARER|[Bb]asic|BASIC|D[Pp]o[Pp])\s+(?=[\w.~+/=-]{0,24}(?:\d|[a-z][A-Z])|[\w.~+/=-]{24}|[\w.~+/-]+=)(?!realm=)[\w.~+/=-]{6,}/g;

/** The end of each scheme above. */
const SCHEME = /(?:earer|EARER|asic|ASIC|[Pp]o[Pp])\s/;

const DOTTED_WORD = /(?<![\w.-])[\w-]+(?:\.[\w-]*)+/g;
const MIN_TOKEN_HEADER_LENGTH = 7;

// Key prefixes of well-known issuers.
const ISSUER_PREFIX = /(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[abeoprs]-|whsec_|[prs]k_(?:live|test)_)/;
const KEY_PREFIX = new RegExp(`^${ISSUER_PREFIX.source}`);
const KNOWN_KEYS = new RegExp(
  [
    new RegExp(`\\b${ISSUER_PREFIX.source}[\\w-]{16,}`),
    /\bAKIA[0-9A-Z]{16}\b/,
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s\\]*/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

const USER_INFORMATION = /:\/\/([^/\s"'@?#]{1,200}:[^/\s"'@?#]{0,200})@/g;
const NAMED_STRING = /(?<![\w-])([\w-]{1,64})(\\+"\s{0,9}:\s{0,9}\\+")(?!\[redacted\])([^"\\]+)/g;
/** Names that often do not denote secrets, such as error codes, country codes and map keys. */
const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(["code", "key"]);
const MAX_NAME_LENGTH = 64;
const NAMED_VALUE = /([?&#;]|(?<![\w-]))([\w-]{1,64})=(?!\[redacted\])[^\s&#;,"'<>\\]+/g;

const AUTHORIZATION_HEADERS: ReadonlySet<string> = new Set(["authorization", "proxy-authorization"]);
const URL_HEADERS: ReadonlySet<string> = new Set(["location", "content-location", "referer", "link", "refresh"]);

// In lower case without punctuation, as compared by `isSecretName`.
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...["authorization", "auth", "code", "cookie", "credential", "credentials", "key", "pass", "pin"],
  ...["proxyauthorization", "session", "sessionid", "setcookie", "sid", "sig", "cvc", "cvv", "otp", "totp", "xauth"],
  ...["authkey", "awsaccesskeyid", "codeverifier", "xamzcredential", "samlresponse"],
]);
const SECRET_NAME_ENDINGS: readonly string[] = [
  ...["accesskey", "apikey", "assertion", "authorizationcode", "jwt", "passphrase", "passcode", "privatekey"],
  ...["secret", "secretkey", "sessionkey", "signature", "token", "functionskey", "subscriptionkey"],
];
// Includes the repeated field of a form ("password_confirm") and the stored hash ("password_hash").
const PASSWORD_NAME = /(?:password|passwd|pwd)(?:confirm|confirmation|repeat|repeated|again|hash)?$/i;
const PASS_WORD = /(?:(?<![A-Za-z])(?:pass|PASS)|Pass)(?![a-z])/;

/**
 * Returns whether a text is the mask that a recorder wrote instead of a secret. Masks are punctuation (`****`), repeated `x`, a text in
 * brackets (`[REDACTED]`, `<TOKEN>`, `{{token}}`) and words such as `filtered`.
 */
export function isMask(text: string): boolean {
  return MASK.test(text.trim());
}

const MASK =
  /^(?:[^\p{L}\p{N}]+|x{3,}|\[.*\]|<.*>|\{.*\}|\(.*\)|redacted|filtered|masked|hidden|removed|scrubbed|sanitized|omitted)$/iu;
