import { formatExcerpt, tryParseJson } from "../read-response.js";
import { type AssertionIssuer, createAssertionSigner } from "./assertion-signer.js";
import { createSignInError } from "./sign-in-error.js";
import { createTokenCache, type IssuedToken } from "./token-cache.js";
import type { SignIn, TokenRequest } from "./token-source.js";

export type GrantSignInOptions = AssertionIssuer & {
  /** `aud` of what is signed, which the contract leaves open: the base address of the service without it. */
  readonly audience?: string;
  /** `grantType` by which refresh tokens are taken, which the contract leaves open too. */
  readonly refreshGrantType?: string;
};

/** The request of a grant, given an assertion. */
export type GrantRequestBuilder = (assertion: string) => TokenRequest;

/**
 * Exchanges a grant for access tokens, whenever one is needed. A renewal that is refused is followed by a fresh sign-in. One
 * that is refused while the service goes by another time is tried once more by that time, which stands in the Date header.
 *
 * @param tried what it is, for messages
 * @param redact takes out of what the service says what nobody is to see, but for assertions
 */
export function createGrantSignIn(
  tried: string,
  options: GrantSignInOptions,
  grant: GrantRequestBuilder,
  redact = (said: string): string => said,
): SignIn {
  const sign = createAssertionSigner(options);
  return {
    connect: ({ now, uuid }, baseUrl, post) => {
      const { applicationId, audience = baseUrl, refreshGrantType: grantType } = options;
      let offset = 0;
      let refreshToken: string | undefined;
      // Of the last refusal: what it says, and by how many milliseconds the service is ahead of the time that was told.
      let error: unknown;
      let ahead = 0;

      const ask = async (time: number, form?: TokenRequest[0]): Promise<IssuedToken | undefined> => {
        const began = now();
        // Every attempt has an assertion of its own.
        const [answered, text] = await post(async () =>
          form ? [form] : grant(await sign(audience, now() + time, uuid())),
        );
        const { response, status } = answered;
        const issued = Object(response.ok && tryParseJson(text));
        refreshToken = issued.refreshToken;
        if (issued.accessToken) {
          offset = time;
          const life = issued.expiresIn * 1000;
          // It is renewed a tenth of its life before it expires, at most a minute.
          return [issued.accessToken, began + Math.max(life * 0.9, life - 60_000)];
        }
        ahead = status < 500 ? Date.parse(response.headers.get("date") ?? "") - now() - time : 0;
        error = createSignInError(
          `${tried} of ${applicationId} for aud ${audience}: ${response.ok ? "no accessToken" : formatExcerpt(redact(text))}; JWTs must be by a registered key, for its aud and time`,
          answered,
        );
        return undefined;
      };

      return createTokenCache(now, async () => {
        const issued =
          (grantType && refreshToken && (await ask(offset, { grantType, refreshToken }))) ||
          (await ask(offset)) ||
          // Times of the Date header are whole seconds, and it took its way.
          (Math.abs(ahead) > 2000 && (await ask(offset + ahead)));
        if (issued) return issued;
        throw error;
      });
    },
  };
}
