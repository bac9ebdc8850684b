import {
  type Document,
  FORM_SERIALIZATION,
  getParameterLocation,
  type Operation,
  type Parameter,
  tryParseJson,
} from "../../document/index.js";
import {
  type Exchange,
  getCombinedHeader,
  type HeaderField,
  REDACTED,
  type RecordedBody,
  type RecordedRequest,
  redactSecrets,
} from "../../recording/index.js";
import {
  chooseConcreteMediaType,
  serializeParameter,
  serializeRequestBody,
} from "../../samples/serialization/serialize-body.js";
import type { CaseEdit, CaseRequest, ProbeCase } from "./probe-case.js";

/** Credentials of a client, ready to be sent. */
export type ProbeCredentials = {
  readonly headers: readonly HeaderField[];
  readonly query: readonly HeaderField[];
  readonly cookies: readonly HeaderField[];
};

/** The part of a request with the credentials of a scheme of the type `apiKey`. */
export function getCredentialPart(place: unknown): keyof ProbeCredentials {
  return place === "query" ? "query" : place === "cookie" ? "cookies" : "headers";
}

export const NO_CREDENTIALS: ProbeCredentials = { headers: [], query: [], cookies: [] };

type ServerAccess = {
  /** The base URL; path templates are appended to it. */
  readonly server: string;
  readonly credentials: ProbeCredentials;
};

/** A request as it is sent. */
export type SerializedRequest = ReturnType<typeof serializeCaseRequest>;

type SerializableCase = Pick<ProbeCase, "operation" | "method" | "request"> & { readonly credentials?: CredentialMode };

/**
 * Serializes a case as the OpenAPI document defines: parameters by style, explode and type, bodies by media type and encoding.
 * The parsers in `src/schema` convert the result back to the same values.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */
