import { SignInError } from "./sign-in-error.js";
import { createTokenCache, type IssuedToken } from "./token-cache.js";
import type { SignInConnection, TokenRequest, TokenSource } from "./token-source.js";

/** A grant of `POST /token`. */
export type Grant = {
  /** What is tried and what would be accepted, for messages. */
  readonly tried: string;
  readonly accepted: string;
  /** Makes the request of one attempt; `now` in milliseconds, by the clock of the service as far as it is known. */
  readonly request: (now: number) => Promise<TokenRequest>;
  /** `grantType` that renews by the refresh token; without it every token is a fresh sign-in. */
  readonly refreshGrantType: string | undefined;
};

type Refusal = {
  readonly error: SignInError;
  /** By how many milliseconds the service is ahead of the time that the request was made by. */
  readonly ahead: number;
};

/**
 * Exchanges a grant for access tokens, whenever one is needed. A renewal that is refused is followed by a fresh sign-in. One
 * that is refused while the service goes by another time is tried once more by that time, which stands in the Date header.
 */
export function exchange(grant: Grant, { clock, post }: SignInConnection): TokenSource {
  let offset = 0;
  let refreshToken: unknown;

  const ask = async (request: () => Promise<TokenRequest>): Promise<IssuedToken | Refusal> => {
    const began = clock.now();
    let secrets: readonly string[] = [];
    const response = await post(async () => {
      const made = await request();
      secrets = Object.values({ ...made.form, ...made.headers, grantType: "" }).flatMap((value) => value.split(" "));
      return made;
    });
    const { ok, status } = response;
    const text = await response.text();
    if (ok) {
      const { accessToken, expiresIn, ...issued } = readObject(text);
      if (typeof accessToken === "string") {
        refreshToken = issued.refreshToken;
        return { accessToken, renewAt: renewalOf(began, Number(expiresIn)) };
      }
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    // What was answered with success may hold a token under another name.
    const said = ok ? "without a JSON object that has accessToken" : redact(text, secrets);
    return {
      error: new SignInError(`${grant.tried}: ${status} ${said}; accepted is ${grant.accepted}`, status),
      ahead: status < 500 ? date - clock.now() - offset : 0,
    };
  };

  return createTokenCache(clock.now, async () => {
    const { refreshGrantType: grantType } = grant;
    if (grantType !== undefined && typeof refreshToken === "string") {
      const form = { grantType, refreshToken };
      const renewed = await ask(async () => ({ form, headers: {} }));
      if ("accessToken" in renewed) return renewed;
      refreshToken = undefined;
    }
    const fresh = () => ask(() => grant.request(clock.now() + offset));
    let answer = await fresh();
    if ("ahead" in answer && Math.abs(answer.ahead) > TOLERANCE) {
      const before = offset;
      offset += answer.ahead;
      answer = await fresh();
      // A time that did not help may be that of a proxy.
      if ("ahead" in answer) offset = before;
    }
    if ("error" in answer) throw answer.error;
    return answer;
  });
}

/** Times of the Date header are whole seconds, and it took its way. */
const TOLERANCE = 2000;

/** A tenth of its life before a token expires, at most a minute; one of unknown life is kept until it is refused. */
function renewalOf(began: number, seconds: number): number {
  return Number.isNaN(seconds) ? Number.POSITIVE_INFINITY : began + seconds * 1000 - Math.min(60_000, seconds * 100);
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What the service said, without what it was sent, in whichever encoding that comes back. */
function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((it) => [it, encodeURIComponent(it), JSON.stringify(it).slice(1, -1)])
    .filter(Boolean)
    .reduce((left, secret) => left.replaceAll(secret, "***"), text.replace(/eyJ[\w.-]*/g, "***"))
    .slice(0, 1000);
}
