import { isUtf8 } from "node:buffer";
import {
  isJsonType,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type Operation,
  type Pointer,
} from "../../../document/index.js";
import { getBodyBytes, getCombinedHeader } from "../../../recording/index.js";
import { splitWords } from "../../../resources/index.js";
import { toPrintable } from "../../../schema/index.js";
import { parseJsonBody, type Rule, whenAccepted } from "../../session/probe-exchange.js";
import { needsCredentials } from "../../session/session.js";
import { createSensitiveTest } from "../resource.js";
import { findOnlyScheme } from "../response.js";

type HttpRule = (message: HttpMessage) => string | undefined;
type HttpMessage = {
  readonly operation: Operation;
  readonly method: string;
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly header: (name: string) => string | undefined;
  readonly requestHeader: (name: string) => string | undefined;
  readonly next: string | undefined;
};

/** Rules with MUST or MUST NOT, for every response of every service, and those about bodies for its deliveries. Each returns what is wrong. */
const RULES: Readonly<Record<string, HttpRule>> = {
  challenge: ({ status, header }) =>
    status === 401 && (header("www-authenticate") ?? "") === ""
      ? "status 401 without WWW-Authenticate (RFC 9110, section 15.5.2)"
      : undefined,
  "challenge-scheme": ({ operation, status, header }) =>
    status === 401 && takesOnlyTokens(operation) && !/\b(bearer|dpop)\b/i.test(header("www-authenticate") ?? "bearer")
      ? `WWW-Authenticate is ${header("www-authenticate")}, but the spec has bearer tokens only (RFC 6750, section 3)`
      : undefined,
  allow: ({ status, header }) =>
    status === 405 && header("allow") === undefined ? "status 405 without Allow (RFC 9110, section 15.5.6)" : undefined,
  "allowed-method": ({ method, status, header }) =>
    status === 405 && splitList(header("allow")).includes(method)
      ? `status 405 for ${method}, but Allow lists it: ${header("allow")} (RFC 9110, section 10.2.1)`
      : undefined,
  "byte-order-mark": ({ bytes, header }) =>
    isJson(header) && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
      ? "the JSON starts with a byte order mark (RFC 8259, section 8.1)"
      : undefined,
  "unlabelled-gzip": ({ bytes, header }) =>
    bytes[0] === 0x1f && bytes[1] === 0x8b && isJson(header) && header("content-encoding") === undefined
      ? "the body is compressed with gzip, but there is no Content-Encoding (RFC 9110, section 8.4)"
      : undefined,
  "unaccepted-encoding": ({ header, requestHeader }) => {
    const coding = header("content-encoding")?.trim().toLowerCase() ?? "identity";
    const accepted = requestHeader("accept-encoding")?.toLowerCase();
    return accepted === undefined || coding === "identity" || isCodingAccepted(accepted, coding)
      ? undefined
      : `Content-Encoding is ${coding}, but the request has Accept-Encoding: ${accepted} (RFC 9110, section 12.5.3)`;
  },
  "shared-cache": ({ status, header, requestHeader, operation }) => {
    const directives = splitList(header("cache-control")).map((it) => it.toLowerCase());
    const isShared = directives.some((it) => it === "public" || /^s-maxage=0*[1-9]/.test(it));
    const isPrivate = directives.some((it) => /^(private|no-store|no-cache)$/.test(it));
    return status === 200 &&
      isShared &&
      !isPrivate &&
      needsCredentials(operation) &&
      requestHeader("authorization") !== undefined
      ? `Cache-Control is ${header("cache-control")}, so that shared caches send the response to requests without credentials, which the spec requires (RFC 9111, section 3.5)`
      : undefined;
  },
  "utf-8": ({ bytes, header }) =>
    isJson(header) &&
    /^(?!.*charset)|charset="?utf-?8/i.test(header("content-type") ?? "") &&
    /^(identity)?$/i.test(header("content-encoding") ?? "") &&
    !isUtf8(bytes)
      ? "the JSON is not encoded in UTF-8 (RFC 8259, section 8.1)"
      : undefined,
  etag: ({ header }) =>
    /^(?:W\/)?"[!#-~\u0080-\u00ff]*"$/.test(header("etag") ?? '""')
      ? undefined
      : `the ETag is not quoted: ${header("etag")} (RFC 9110, section 8.8.3)`,
  "last-modified": ({ header }) =>
    HTTP_DATE.test(header("last-modified") ?? EPOCH)
      ? undefined
      : `Last-Modified is not an HTTP date: ${header("last-modified")} (RFC 9110, section 8.8.2)`,
  "modified-later": ({ header }) =>
    Date.parse(header("last-modified") ?? EPOCH) > Date.parse(header("date") ?? "") + MAX_CLOCK_DIFFERENCE_MS
      ? `Last-Modified is later than Date: ${header("last-modified")} (RFC 9110, section 8.8.2.1)`
      : undefined,
  date: ({ header }) =>
    HTTP_DATE.test(header("date") ?? EPOCH)
      ? undefined
      : `Date is not an HTTP date: ${header("date")} (RFC 9110, section 6.6.1)`,
  "error-status": ({ status, bytes, header }) => {
    const stated = status >= 400 && isJson(header) ? readErrorStatus(bytes) : undefined;
    return stated === undefined || stated === status
      ? undefined
      : `status ${status}, but the body states the status ${stated} (RFC 9457, section 3.1.2)`;
  },
  "location-id": ({ status, header }) => {
    const [, name] = /\/(undefined|null|NaN|\[object(?: |%20)Object\])(?:[/?#]|$)/.exec(header("location") ?? "") ?? [];
    return status === 201 && name !== undefined
      ? `Location of the created resource has ${name} in place of an id: ${header("location")} (RFC 9110, section 15.3.2)`
      : undefined;
  },
  "next-link": ({ next }) => {
    const [character] = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/.exec(next ?? "") ?? [];
    return character === undefined
      ? undefined
      : `the href of the next link has ${JSON.stringify(character)}, which a URI has percent-encoded only (RFC 3986, section 2): ${next}`;
  },
  "retry-after": ({ header }) =>
    /^\d+$/.test(header("retry-after") ?? "0") || HTTP_DATE.test(header("retry-after") ?? EPOCH)
      ? undefined
      : `Retry-After is neither seconds nor an HTTP date: ${header("retry-after")} (RFC 9110, section 10.2.3)`,
};

function isCodingAccepted(accepted: string, coding: string): boolean {
  const weights = new Map(
    splitList(accepted).map((it) => {
      const [name = "", weight = ""] = it.split(";");
      return [name.trim(), !/^\s*q=0(\.0*)?\s*$/.test(weight)] as const;
    }),
  );
  return weights.get(coding.replace(/^x-/, "")) ?? weights.get("*") ?? false;
}

/** The status of an error that a problem, or a body like one, states. */
function readErrorStatus(bytes: Uint8Array): number | undefined {
  const [, stated] = /^\{[^{}]*"status(?:_?code)?"\s*:\s*([45]\d\d)\s*[,}]/i.exec(Buffer.from(bytes).toString()) ?? [];
  return stated === undefined ? undefined : Number(stated);
}

const MAX_CLOCK_DIFFERENCE_MS = 60_000;

function isJson(header: HttpMessage["header"]): boolean {
  return isJsonType(header("content-type"));
}

/** The schemes of an operation that take a bearer token. */
export function listTokenSchemes({ security }: Operation) {
  return security.flat().filter(({ scheme }) => {
    const { type, scheme: name } = scheme?.value ?? {};
    return type === "oauth2" || type === "openIdConnect" || (type === "http" && /^bearer$/i.test(String(name)));
  });
}

function takesOnlyTokens(operation: Operation): boolean {
  const { length } = listTokenSchemes(operation);
  return length > 0 && length === operation.security.flat().length;
}

const EPOCH = "Thu, 01 Jan 1970 00:00:00 GMT";
/** The preferred form, the form of RFC 850, and that of `asctime`. */
const HTTP_DATE =
  /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;

/** One layer of a service breaks such a rule for all operations, so that their findings are one. */
const WHOLE_SPEC: Pointer = "";

const BODY_RULES = new Set(["byte-order-mark", "unlabelled-gzip", "utf-8", "error-status", "next-link"]);

/** Checks rules of HTTP and JSON, which hold whatever the spec says. */
export const checkHttpRules: Rule = (result) => {
  const { request, response, incomplete, webhook } = result.exchange;
  if (incomplete !== undefined) return undefined;
  // The service sends the request of a delivery, and the listener of the probe its response.
  const isDelivery = webhook !== undefined;
  const { headers, body } = isDelivery ? request : response;
  const message: HttpMessage = {
    next: isDelivery ? undefined : result.nextLink,
    ...{ operation: result.operation, method: request.method, status: isDelivery ? 0 : response.status },
    bytes: getBodyBytes(body) ?? new Uint8Array(),
    header: (name) => getCombinedHeader(headers, name),
    requestHeader: (name) => getCombinedHeader(request.headers, name),
  };
  for (const [name, rule] of Object.entries(RULES)) {
    const isBody = BODY_RULES.has(name);
    const wrong = isBody || !isDelivery ? rule(message) : undefined;
    if (wrong === undefined) continue;
    const part = isDelivery ? "request.body" : isBody ? "response.body" : "response.headers";
    return result.fail("exchange.http.violated", toPrintable(wrong), name, {
      part,
      contract: (name.startsWith("challenge") ? findOnlyScheme(result.operation) : undefined) ?? WHOLE_SPEC,
    });
  }
  return undefined;
};

function splitList(text = ""): readonly string[] {
  return text.split(",").map((it) => it.trim());
}

/**
 * Checks that a valid request gets no redirect that the spec lacks. A redirect of the same path to another host or scheme, or
 * to a sign-in page, is infrastructure.
 */
export const checkRedirect: Rule = (result) => {
  const { request } = result.exchange;
  const status = `${result.status}`;
  const location = result.header("location") ?? "";
  const isUndocumented = result.isRedirect && !result.isDocumentedRedirect;
  if (result.edit !== undefined || !isUndocumented || !URL.canParse(location, request.url)) return undefined;
  const [from, to] = [new URL(request.url), new URL(location, request.url)];
  if (from.origin !== to.origin || /\b(log|sign)-?_?in\b|\bauth/i.test(to.pathname)) return undefined;
  const message = `status ${status} is not documented: a valid request is redirected to ${toPrintable(to.pathname)}`;
  return result.failStatus("response.status.undocumented", message, status);
};

/** Lines of stack traces: JavaScript, Java and .NET, Python, PHP, Go and Ruby. */
const STACK_TRACE =
  /^\s*at .+[(\s].+:\d+(:\d+)?\)?$|^\s*at [\w.$<>]+\(.*\)( in .+:line \d+)?$|^Traceback \(most recent call last\)|^\s*File ".+", line \d+|^#\d+ .+\(\d+\)|^goroutine \d+ \[|^\S+\.rb:\d+:in /m;

/** Checks that the response to a rejected request has no stack trace (OWASP API8:2023). */
export const checkStackTrace: Rule = (result) => {
  const texts = result.isRejected ? [...listTexts(result.body, "")] : [];
  const found = texts.find(([, it]) => STACK_TRACE.test(it));
  if (found === undefined) return undefined;
  const message = `the response to a rejected request has a stack trace in ${toPrintable(found[0])}`;
  return result.fail("exchange.internals.shown", message, "stack trace", { at: found[0] });
};

/** A shorter text may occur in an error that does not repeat it. */
const MIN_SECRET = 8;

/** Checks that the response to a rejected request repeats no secret of its body, and no credentials (CWE-209). */
export const checkSecretInError: Rule = (result) => {
  if (result.status < 400) return undefined;
  const text = [...listTexts(result.body, "")].map(([, it]) => it).join("\n");
  const isShown = (secret: unknown): boolean =>
    typeof secret === "string" && secret.length >= MIN_SECRET && text.includes(secret);
  const sent = result.written;
  const isSecret = createSensitiveTest(result);
  const name = Object.keys(sent).find((it) => isShown(sent[it]) && isSecret(joinPointer("", it)));
  const [, token] = /^\w+ (.+)$/.exec(result.sentHeader("authorization") ?? "") ?? [];
  const what = name ?? (isShown(token) ? "Authorization" : undefined);
  if (what === undefined) return undefined;
  const message = `the response to a rejected request repeats ${toPrintable(what)} of the request in plain text, which is secret`;
  return result.fail("exchange.secret.shown", message, `secret in error ${what}`);
};

/** Checks that a value that is masked by its name, such as `numberMasked`, has a character in place of digits. */
export const checkMaskedNumber = whenAccepted((result) => {
  const sent = new Set([...listTexts(parseJsonBody(result.exchange.request) ?? null, "")].map(([, it]) => it));
  const found = [...listTexts(result.body, "")].find(
    ([at, it]) =>
      /^\d[\d -]{10,}\d$/.test(it) &&
      splitWords(lastToken(at)).some((word) => MASK_WORDS.includes(word)) &&
      !sent.has(it),
  );
  if (found === undefined) return undefined;
  const property = found[0].replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const message = `${toPrintable(property)} shows all digits; expected a masked number, as its name says`;
  return result.fail("exchange.secret.shown", message, "unmasked", { at: found[0], property });
});

const MASK_WORDS = ["mask", "masked", "obfuscated", "redacted"];

function* listTexts(value: Json, at: Pointer): Iterable<readonly [Pointer, string]> {
  if (typeof value === "string") yield [at, value];
  if (Array.isArray(value)) for (const [index, it] of value.entries()) yield* listTexts(it, joinPointer(at, index));
  if (isObject(value)) for (const [name, it] of Object.entries(value)) yield* listTexts(it, joinPointer(at, name));
}

/** A write with a version or a precondition may be accepted once. */
const VERSION_NAME = /version|revision|etag|if-match|last_?modified|updated_?at/i;

/** Checks that a repeated PUT is accepted again. `again` is a third one. */
export const checkRepeatedPut: Rule<3> = (first, second, again) => {
  const { status } = second;
  const isRejected = [400, 405, 409, 422].includes(status) && again.status === status;
  if (!first.isAccepted || !isRejected || VERSION_NAME.test(JSON.stringify(first.request))) return undefined;
  const message = `the same PUT was accepted before, and gets ${status} now; PUT is idempotent (RFC 9110, section 9.2.2)`;
  return second.failStatus("exchange.http.violated", message, "PUT repeated");
};

/** Checks the status of a PUT that creates (201) and of one that replaces (200 or 204), if the spec documents both. */
export const checkPutStatus = whenAccepted<2>((created, replaced) => {
  const documented = new Set(created.operation.responses.map(({ status }) => status));
  const [first, second] = [created.status, replaced.status];
  if (!documented.has("201") || !documented.has("200")) return undefined;
  if (first === 201 && second !== 201) return undefined;
  if (first !== 200 && second !== 201) return undefined;
  const wrong = second === 201 ? replaced : created;
  const what =
    second === 201
      ? "a PUT that replaces a resource is 201; expected 200"
      : "a PUT that creates a resource is 200; expected 201";
  const message = `the status of ${what} (RFC 9110, section 9.3.4)`;
  return wrong.failStatus("exchange.http.violated", message, "PUT status");
});