export function serializeCaseRequest(
  document: Document,
  probeCase: SerializableCase,
  { server, credentials }: ServerAccess,
) {
  const { operation, request } = probeCase;
  const sentCredentials = CREDENTIAL_CHANGES[probeCase.credentials ?? "other"](credentials);
  const list = (location: keyof Omit<CaseRequest, "body">): HeaderField[] =>
    listParameterValues(operation, request, location).map(([parameter, value]) => [
      parameter.name,
      serializeParameter(document, parameter, value),
    ]);
  const listPairs = (location: "query" | "cookie"): string[] =>
    list(location).flatMap(([, pairs]) => (pairs === "" ? [] : [pairs]));
  const query = [
    ...listPairs("query"),
    ...sentCredentials.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  ];
  const cookies = [...listPairs("cookie"), ...sentCredentials.cookies.map(([name, value]) => `${name}=${value}`)];
  const mediaType = operation.requestBody?.content.find(
    ({ range }) => chooseConcreteMediaType(range) === request.body?.contentType || range === request.body?.contentType,
  );
  const body = request.body === undefined ? undefined : serializeRequestBody(document, mediaType, request.body);
  const headers: HeaderField[] = [
    ...sentCredentials.headers,
    ...list("header"),
    ...(cookies.length === 0 ? [] : [["Cookie", cookies.join("; ")] as const]),
    ...(body === undefined || body.contentType === "" ? [] : [["Content-Type", body.contentType] as const]),
  ];
  const path = buildPath(document, operation, request);
  return {
    method: probeCase.method,
    /** Absolute, and sent without normalization. */
    url:
      server.replace(/\/$/, "") +
      path +
      (query.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${query.join("&")}`),
    headers,
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

function buildPath(document: Document, operation: Operation, request: CaseRequest): string {
  const parameters = new Map(filterParameters(operation, "path").map((parameter) => [parameter.name, parameter]));
  return operation.path.replaceAll(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    const value = request.path[name];
    if (value === undefined) return placeholder;
    const parameter = parameters.get(name) ?? { ...FORM_SERIALIZATION, name, in: "path", style: "simple" };
    return serializeParameter(document, parameter, value);
  });
}

/** Lists the values of declared parameters in the order of the spec, then the values of undeclared parameters. */
function listParameterValues(
  operation: Operation,
  request: CaseRequest,
  location: keyof Omit<CaseRequest, "body">,
): [SentParameter, unknown][] {
  const values = request[location];
  const declared = filterParameters(operation, location);
  const names = new Set(declared.map(({ name }) => name));
  const others = Object.keys(values).filter((name) => !names.has(name));
  return [
    ...declared.map((parameter): [SentParameter, unknown] => [parameter, values[parameter.name]]),
    ...others.map((name): [SentParameter, unknown] => [{ ...FORM_SERIALIZATION, name, in: location }, values[name]]),
  ].filter(([, value]) => value !== undefined);
}

type SentParameter = Parameters<typeof serializeParameter>[1];

function filterParameters({ parameters }: Operation, location: keyof CaseRequest): Parameter[] {
  return parameters.filter((parameter) => getParameterLocation(parameter) === location);
}

type CredentialChange = (own: ProbeCredentials) => ProbeCredentials;

const CREDENTIAL_CHANGES = {
  none: () => NO_CREDENTIALS,
  /** Those of another tenant. */
  other: (own) => own,
  /** User and password in place of a token. */
  scheme: () => ({ ...NO_CREDENTIALS, headers: [["Authorization", "Basic dXNlcjpwYXNzd29yZA=="]] }),
  /** A token as `access_token` in the query (RFC 6750, section 2.3). */
  query: ({ headers }) => {
    const tokens = headers.map(([, value]): HeaderField => ["access_token", value.replace(/^\S+ /, "")]);
    return { ...NO_CREDENTIALS, query: tokens };
  },
  basic: ({ headers, ...others }) => {
    const basic = headers.map(([name, value]): HeaderField => [name, value.replace(/^\S+ /, "Basic ")]);
    return { ...others, headers: basic };
  },
  wrong: changeEach(() => INVALID_CREDENTIAL),
  /** Only the scheme. */
  empty: changeEach(() => ""),
  changed: changeEach(replaceCharacter),
  extended: changeEach((credential) => `${credential}x`),
  truncated: changeEach((credential) => credential.slice(0, -4)),
  unsigned: changeEach(removeSignature),
  expired: changeEach(expireToken),
} satisfies Record<string, CredentialChange>;

/** Other credentials than those of the first identity. */
export type CredentialMode = keyof typeof CREDENTIAL_CHANGES;

/** Changes each credential, but not its scheme. */
function changeEach(change: (credential: string) => string): CredentialChange {
  const changeField = ([name, value]: HeaderField): HeaderField => {
    const [, scheme = "", credential] = /^([!-~]+ )?(.*)$/s.exec(value) ?? [];
    return [name, `${scheme}${change(credential ?? "")}`];
  };
  return ({ headers, query, cookies }) => ({
    headers: headers.map(changeField),
    query: query.map(changeField),
    cookies: cookies.map(changeField),
  });
}

/** Changes a character in the middle of the text after the last dot. In a JSON Web Token, that is the signature. */
export function replaceCharacter(credential: string): string {
  const start = credential.lastIndexOf(".") + 1;
  const at = start + Math.floor((credential.length - start) / 2);
  return `${credential.slice(0, at)}${credential[at] === "A" ? "B" : "A"}${credential.slice(at + 1)}`;
}

/** Converts a JSON Web Token to an unsecured one (RFC 7519, section 6): sets `alg` to `none` and removes the signature. */
function removeSignature(credential: string): string {
  const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
  return `${header}.${credential.split(".")[1] ?? ""}.`;
}

/** Sets the expiration time of a JSON Web Token to the past, and keeps its signature, which is then wrong. */
function expireToken(credential: string): string {
  const [header, payload = "", signature] = credential.split(".");
  const claims = tryParseJson(Buffer.from(payload, "base64url").toString());
  if (claims === undefined) return INVALID_CREDENTIAL;
  const expired = JSON.stringify({ ...(claims as object), exp: 946_684_800 });
  return [header, Buffer.from(expired).toString("base64url"), signature].join(".");
}

/** A value that is syntactically valid as any kind of credential. */
export const INVALID_CREDENTIAL = "wrong-credentials";

/**
 * Formats a request as a shell command that sends the same bytes. Secrets become variables for the reader to set:
 * `$TOKEN` for credentials, with HTTP basic the name and the password, `$SECRET` for sensitive parameters. Credentials that are invalid on purpose are kept, and so is the value that
 * the case is about, if its text shows it.
 *
 * @param declared Lower-case names of the operation's parameters, which are not credentials.
 * @param sensitive Names of further headers with secrets.
 */
export function formatCurlCommand(
  exchange: Exchange,
  declared: ReadonlySet<string> = new Set(),
  sensitive: ReadonlySet<string> = new Set(),
  edit?: Pick<CaseEdit, "what">,
): string {
  const names = new Set([...sensitive].map((name) => name.toLowerCase()));
  const isShown = (text: string): boolean => text !== "" && edit?.what.includes(JSON.stringify(text)) === true;
  const hide = (text: string): string => (isShown(text) ? text : REDACTED);
  const { request } = redactSecrets(exchange, hide);
  const shown = request.headers.map(
    ([name, value]) => [name, names.has(name.toLowerCase()) ? hide(value) : value] as const,
  );
  const { method, url, headers, body } = keepInvalidCredentials(exchange.request, { ...request, headers: shown });
  const isPlain = method === "GET" && body.kind === "none";
  // By default curl adds the Content-Type of a form.
  const isUntyped = body.kind !== "none" && getCombinedHeader(headers, "content-type") === undefined;
  const inHead = (name: string): string => (declared.has(name.toLowerCase()) ? "$SECRET" : "$TOKEN");
  const inPair = (before: string): string => inHead(/([^?&;#=\s]*)=$/.exec(before)?.[1] ?? "");
  const parts = [
    "curl -sS -i",
    ...(method === "HEAD" ? ["--head"] : isPlain ? [] : [`-X ${formatArgument(method, "")}`]),
    // Prevents curl from normalizing the path and from expanding brackets.
    "--path-as-is --globoff",
    formatArgument(url, inPair),
    ...headers.map(([name, value]) => {
      // The user sets the name and the password, which the header has in base64.
      if (/^authorization$/i.test(name) && value === `Basic ${REDACTED}`) return '-u "$TOKEN"';
      const line = value === "" ? `${name};` : `${name}: ${value}`;
      return `-H ${formatArgument(line, /^cookie$/i.test(name) ? inPair : inHead(name))}`;
    }),
    ...(isUntyped ? ["-H 'Content-Type:'"] : []),
    ...formatBodyArguments(body),
  ];
  return parts.join(" ");
}

/** Restores the parts of a URL or header that contain the invalid credential. */
function keepInvalidCredentials(sent: RecordedRequest, shown: RecordedRequest): RecordedRequest {
  const keepInvalid = (whole: string, without: string, between: string): string => {
    const parts = whole.split(between);
    const shownParts = without.split(between);
    if (parts.length !== shownParts.length) return without;
    return shownParts
      .map((part, at) => (parts[at]?.endsWith(INVALID_CREDENTIAL) === true ? parts[at] : part))
      .join(between);
  };
  return {
    ...shown,
    url: keepInvalid(sent.url, shown.url, "&"),
    headers: shown.headers.map(([name, value], at) => [name, keepInvalid(sent.headers[at]?.[1] ?? "", value, "; ")]),
  };
}

function formatBodyArguments(body: RecordedBody): string[] {
  if (body.kind === "text") return [`--data-raw ${formatSecretArgument(body.text)}`];
  if (body.kind !== "bytes") return [];
  const text = Buffer.from(body.bytes).toString();
  return [`--data-raw ${Buffer.from(text).equals(body.bytes) ? formatSecretArgument(text) : quoteBytes(body.bytes)}`];
}

/** Numbers the variables if there are several secrets. */
function formatSecretArgument(text: string): string {
  const count = text.split(REDACTED).length - 1;
  let at = 0;
  return formatArgument(text, () => {
    at += 1;
    return count === 1 ? "$SECRET" : `$SECRET_${at}`;
  });
}

/**
 * Quotes a text as one shell argument.
 *
 * @param variableOf The variable for a secret, given the text before it.
 */
export function formatArgument(text: string, variableOf: string | ((before: string) => string)): string {
  const parts = text.split(REDACTED);
  const isBare = !/["$`\\!\p{Cc}]/u.test(text);
  const quotedPart = (part: string): string => (part === "" && parts.length > 1 ? "" : quoteArgument(part));
  let line = "";
  for (const [at, part] of parts.entries()) {
    line += parts.length > 1 && isBare ? part : quotedPart(part);
    if (at === parts.length - 1) break;
    const variable = typeof variableOf === "string" ? variableOf : variableOf(part);
    line += isBare ? variable : `"${variable}"`;
  }
  return parts.length > 1 && isBare ? `"${line}"` : line;
}

/** Quotes a text as one shell argument, if it needs quotes. */
export function quoteArgument(text: string): string {
  if (/^[A-Za-z0-9_./:=%,+@-]+$/.test(text)) return text;
  return /\p{Cc}/u.test(text) ? quoteBytes(Buffer.from(text)) : `'${text.replaceAll("'", "'\\''")}'`;
}

/** ANSI-C quoting of Bash (POSIX since 2024) supports every byte except zero. */
function quoteBytes(bytes: Uint8Array): string {
  const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
  const text = [...bytes].map((byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `$'${text.join("")}'`;
}
