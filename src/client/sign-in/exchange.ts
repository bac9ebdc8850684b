import { parsed, shown } from "../answer.js";
import { assertionSigner, type Signatory } from "./assertion.js";
import { SignInError } from "./sign-in-error.js";
import { createTokenCache, type IssuedToken } from "./token-cache.js";
import type { SignIn, TokenRequest } from "./token-source.js";

export type GrantOptions = Signatory & {
  /** `aud` of what is signed, which the contract leaves open: the base address of the service without it. */
  readonly audience?: string;
  /** `grantType` by which refresh tokens are taken, which the contract leaves open too. */
  readonly refreshGrantType?: string;
};

/** The request of a grant, given an assertion. */
export type Grant = (assertion: string) => TokenRequest;

type Refusal = {
  readonly error: SignInError;
  /** By how many milliseconds the service is ahead of the time that the request was made by. */
  readonly ahead: number;
};

/**
 * Exchanges a grant for access tokens, whenever one is needed. A renewal that is refused is followed by a fresh sign-in. One
 * that is refused while the service goes by another time is tried once more by that time, which stands in the Date header.
 *
 * @param tried what it is, for messages
 */
export function exchange(tried: string, options: GrantOptions, grant: Grant): SignIn {
  const sign = assertionSigner(options);
  return {
    connect: ({ clock: { now, uuid }, baseUrl, post }) => {
      const { applicationId, audience = baseUrl, refreshGrantType: grantType } = options;
      let offset = 0;
      let refreshToken: unknown;

      const ask = async (request: () => Promise<TokenRequest>): Promise<IssuedToken | Refusal> => {
        const began = now();
        let sent: readonly string[] = [];
        const { response, text } = await post(async () => {
          const made = await request();
          sent = Object.values({ ...made.form, ...made.headers, grantType: "" });
          return made;
        });
        const { ok, status, headers } = response;
        // What was answered with success may hold a token under another name.
        const { accessToken, expiresIn, ...issued } = Object(ok && parsed(text));
        if (typeof accessToken === "string") {
          refreshToken = issued.refreshToken;
          // It is renewed a tenth of its life before it expires, at most a minute.
          const life = expiresIn * 1000;
          return { accessToken, renewAt: began + life - Math.min(60_000, life / 10) };
        }
        const said = ok ? "without a JSON object that has accessToken" : shown(redact(text, sent));
        return {
          error: new SignInError(
            `${tried} of ${applicationId} for aud ${audience}: ${status} ${said}; accepted are JWTs by a registered key, for the aud and by the time of the service`,
            status,
          ),
          ahead: status < 500 ? Date.parse(headers.get("date") ?? "") - now() - offset : 0,
        };
      };
      const fresh = () => ask(async () => grant(await sign({ audience, now: now() + offset, jti: uuid() })));

      return createTokenCache(now, async () => {
        if (grantType && typeof refreshToken === "string") {
          const form = { grantType, refreshToken };
          const renewed = await ask(async () => ({ form }));
          if ("renewAt" in renewed) return renewed;
          refreshToken = undefined;
        }
        let answer = await fresh();
        // Times of the Date header are whole seconds, and it took its way.
        if ("ahead" in answer && Math.abs(answer.ahead) > 2000) {
          const { ahead } = answer;
          offset += ahead;
          answer = await fresh();
          // A time that did not help may be that of a proxy.
          if ("ahead" in answer) offset -= ahead;
        }
        if ("ahead" in answer) throw answer.error;
        return answer;
      });
    },
  };
}

/** What the service said, without what it was sent, in whichever encoding that comes back. */
function redact(text: string, sent: readonly string[]): string {
  return sent
    .flatMap((it) => it.split(" "))
    .flatMap((it) => [it, `${new URLSearchParams({ "": it })}`.slice(1), JSON.stringify(it).slice(1, -1)])
    .reduce((left, it) => (it ? left.replaceAll(it, "***") : left), text.replace(/eyJ[\w.-]*/g, "***"));
}
