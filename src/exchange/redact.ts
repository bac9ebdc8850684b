/**
 * Takes secrets out of what is printed or written. Pure, and safe on any text: what is not understood is searched for
 * tokens all the same.
 */
export const redacted = "[redacted]";

/** Whether a parameter, header, form field or property of this name holds a secret: `access_token`, `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return secretNames.has(plain) || secretEndings.some((ending) => plain.endsWith(ending));
}

/** A URL without its user information and without the values of secret parameters, in its query or its fragment. */
export function redactUrl(url: string, secrets: ReadonlySet<string> = noNames): string {
  const start = url.search(/[?#]/);
  const head = (start < 0 ? url : url.slice(0, start)).replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, `$1//${redacted}@`);
  return redactText(start < 0 ? head : head + url.slice(start).replace(pair, (...match) => redactPair(match, secrets)));
}

/** Text of type application/x-www-form-urlencoded without the values of its secret fields. */
export function redactForm(text: string): string {
  return redactText(text.replace(pair, (...match) => redactPair(match, noNames)));
}

export function redactHeaderValue(name: string, value: string): string {
  const plain = name.toLowerCase();
  if (authorizations.has(plain)) {
    // The scheme is no secret and helps to find out what went wrong.
    const scheme = /^(Basic|Bearer|Digest|DPoP|HMAC|HOBA|Mutual|Negotiate|NTLM|OAuth|AWS4-HMAC-SHA256)[ \t]/i.exec(
      value,
    );
    return scheme === null ? redacted : `${scheme[1]} ${redacted}`;
  }
  if (isSecretName(plain)) return redacted;
  return urlHeaders.has(plain) ? redactUrl(value) : redactText(value);
}

/** Any text without the tokens that can be told by their looks. */
export function redactText(text: string): string {
  return text.replace(credentials, `$1 ${redacted}`).replace(jsonWebToken, redacted);
}

function redactPair([whole, separator, name]: readonly string[], secrets: ReadonlySet<string>): string {
  const plain = decoded(name ?? "");
  return isSecretName(plain) || secrets.has(plain) ? `${separator}${name}=${redacted}` : (whole ?? "");
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}

const noNames: ReadonlySet<string> = new Set();

const pair = /(^|[?&#;])([^?&#;=]*)=[^&#;]*/g;

// "Bearer authentication is required" is prose: a token has a digit or a capital within it, or is longer than words are.
const credentials =
  /\b([Bb]earer|BEARER|[Bb]asic|BASIC|D[Pp]o[Pp])\s+(?=[\w.~+/=-]{0,24}(?:\d|[a-z][A-Z])|[\w.~+/=-]{24}|[\w.~+/-]+=)(?!realm=)[\w.~+/=-]{6,}/g;

// A JSON Web Token begins with a JSON object in base64url, and `{"` always gives `eyJ`.
const jsonWebToken = /(?<![\w-])eyJ[\w-]{4,}(?:\.[\w-]*)+/g;

const authorizations: ReadonlySet<string> = new Set(["authorization", "proxy-authorization"]);
const urlHeaders: ReadonlySet<string> = new Set(["location", "content-location", "referer", "link", "refresh"]);

// Without case and punctuation, as `isSecretName` compares.
const secretNames: ReadonlySet<string> = new Set([
  ...["authorization", "auth", "code", "cookie", "credential", "credentials", "jwt", "key", "pass", "passphrase"],
  ...["passwd", "pin", "proxyauthorization", "pwd", "session", "sessionid", "setcookie", "sid", "sig"],
  ...["authkey", "awsaccesskeyid", "codeverifier", "subscriptionkey", "xamzcredential", "samlresponse"],
]);
const secretEndings: readonly string[] = [
  ...["accesskey", "apikey", "assertion", "authorizationcode", "password", "privatekey", "secret", "secretkey"],
  ...["sessionkey", "signature", "token", "functionskey", "subscriptionkey"],
];
