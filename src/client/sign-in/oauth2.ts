import { createSignInError } from "../call-error.js";
import type { CallDescription } from "../calls/call-description.js";
import { writeForm } from "../request/body-writers.js";
import { formatExcerpt, parseBody } from "../response/read-response.js";
import type { Clock } from "../retries/real-clock.js";
import { type ClientRuntime, sendWithRetries } from "../retries/send-with-retries.js";
import { postTokenRequest, redactValues } from "./post-token-request.js";
import { type AssertionIssuer, signAssertion } from "./sign-assertion.js";
import { createTokenCache, type OAuth2Endpoint, type SignIn } from "./token-source.js";

export type OAuth2Options = OAuth2Endpoint & {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** Whether client id and secret are sent with HTTP basic authentication, by default, or in the form. */
  readonly clientAuthentication?: "basic" | "form";
  /** Further fields of token requests, such as `audience` or `resource`. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Gets each token response before its tokens are used, to store a refresh token that replaces an earlier one. */
  readonly onTokens?: (tokens: OAuth2Tokens) => unknown;
};

/** A token response (RFC 6749, section 5.1). */
export type OAuth2Tokens = {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly [field: string]: unknown;
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

/** The grant of a refresh token (RFC 6749, section 6). A rotated refresh token replaces the given one; `onTokens` gets it. */
export function refreshTokenGrant(options: OAuth2Options & { readonly refreshToken: string }): SignIn {
  const { refreshToken } = options;
  return createOAuth2SignIn(options, "refresh_token", () => ({ refresh_token: refreshToken }), [refreshToken]);
}

/** The grant of a code, with which the service has redirected a user back (RFC 6749, section 4.1; RFC 7636 for the verifier). */
export function authorizationCodeGrant(
  options: OAuth2Options & { readonly code: string; readonly redirectUri?: string; readonly codeVerifier?: string },
): SignIn {
  const { code, redirectUri: redirect_uri, codeVerifier: code_verifier } = options;
  const grant = { code, redirect_uri, code_verifier };
  return createOAuth2SignIn(options, "authorization_code", () => grant, [code, code_verifier ?? ""]);
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

type Fields = Readonly<Record<string, string | undefined>>;

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
  const { clientId, clientSecret, scopes, clientAuthentication = "basic", fields, onTokens } = options;
  const isBasic = clientAuthentication === "basic" && clientId !== undefined && clientSecret !== undefined;
  const client = { client_id: isBasic ? undefined : clientId, client_secret: isBasic ? undefined : clientSecret };
  const headers = isBasic ? { Authorization: `Basic ${encodeClient(clientId, clientSecret)}` } : undefined;
  const secrets = [clientSecret, ...own].filter((it) => it !== undefined);
  return {
    connect: (core, scheme = "") => {
      const { now } = core.clock;
      const { [scheme]: stated = {} } = (core.tokenEndpoints ?? {}) as Readonly<Record<string, OAuth2Endpoint>>;
      let url: string | undefined;
      let refreshToken: string | undefined;
      const requestTokens = async (refresh?: string): Promise<OAuth2Tokens> => {
        const endpoint =
          url ?? (await findTokenUrl(core, options.tokenUrl || options.openIdConnectUrl ? options : stated));
        url = endpoint;
        const grantType = refresh === undefined ? type : "refresh_token";
        const [info, text] = await postTokenRequest(core, [TOKEN_CALL, endpoint], async () => {
          const grant = refresh === undefined ? await createGrant(core.clock, endpoint) : { refresh_token: refresh };
          return { body: { grant_type: grantType, ...grant, scope: scopes?.join(" "), ...client, ...fields }, headers };
        });
        const issued = Object(info.response.ok && parseBody(text));
        if (typeof issued.access_token === "string") return issued;
        const excerpt = formatExcerpt(redactValues([...secrets, refresh ?? ""], text));
        throw createSignInError(`${grantType} grant: ${info.response.ok ? "no access_token" : excerpt}`, info);
      };
      return createTokenCache(now, async () => {
        const began = now();
        const tokens = await requestTokens(refreshToken).catch((error) => {
          // A used code or an old refresh token would be refused, and the service could end the session.
          if (!refreshToken || /^(refresh_token|authorization_code)$/.test(type) || error.kind !== "sign-in")
            throw error;
          refreshToken = undefined;
          return requestTokens();
        });
        refreshToken = tokens.refresh_token ?? refreshToken;
        await onTokens?.(tokens);
        const lifetime = Number(tokens.expires_in) * 900;
        return lifetime > 0 ? [tokens.access_token, began + lifetime] : [tokens.access_token];
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
async function findTokenUrl(core: ClientRuntime, { tokenUrl, openIdConnectUrl }: OAuth2Endpoint): Promise<string> {
  if (tokenUrl !== undefined) return new URL(tokenUrl, `${core.baseUrl}/`).href;
  if (openIdConnectUrl === undefined) throw createSignInError("tokenUrl or openIdConnectUrl is required");
  const { href } = new URL(openIdConnectUrl, `${core.baseUrl}/`);
  const init = { method: "GET", headers: new Headers(), body: undefined, redirect: "manual" } as const;
  const [info, text] = await sendWithRetries(core, "signIn", {}, async () => [href, init]);
  const { token_endpoint: found } = Object(info.response.ok && parseBody(text));
  if (typeof found === "string" && /^https?:/.test(found)) return found;
  throw createSignInError("the discovery document has no token_endpoint", info);
}

/** Client id and secret are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function encodeClient(id: string, secret: string): string {
  const encode = (text: string) => `${new URLSearchParams({ "": text })}`.slice(1);
  return btoa(`${encode(id)}:${encode(secret)}`);
}
