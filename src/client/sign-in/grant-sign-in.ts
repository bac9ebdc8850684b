import { createSignInError } from "../call-error.js";
import { formatExcerpt, parseBody } from "../response/read-response.js";
import { postTokenRequest, redactValues, type TokenEndpoint } from "./post-token-request.js";
import { type AssertionIssuer, signAssertion } from "./sign-assertion.js";
import { createTokenCache, type IssuedToken, type SignIn, type TokenRequest } from "./token-source.js";

export type JwtBearerOptions = GrantSignInOptions;

/**
 * Signs an application in with self-signed JWTs (seed, "POST /token": JWT bearer; RFC 7523, section 2.1). Requests
 * every token with a new assertion unless `refreshGrantType` is set. Both take one request, and without refresh tokens
 * there is no secret to keep.
 */
export function jwtBearer(options: JwtBearerOptions, endpoint?: TokenEndpoint): SignIn {
  return createGrantSignIn(["JWT bearer grant", endpoint], options, (assertion) => ({
    body: { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion },
  }));
}

export type PasswordOptions = GrantSignInOptions & {
  readonly businessId: string;
  readonly username: string;
  readonly password: string;
  /** Scheme before the JWT in the Authorization header; none by default, as in the spec. */
  readonly scheme?: string;
};

/**
 * Signs a business user in to an application, which authenticates with a JWT in the Authorization header (seed, "POST
 * /token": Password). Renews tokens with the refresh token and `grantType` = `REFRESH_TOKEN`, or `refreshGrantType` if
 * set. When a refresh is refused, the user signs in again.
 */
export function password(
  { businessId, username, password, scheme, ...options }: PasswordOptions,
  endpoint?: TokenEndpoint,
): SignIn {
  const user = { businessId, username, password };
  return createGrantSignIn(
    [`password grant of ${username}`, endpoint],
    { refreshGrantType: "REFRESH_TOKEN", ...options },
    (assertion) => ({
      body: { grantType: "PASSWORD", ...user },
      headers: { Authorization: scheme === undefined ? assertion : `${scheme} ${assertion}` },
    }),
    (text) => formatExcerpt(redactValues(Object.values(user), text)),
  );
}

export type GrantSignInOptions = AssertionIssuer & {
  /** `aud` of assertions, which the spec leaves open; the base URL of the service by default. */
  readonly audience?: string;
  /** `grantType` of refresh requests, which the spec leaves open. */
  readonly refreshGrantType?: string;
};

/**
 * Creates a sign-in that exchanges a grant for access tokens on demand. After a refused refresh it signs in again. When
 * the service refuses a sign-in and its Date header shows another time, it retries once with that time.
 *
 * @param name the grant, for messages, and where tokens are requested
 * @param grant builds the request of the grant from an assertion
 * @param format shortens response texts for messages, and removes secrets
 */
export function createGrantSignIn(
  [name, endpoint = [{ call: "POST /token" }]]: readonly [name: string, endpoint?: TokenEndpoint | undefined],
  options: GrantSignInOptions,
  grant: (assertion: string) => TokenRequest,
  format: (text: string) => string = formatExcerpt,
): SignIn {
  return {
    connect: (core) => {
      const { clock } = core;
      const { audience = core.baseUrl as string, refreshGrantType: grantType } = options;
      let offset = 0;
      let refreshToken: string | undefined;
      // Of the last refusal: its error, and by how many milliseconds the service's clock was ahead of the assertion.
      let error: unknown;
      let ahead = 0;

      const requestToken = async (time: number, form?: TokenRequest["body"]): Promise<IssuedToken | undefined> => {
        const began = clock.now();
        // Every attempt needs a new assertion.
        const [info, text] = await postTokenRequest(core, endpoint, async () =>
          form ? { body: form } : grant(await signAssertion(options, audience, clock.now() + time, clock.uuid())),
        );
        const { response } = info;
        const issued = Object(response.ok && parseBody(text));
        refreshToken = issued.refreshToken;
        if (issued.accessToken) {
          offset = time;
          // Renewed when a tenth of its lifetime is left.
          return [issued.accessToken, began + issued.expiresIn * 900];
        }
        ahead = info.status < 500 ? Date.parse(response.headers.get("date") as string) - clock.now() - time : 0;
        error = createSignInError(
          `${name} of ${options.applicationId} for aud ${audience}: ${response.ok ? "no accessToken" : format(text)}; check key, aud and time`,
          info,
        );
        return undefined;
      };

      return createTokenCache(clock.now, async () => {
        const issued =
          (grantType && refreshToken && (await requestToken(offset, { grantType, refreshToken }))) ||
          (await requestToken(offset)) ||
          // Tolerates two seconds: the Date header has whole seconds, and the response took time to arrive.
          (Math.abs(ahead) > 2000 && (await requestToken(offset + ahead)));
        if (issued) return issued;
        throw error;
      });
    },
  };
}
