/**
 * Takes secrets out of what is printed or written. Pure, and safe on any text: what is not understood is searched for
 * tokens all the same.
 */
export const REDACTED = "[redacted]";

/** Whether a parameter, header, form field or property of this name holds a secret: `access_token`, `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return SECRET_NAMES.has(plain) || hasSecretEnding(plain.replace(/\d+$/, ""));
}

/** Whether a value in a body is a secret by the names that lead to it, the outermost first. */
export function isSecretPath(names: readonly string[], value: string): boolean {
  const last = names.length - 1;
  return names.some((name, index) => isSecretName(name) && !(index === last && isOrdinaryCode(name, value)));
}

/**
 * In a body a "code" is more often that of an error or a country than one that opens anything: that is longer, or has as many
 * digits as one that is sent to a telephone.
 */
export function isOrdinaryCode(name: string, value: string): boolean {
  if (!AMBIGUOUS_NAMES.has(name)) return false;
  const text = value.replace(/^"|"$/g, "");
  return !/^\d{6,8}$/.test(text) && (text.length < 12 || !/\d/.test(text));
}

/**
 * A URL without its user information and without the values of secret parameters, in its query or its fragment.
 *
 * @param isSecret Says of further parameters that their values are secrets.
 */
export function redactUrl(url: string, isSecret: SecretNamePredicate = matchNothing): string {
  const start = url.search(/[?#]/);
  const head = (start < 0 ? url : url.slice(0, start)).replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, `$1//${REDACTED}@`);
  return redactText(
    start < 0 ? head : head + url.slice(start).replace(PAIR, (...match) => redactPair(match, isSecret)),
  );
}

/** Text of type application/x-www-form-urlencoded without the values of its secret fields. */
export function redactForm(text: string): string {
  return redactText(text.replace(PAIR, (...match) => redactPair(match, matchNothing)));
}

export function redactHeaderValue(name: string, value: string): string {
  const plain = name.toLowerCase();
  if (AUTHORIZATION_HEADERS.has(plain)) {
    // The scheme is no secret and helps to find out what went wrong.
    const scheme = /^(Basic|Bearer|Digest|DPoP|HMAC|HOBA|Mutual|Negotiate|NTLM|OAuth|AWS4-HMAC-SHA256)[ \t]/i.exec(
      value,
    );
    return scheme === null ? REDACTED : `${scheme[1]} ${REDACTED}`;
  }
  if (isSecretName(plain)) return REDACTED;
  return URL_HEADERS.has(plain) ? redactUrl(value) : redactText(value);
}

/** Any text without the tokens that can be told by their looks. */
export function redactTokens(text: string): string {
  const without = text.replace(CREDENTIALS, `$1 ${REDACTED}`).replace(KNOWN_KEYS, REDACTED);
  return without.includes("eyJ") ? without.replace(DOTTED_WORD, redactWebToken) : without;
}

/** A JSON Web Token begins with a JSON object in base64url, and `{"` always gives `eyJ`; it may follow a word at once. */
function redactWebToken(word: string): string {
  const start = word.indexOf("eyJ");
  return start < 0 || word.indexOf(".", start) < start + MIN_TOKEN_HEADER_LENGTH
    ? word
    : word.slice(0, start) + REDACTED;
}

/** The same, and without what the text itself says is a secret: `token=…`. */
export function redactText(text: string): string {
  let without = redactTokens(text);
  if (without.includes("=")) without = without.replace(NAMED_VALUE, redactNamed);
  if (without.includes("://")) without = without.replace(USER_INFORMATION, `://${REDACTED}@`);
  // JSON that stands in a string.
  return without.includes('\\"') ? without.replace(NAMED_STRING, redactNamedString) : without;
}

function redactNamedString(whole: string, name: string, between: string): string {
  return isSecretName(name) && !AMBIGUOUS_NAMES.has(name) ? name + between + REDACTED : whole;
}

/** A short name, such as "code", says what the value is in a URL only. */
function redactNamed(whole: string, separator: string, name: string): string {
  const isSecret = separator === "" ? hasSecretEnding(name.toLowerCase().replace(/[^a-z]/g, "")) : isSecretName(name);
  return isSecret ? `${separator}${name}=${REDACTED}` : whole;
}

function hasSecretEnding(plain: string): boolean {
  return SECRET_NAME_ENDINGS.some((ending) => plain.endsWith(ending)) || PASSWORD_NAME.test(plain);
}

function redactPair([whole, separator, name]: readonly string[], isSecret: SecretNamePredicate): string {
  const plain = decodeFieldName(name ?? "");
  return isSecretName(plain) || isSecret(plain) ? `${separator}${name}=${REDACTED}` : (whole ?? "");
}

/** A name in a query or form, decoded; as it stands where it cannot be. */
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

// "Bearer authentication is required" is prose: a token has a digit or a capital within it, or is longer than words are.
const CREDENTIALS =
  /\b([Bb]earer|BEARER|[Bb]asic|BASIC|D[Pp]o[Pp])\s+(?=[\w.~+/=-]{0,24}(?:\d|[a-z][A-Z])|[\w.~+/=-]{24}|[\w.~+/-]+=)(?!realm=)[\w.~+/=-]{6,}/g;

const DOTTED_WORD = /(?<![\w.-])[\w-]+(?:\.[\w-]*)+/g;
const MIN_TOKEN_HEADER_LENGTH = 7;

// What well-known issuers begin their keys with, so that they are found wherever they have leaked to.
const KNOWN_KEYS = new RegExp(
  [
    /\b(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[abeoprs]-|whsec_|[prs]k_(?:live|test)_)[\w-]{16,}/,
    /\bAKIA[0-9A-Z]{16}\b/,
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\w+/=\s\\]*/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

const USER_INFORMATION = /:\/\/[^/\s"'@?#]{1,200}:[^/\s"'@?#]{0,200}@/g;
const NAMED_STRING = /(?<![\w-])([\w-]{1,64})(\\+"\s{0,9}:\s{0,9}\\+")(?!\[redacted\])[^"\\]+/g;
/** Names that more often are those of something else: of errors, of countries, of entries. */
const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(["code", "key"]);
const NAMED_VALUE = /([?&#;]|(?<![\w-]))([\w-]{1,64})=(?!\[redacted\])[^\s&#;,"'<>\\]+/g;

const AUTHORIZATION_HEADERS: ReadonlySet<string> = new Set(["authorization", "proxy-authorization"]);
const URL_HEADERS: ReadonlySet<string> = new Set(["location", "content-location", "referer", "link", "refresh"]);

// Without case and punctuation, as `isSecretName` compares.
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ...["authorization", "auth", "code", "cookie", "credential", "credentials", "jwt", "key", "pass", "passphrase"],
  ...["passwd", "pin", "proxyauthorization", "pwd", "session", "sessionid", "setcookie", "sid", "sig"],
  ...["cvc", "cvv", "otp", "totp", "xauth"],
  ...["authkey", "awsaccesskeyid", "codeverifier", "subscriptionkey", "xamzcredential", "samlresponse"],
]);
const SECRET_NAME_ENDINGS: readonly string[] = [
  ...["accesskey", "apikey", "assertion", "authorizationcode", "jwt", "passphrase", "passcode", "privatekey"],
  ...["secret", "secretkey", "sessionkey", "signature", "token", "functionskey", "subscriptionkey"],
];
// It is asked for twice, and kept as a hash.
const PASSWORD_NAME = /(?:password|passwd|pwd)(?:confirm|confirmation|repeat|repeated|again|hash)?$/;
