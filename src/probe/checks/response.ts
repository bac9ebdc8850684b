import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Operation,
  type Pointer,
  parsePointer,
  tryParseJson,
} from "../../document/index.js";
import { decodeBody, getCombinedHeader, redactText } from "../../recording/index.js";
import { toPrintable } from "../../schema/index.js";
import {
  areAccepted,
  type FindingPlace,
  type ProbeExchange,
  type Rule,
  toProperty,
  whenAccepted,
} from "../session/probe-exchange.js";

/** Checks that the service sends a readable response below 500. */
export const checkServiceResponse: Rule = (result) => {
  const { exchange, edit, status } = result;
  const place = locateEdit(edit);
  const inStatus = { part: "response.status", ...place } as const;
  const what = edit === undefined ? "" : ` (${toPrintable(edit.what)})`;
  if (exchange.incomplete !== undefined) {
    const message = `the request got no response${what}: ${toPrintable(redactText(exchange.incomplete))}`;
    return result.fail("exchange.response.missing", message, `${status}`, inStatus);
  }
  const unreadable = findUnreadableReason(exchange.response);
  if (unreadable !== undefined) {
    const message = `the response cannot be read${what}: ${toPrintable(unreadable)}`;
    return result.fail("response.body.malformed", message, `${status}`, place);
  }
  if (status < 500) return undefined;
  const message =
    status === 501
      ? `the service responds with 501 (not implemented)${what}; expected the behaviour that the spec documents`
      : `the service failed with ${status}${what}; expected a documented 4xx for a request that it cannot process`;
  return result.fail("exchange.request.failed", message, `${status}`, inStatus);
};

/**
 * Finds a body that is not encoded as its Content-Encoding says. Recordings may contain decoded bodies, but the probe
 * records the bytes as received.
 */
