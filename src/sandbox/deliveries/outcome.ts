/** What came of sending one delivery once. */
export type Outcome = {
  /** Exactly 200, in time (seed, "Delivery", 3). */
  readonly acknowledged: boolean;
  /** Of the answer; undefined when none came. */
  readonly status: number | undefined;
  /** In words, for a person: what happened, and what would have been accepted. */
  readonly reason: string;
  /** The beginning of the answer's body, without secrets. */
  readonly answer: string | undefined;
  /** How long the listener asks to be left alone, in milliseconds; at most an hour. */
  readonly retryAfter: number | undefined;
};

/** How long a listener has to acknowledge, from when it has the request (seed, "Limits"). */
export const ACKNOWLEDGE_WITHIN = 2000;

/** What came of an answer with this status. */
export function answered(status: number, answer: string, retryAfter: number | undefined): Outcome {
  return { acknowledged: status === 200, status, reason: reasonOf(status), answer, retryAfter };
}

/** What came of it when there was no answer. */
export function unanswered(reason: string): Outcome {
  return { acknowledged: false, status: undefined, reason, answer: undefined, retryAfter: undefined };
}

function reasonOf(status: number): string {
  if (status === 200) return "acknowledged";
  const rest = status >= 300 && status < 400 ? "redirects are not followed, and only 200 acknowledges" : WRONG[status];
  return `answered ${status}; ${rest ?? "only 200 acknowledges"}`;
}

const WRONG: Readonly<Record<number, string>> = {
  410: "the listener is gone, so its hook is made inactive",
};

/**
 * The milliseconds of a header Retry-After (RFC 9110, section 10.2.3) of an answer that asks for patience; undefined when
 * it says nothing that can be read. What is longer than an hour is an hour.
 */
export function retryAfter(status: number, header: string | undefined, realNow: number): number | undefined {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - realNow;
  return Number.isNaN(wait) || wait <= 0 ? undefined : Math.min(wait, HOUR);
}

const HOUR = 3_600_000;
