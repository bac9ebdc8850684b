import { getRawQuery } from "../../check/router/router.js";
import { asString, type Operation, type SecurityRequirement } from "../../document/index.js";
import { getCombinedHeader } from "../../recording/index.js";
import { splitPairs } from "../../schema/index.js";
import type { ReceivedRequest } from "../server/read-request.js";

/**
 * Explains why a request has none of the credentials that the spec requires; undefined if it has some. Any credentials of the
 * right form are accepted.
 */
export function explainMissingCredentials(
  { security }: Operation,
  request: ReceivedRequest,
): MissingCredentials | undefined {
  const missing = security.map((alternative) => alternative.flatMap((it) => findMissing(it, request) ?? []));
  if (missing.length === 0 || missing.some((it) => it.length === 0)) return undefined;
  const wanted = missing.map((it) => it.map(({ expected }) => expected).join(" and "));
  const challenge = missing.flat().find((it) => it.challenge !== undefined)?.challenge;
  return { expected: [...new Set(wanted)].join(", or "), challenge: challenge ?? "Bearer" };
}

export type MissingCredentials = {
  readonly expected: string;
  /** For the header WWW-Authenticate. */
  readonly challenge: string | undefined;
};

function findMissing({ scheme, name }: SecurityRequirement, request: ReceivedRequest): MissingCredentials | undefined {
  const { type, in: place, name: parameter, scheme: http } = scheme?.value ?? {};
  const authorization = getCombinedHeader(request.headers, "authorization") ?? "";
  if (type === "apiKey") {
    const key = readKey(request, String(place), asString(parameter) ?? name);
    const expected = `an API key in the ${String(place)} parameter ${String(parameter)}`;
    return key === undefined || key === "" ? { expected, challenge: undefined } : undefined;
  }
  if (type === "http" && String(http).toLowerCase() === "basic")
    return /^basic [a-z0-9+/]+=*$/i.test(authorization)
      ? undefined
      : { expected: "the header Authorization: Basic …", challenge: "Basic" };
  if (type === "http" && String(http).toLowerCase() !== "bearer")
    return authorization.toLowerCase().startsWith(`${String(http).toLowerCase()} `)
      ? undefined
      : { expected: `the header Authorization: ${String(http)} …`, challenge: String(http) };
  if (type !== "http" && type !== "oauth2" && type !== "openIdConnect") return undefined;
  return /^bearer \S+$/i.test(authorization)
    ? undefined
    : { expected: "the header Authorization: Bearer …", challenge: "Bearer" };
}

function readKey({ headers, target }: ReceivedRequest, place: string, name: string): string | undefined {
  if (place === "header") return getCombinedHeader(headers, name);
  if (place === "query") return splitPairs(getRawQuery(target)).find((it) => it.name === name)?.raw;
  const cookies = (getCombinedHeader(headers, "cookie") ?? "").split(/;\s*/);
  return cookies.find((it) => it.startsWith(`${name}=`))?.slice(name.length + 1);
}
