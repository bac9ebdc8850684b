import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { getCombinedHeader } from "../../exchange/index.js";
import { toPrintable } from "../../schema/index.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { defineRule, readView } from "./rule.js";

/** The access token in the response to a sign-in. */
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
  const { body } = readView(result);
  if (!isAccepted(result) || !isObject(body)) return undefined;
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
export const checkTokenResponse = defineRule((result) => {
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
});

/** Checks that a sign-in with a wrong secret is rejected. */
export const checkWrongSignIn = defineRule((result) => {
  if (findToken(result) === undefined) return undefined;
  const message = `the response is ${result.status} with a token, although ${toPrintable(result.edit?.what ?? "")}; expected 400 or 401`;
  const place = { part: "response.status" } as const;
  return result.fail("exchange.security.unchecked", message, `sign-in ${result.edit?.at ?? ""}`, place);
});

/** Checks that a grant in another form is rejected. Services may be lenient here, and the credentials are right. */
export const checkSignInForm = defineRule((result) => {
  if (findToken(result) === undefined) return undefined;
  const message = `the response is ${result.status} with a token, although ${toPrintable(result.edit?.what ?? "")}; expected 400 or 415 (RFC 6749, sections 2.3.1, 3.2 and 4)`;
  const place = { part: "response.status" } as const;
  return result.fail("exchange.http.violated", message, `sign-in form ${result.edit?.at ?? ""}`, place);
});

/** The claims of the JSON Web Token that a request was sent with. */
export function readTokenClaims({ headers }: ProbeExchange["exchange"]["request"]): JsonObject {
  return readClaims(/^Bearer (.+)$/i.exec(getCombinedHeader(headers, "authorization") ?? "")?.[1] ?? "");
}

function readClaims(token: string): JsonObject {
  try {
    const value = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