function findUnreadableReason({ body, headers }: ProbeExchange["exchange"]["response"]): string | undefined {
  const decoded = decodeBody(body, headers);
  if (decoded.kind === "missing") return decoded.reason;
  const encoding = getCombinedHeader(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  const isLeft = body.kind === "bytes" && decoded.kind === "bytes" && decoded.bytes === body.bytes;
  return isLeft && encoding !== "identity" && encoding !== ""
    ? `the body is not valid ${encoding}, but its Content-Encoding is ${encoding}`
    : undefined;
}

/** Checks a request without valid credentials. `baseline` is the same request with valid ones. */
export const checkCredentialsRequired: Rule<2> = (baseline, result) => {
  const { operation, exchange, edit, status } = result;
  if (!baseline.isAccepted || exchange.incomplete !== undefined || [401, 404, 429].includes(status) || status >= 500)
    return undefined;
  // 403 is right for credentials that do not suffice. Unknown ones get 401 if the spec documents it (RFC 9110, section 15.5.2).
  if (status === 403 && !(edit?.at === "wrong" && operation.responses.some((it) => it.status === "401")))
    return undefined;
  const isAllowed = status < 400;
  if (!isAllowed && !operation.responses.some((it) => it.status === "401")) return undefined;
  const how = toPrintable(edit?.what ?? "without valid credentials");
  const message = `${how}, the response is ${status}; expected 401, because the spec requires credentials`;
  const kind = `${isAllowed ? "let in" : "refused for something else"} ${edit?.at ?? ""}`;
  return result.failStatus("exchange.security.unchecked", message, kind, {
    contract: findOnlyScheme(operation) ?? operation.securityPointer,
  });
};

/** Checks that a deletion that was rejected, such as one without credentials, has not deleted what it names. */
export const checkRefusedDeletion: Rule<2> = (refused, after) => {
  if (!refused.isRejected || !after.isGone) return undefined;
  const how = toPrintable(refused.edit?.what ?? "");
  const message = `the deletion was rejected with ${refused.status} (${how}), but ${after.operation.id} responds with ${after.status} afterwards`;
  return refused.failStatus("exchange.refusal.applied", message, "deleted");
};

/** The security scheme of an operation with one. Several operations share it, and often the code that checks it. */
export function findOnlyScheme({ security: [first = [], ...more] }: Operation): Pointer | undefined {
  return first.length === 1 && more.length === 0 ? first[0]?.scheme?.pointer : undefined;
}

/** Checks a request with the credentials of another tenant. `own` is the same request by the owner of the resource. */
export const checkForeignAccess = whenAccepted<2>((_own, result) => {
  // A list may leave out what the tenant must not see.
  if (result.operation.method === "GET" && result.list?.length === 0) return undefined;
  const message = `with the credentials of another tenant, the response is ${result.status}; expected 403 or 404, because the resource belongs to the first one`;
  return result.failStatus("exchange.security.foreign", message, "other tenant", {
    contract: result.operation.securityPointer,
  });
});

/** Checks that a list shows another tenant nothing that `read`, with its credentials, rejects. `own` is the same by the owner. */
export const checkListedForeign: Rule<3> = (list, own, read) => {
  if (!own.isAccepted || (read.status !== 403 && read.status !== 404)) return undefined;
  const message = `with the credentials of another tenant, the list contains ${toPrintable(own.pathId)}, which ${read.operation.id} hides from it with ${read.status}`;
  return list.fail("exchange.security.foreign", message, "listed to another tenant");
};

/**
 * Checks that the service accepts a token that it issued. `before` is the same request with the given credentials.
 *
 * @param signIn The operation that issued the token; the finding is about it.
 */
export const checkTokenAccepted: Rule<2, [signIn?: Operation]> = (before, result, signIn = result.operation) => {
  if (!before.isAccepted || result.status !== 401) return undefined;
  const message = `${toPrintable(result.edit?.what ?? "with an issued token")}, the response of ${result.operation.id} is 401; expected ${before.status} as with the given credentials`;
  const contract = signIn === result.operation ? signIn.securityPointer : signIn.pointer;
  return result.failStatus("exchange.token.rejected", message, "issued token", { contract });
};

/**
 * Checks a valid request that the service rejects, sent between two accepted requests that differ in one valid value.
 * Ignores rejections that may have other reasons: credentials, permissions, missing resources, conflicts and rate
 * limits.
 */
export const checkValidRejected: Rule<4> = (before, result, again, after) => {
  const { edit, status } = result;
  const isRejected = result.isRefusal && again.isRefusal;
  if (edit === undefined || !areAccepted(before, after) || !isRejected) return undefined;
  const message = `the service rejects a valid request with ${status}: ${toPrintable(edit.what)}`;
  return result.failStatus("exchange.valid.rejected", message, `${status}`, locateEdit(edit));
};

/** The property that the request changes, and the keyword that the change tests. */
function locateEdit(edit: ProbeExchange["edit"]): FindingPlace {
  if (edit === undefined) return {};
  const { part, at, contract } = edit;
  // In a body, the place is a pointer; elsewhere it is the name of a parameter.
  const place = at === "" || at.startsWith("/") ? at : joinPointer("", at);
  const property = `/${part}${toProperty(place)}`;
  return { contract, property, keyword: parsePointer(contract).at(-1) ?? "" };
}

export function findToken(result: ProbeExchange): string | undefined {
  const [, token] = findMember(result, /^(access_?token|token)$/i) ?? [];
  return typeof token === "string" && token !== "" ? token : undefined;
}

/** The name and the value of the refresh token in the response to a sign-in. */
export function findIssuedRefreshToken(result: ProbeExchange): readonly [string, string] | undefined {
  const [name = "", token] = findMember(result, /^refresh_?token$/i) ?? [];
  return typeof token === "string" && token !== "" ? [name, token] : undefined;
}

function findMember(result: ProbeExchange, name: RegExp): readonly [string, Json] | undefined {
  const { body } = result;
  if (!result.isAccepted || !isObject(body)) return undefined;
  return Object.entries(body).find(([it]) => name.test(it)) as readonly [string, Json] | undefined;
}

/** The lifetime of the token in seconds, as stated in the response or in a JSON Web Token. */
export function findLifetime(result: ProbeExchange): number | undefined {
  const [, stated] = findMember(result, /^expires_?in$/i) ?? [];
  if (typeof stated === "number") return stated;
  const { exp, iat } = readClaims(findToken(result) ?? "");
  return typeof exp === "number" && typeof iat === "number" ? exp - iat : undefined;
}

/** A minute, for tokens that were signed a little earlier. */
const MAX_DIFFERENCE = 60;

/**
 * Checks the response to a sign-in (RFC 6749, section 5.1): the lifetime is that of the token, if that is a JSON Web Token, and
 * the response is not cached.
 */
export const checkTokenResponse: Rule = (result) => {
  const token = findToken(result);
  if (token === undefined) return undefined;
  const [name = "", stated] = findMember(result, /^expires_?in$/i) ?? [];
  const claims = readClaims(token);
  const lifetime = Number(claims.exp) - Number(claims.iat);
  if (typeof stated === "number" && Math.abs(lifetime - stated) > MAX_DIFFERENCE) {
    const message = `${toPrintable(name)} is ${stated}, but the token is valid for ${lifetime} seconds`;
    return result.fail("exchange.token.differs", message, "lifetime", { at: `/${name}` });
  }
  const [refreshName = "", refresh] = findMember(result, /^refresh_?token$/i) ?? [];
  if (refresh === token) {
    const message = `${toPrintable(refreshName)} is the access token; expected another token, which renews it (RFC 6749, section 1.5)`;
    return result.fail("exchange.token.differs", message, "refresh token", { at: `/${refreshName}` });
  }
  // Only responses of OAuth have both members.
  const isOauth =
    findMember(result, /^access_?token$/i) !== undefined && findMember(result, /^token_?type$/i) !== undefined;
  const caching = result.header("cache-control") ?? "";
  if (!isOauth || /\bno-store\b/i.test(caching)) return undefined;
  const message = "the response has a token, but no Cache-Control: no-store (RFC 6749, section 5.1)";
  return result.fail("exchange.http.violated", message, "token cached", { part: "response.headers" });
};

export const checkWrongSignIn: Rule = (result) => {
  if (findToken(result) === undefined) return undefined;
  const message = `the response is ${result.status} with a token, although ${toPrintable(result.edit?.what ?? "")}; expected 400 or 401`;
  return result.failStatus("exchange.security.unchecked", message, `sign-in ${result.edit?.at ?? ""}`);
};

function readClaims(token: string): JsonObject {
  return asObject(tryParseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())) ?? {};
}
