import { createSignInError } from "../call-error.js";
import type { CallDescription } from "../calls/call-description.js";
import { writeForm } from "../request/body-writers.js";
import { formatExcerpt, parseBody } from "../response/read-response.js";
import type { Clock } from "../retries/real-clock.js";
import { type ClientRuntime, sendWithRetries } from "../retries/send-with-retries.js";
import { postTokenRequest, redactValues } from "./post-token-request.js";
import { type AssertionIssuer, signAssertion } from "./sign-assertion.js";
import { createTokenCache, type IssuedToken, type SignIn } from "./token-source.js";

export type OAuth2Options = {
  /** The token endpoint, or the discovery document of OpenID Connect that names it. A path is below the base URL. */
  readonly tokenUrl?: string;
  readonly openIdConnectUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** Whether client id and secret are sent with HTTP basic authentication, by default, or in the form. */
  readonly clientAuthentication?: "basic" | "form";
  /** Further fields of token requests, such as `audience` or `resource`. */
  readonly fields?: Readonly<Record<string, string>>;
};

/** The grant of an application with its own credentials (RFC 6749, section 4.4). */
export function clientCredentials(options: OAuth2Options): SignIn {
  return createOAuth2SignIn(options, "client_credentials");
}

/** The grant of a user with name and password (RFC 6749, section 4.3). */
export function passwordGrant(
  options: OAuth2Options & { readonly username: string; readonly password: string },
): SignIn {
  const { username, password } = options;
  return createOAuth2SignIn(options, "password", () => ({ username, password }), [password]);
}

/** The grant of a refresh token (RFC 6749, section 6). A rotated refresh token replaces the given one. */
export function refreshTokenGrant(options: OAuth2Options & { readonly refreshToken: string }): SignIn {
  const { refreshToken } = options;
  return createOAuth2SignIn(options, "refresh_token", () => ({ refresh_token: refreshToken }), [refreshToken]);
}

export type JwtGrantOptions = OAuth2Options &
  Omit<AssertionIssuer, "applicationId"> & {
    /** `iss` of the assertions, and `sub` unless `claims` has another one. */
    readonly issuer: string;
    /** `aud` of the assertions; the token endpoint by default. */
    readonly audience?: string;
  };

/** The grant of self-signed JWTs (RFC 7523, section 2.1). Every request has a new assertion, signed with the private key. */
export function jwtBearerGrant(options: JwtGrantOptions): SignIn {
  const { issuer, audience } = options;
  return createOAuth2SignIn(
    options,
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    async ({ now, uuid }, endpoint) => ({
      assertion: await signAssertion({ ...options, applicationId: issuer }, audience ?? endpoint, now(), uuid()),
    }),
  );
}

type Fields = Readonly<Record<string, string>>;

/**
 * @param type `grant_type` of requests
 * @param createGrant creates the other fields of the grant, for each attempt
 * @param own secrets of the grant, which messages do not contain
 */
function createOAuth2SignIn(
  options: OAuth2Options,
  type: string,
  createGrant: (clock: Clock, endpoint: string) => Fields | Promise<Fields> = () => ({}),
  own: readonly string[] = [],
): SignIn {
  const { clientId, clientSecret, scopes, clientAuthentication = "basic", fields } = options;
  let endpoint: string | undefined;
  const isBasic = clientAuthentication === "basic" && clientId !== undefined && clientSecret !== undefined;
  const client = { client_id: isBasic ? undefined : clientId, client_secret: isBasic ? undefined : clientSecret };
  const headers = isBasic ? { Authorization: `Basic ${encodeClient(clientId, clientSecret)}` } : undefined;
  const secrets = [clientSecret, ...own].filter((it) => it !== undefined);
  return {
    connect: (core) => {
      const { now } = core.clock;
      let refresh: string | undefined;
      const requestToken = async (refreshToken?: string): Promise<IssuedToken> => {
        const began = now();
        const url = await findTokenUrl(core, options, endpoint);
        endpoint = url;
        const grantType = refreshToken === undefined ? type : "refresh_token";
        const [info, text] = await postTokenRequest(core, [TOKEN_CALL, url], async () => {
          const grant =
            refreshToken === undefined ? await createGrant(core.clock, url) : { refresh_token: refreshToken };
          const all = { grant_type: grantType, ...grant, scope: scopes?.join(" "), ...client, ...fields };
          return { body: omitUndefined(all), headers };
        });
        const issued = Object(info.response.ok && parseBody(text));
        if (typeof issued.access_token !== "string")
          throw createSignInError(
            `${grantType} grant: ${info.response.ok ? "no access_token" : formatExcerpt(redactValues(secrets, text))}`,
            info,
          );
        refresh = issued.refresh_token ?? refresh;
        const lifetime = issued.expires_in * 900;
        return lifetime > 0 ? [issued.access_token, began + lifetime] : [issued.access_token];
      };
      return createTokenCache(now, async () => {
        const refreshToken = refresh;
        if (refreshToken === undefined) return requestToken();
        refresh = undefined;
        // A refresh token may have expired; the grant itself works again.
        return requestToken(refreshToken).catch(() => requestToken());
      });
    },
  };
}

const TOKEN_CALL: CallDescription = {
  call: "POST /",
  auth: false,
  body: "application/x-www-form-urlencoded",
  write: writeForm,
};

/** @throws CallError of the kind `sign-in` when the discovery document names no token endpoint */
async function findTokenUrl(
  core: ClientRuntime,
  { tokenUrl, openIdConnectUrl }: OAuth2Options,
  known: string | undefined,
): Promise<string> {
  if (known !== undefined) return known;
  if (tokenUrl !== undefined) return new URL(tokenUrl, `${core.baseUrl}/`).href;
  if (openIdConnectUrl === undefined) throw createSignInError("tokenUrl or openIdConnectUrl is required");
  const { href } = new URL(openIdConnectUrl, `${core.baseUrl}/`);
  const init = { method: "GET", headers: new Headers(), body: undefined, redirect: "manual" } as const;
  const [info, text] = await sendWithRetries(core, "discoverTokenEndpoint", {}, async () => [href, init]);
  const { token_endpoint: found } = Object(info.response.ok && parseBody(text));
  if (typeof found === "string" && /^https?:/.test(found)) return found;
  throw createSignInError("the discovery document has no token_endpoint", info);
}

/** Client id and secret are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function encodeClient(id: string, secret: string): string {
  const encode = (text: string) => `${new URLSearchParams({ "": text })}`.slice(1);
  return btoa(`${encode(id)}:${encode(secret)}`);
}

function omitUndefined(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((it): it is [string, string] => it[1] !== undefined));
}
