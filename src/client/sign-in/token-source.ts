import { createSignInError } from "../call-error.js";
import type { ClientRuntime } from "../retries/send-with-retries.js";

/**
 * Returns the access token for a call. Tokens are cached until shortly before they expire. Concurrent calls share one
 * sign-in, which continues when some of them are aborted.
 *
 * @param refused a token that got a 401 response; dropped if it is still the current one
 * @throws CallError of the kind `sign-in` when the service refuses, and errors of `sendWithRetries`
 */
export type TokenSource = (refused?: string) => Promise<string>;

/** The form and additional headers of an attempt to get a token. */
export type TokenRequest = {
  readonly body: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** A sign-in method, created by functions such as `jwtBearer(…)`. Sends its requests with the retries of the client. */
export type SignIn = { readonly connect: (runtime: ClientRuntime, scheme?: string) => TokenSource };

/** The token endpoint of OAuth 2, or the discovery document of OpenID Connect that names it. A path is below the base URL. */
export type OAuth2Endpoint = { readonly tokenUrl?: string; readonly openIdConnectUrl?: string };

/** The credentials of a client: a sign-in method, a fixed access token, or a function called for every call. */
export type Credentials = SignIn | string | (() => string | Promise<string>);

/**
 * Creates the token source of a client. A function is called for every call, once for concurrent calls, because only it
 * knows how long its tokens are valid. A fixed token is always used, even after it was refused.
 */
export function createTokenSource(credentials: Credentials, core: ClientRuntime, scheme?: string): TokenSource {
  return (
    (credentials as Partial<SignIn>).connect?.(core, scheme) ??
    createTokenCache(core.clock.now, async () =>
      typeof credentials === "string" ? [credentials] : [await (credentials as () => unknown)(), 0],
    )
  );
}

/** Creates the token sources of a client, by security scheme. @throws TypeError for what is no credential */
export function createTokenSources(
  signIn: SignInOption | undefined = {},
  core: ClientRuntime,
): Record<string, TokenSource> {
  if (typeof signIn !== "object" || "connect" in signIn)
    throw new TypeError('signIn must name a scheme, such as { bearer: "token" }');
  const sources: Record<string, TokenSource> = {};
  for (const [name, credentials] of Object.entries(signIn))
    if (credentials !== undefined)
      sources[name] = createTokenSource(assertCredentials(credentials, `signIn.${name}`), core, name);
  return sources;
}

/** @throws TypeError that names the option, and contains no part of its value */
export function assertCredentials(credentials: Credentials, name = "signIn"): Credentials {
  if (/string|function/.test(typeof (Object(credentials).connect ?? credentials))) return credentials;
  throw new TypeError(`${name} must be a token, function or sign-in method`);
}

/** An access token and the time from which it is renewed. Without a valid time it is renewed when it is refused. */
export type IssuedToken = readonly [accessToken: unknown, renewAt?: number];

/**
 * Caches a token until its renewal time. Concurrent callers share one request for a token, so aborting a call does not
 * abort that request. Failures go to all waiting callers and are not cached.
 */
export function createTokenCache(now: () => number, issue: () => Promise<IssuedToken>): TokenSource {
  let current: string | undefined;
  let until: number | undefined;
  let pending: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    const [token, renewAt] = await issue();
    // Otherwise fetch would refuse the header with an error that quotes the token.
    // An API key may have a scheme of its own in front.
    if (typeof token !== "string" || !/^[!-~]+( [!-~]+)*$/.test(token))
      throw createSignInError("the token is not ASCII text");
    until = renewAt;
    current = token;
    return token;
  };
  return async (refused) => {
    if (current === refused) current = undefined;
    if (current && !(now() >= (until as number))) return current;
    pending ??= renew().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/** How a client signs in, by the names of the security schemes in the spec. */
export type SignInOptions<Scheme extends string = string> = {
  /** For each security scheme that is used: a sign-in method, a token, or a function that provides one. */
  readonly signIn?: SignInOption<Scheme> | undefined;
  /** Where the spec says that OAuth 2 tokens are issued, for sign-in methods that do not say it. */
  readonly tokenEndpoints?: Readonly<Record<string, OAuth2Endpoint>>;
};

/** Credentials by the names of the security schemes in the spec. */
export type SignInOption<Scheme extends string = string> = { readonly [Name in Scheme]?: Credentials | undefined };
