/** What came of sending one delivery once. */
export type DeliveryOutcome = {
  /** Exactly 200, in time (seed, "Delivery", 3). */
  readonly acknowledged: boolean;
  /** Of the answer; undefined when none came. */
  readonly status: number | undefined;
  /** In words, for a person: what happened, and what would have been accepted. */
  readonly reason: string;
  /** The beginning of the answer's body, without secrets. */
  readonly responseExcerpt: string | undefined;
  /** How long the listener asks to be left alone, in milliseconds; at most an hour. */
  readonly retryAfter: number | undefined;
};

/** How long a listener has to acknowledge, from when it has the request (seed, "Limits"). */
export const ACKNOWLEDGE_TIMEOUT = 2000;

/** What came of an answer with this status. */
export function createResponseOutcome(
  status: number,
  responseExcerpt: string,
  retryAfter: number | undefined,
): DeliveryOutcome {
  return { acknowledged: status === 200, status, reason: formatStatusReason(status), responseExcerpt, retryAfter };
}

/** What came of it when there was no answer. */
export function createFailureOutcome(reason: string): DeliveryOutcome {
  return { acknowledged: false, status: undefined, reason, responseExcerpt: undefined, retryAfter: undefined };
}

function formatStatusReason(status: number): string {
  if (status === 200) return "acknowledged";
  const rest =
    status >= 300 && status < 400 ? "redirects are not followed, and only 200 acknowledges" : STATUS_REASONS[status];
  return `answered ${status}; ${rest ?? "only 200 acknowledges"}`;
}

const STATUS_REASONS: Readonly<Record<number, string>> = {
  410: "the listener is gone, so its hook is made inactive",
};

/**
 * The milliseconds of a header Retry-After (RFC 9110, section 10.2.3) of an answer that asks for patience; undefined when
 * it says nothing that can be read. What is longer than an hour is an hour.
 */
export function parseRetryAfter(status: number, header: string | undefined, realNow: number): number | undefined {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - realNow;
  return Number.isNaN(wait) || wait <= 0 ? undefined : Math.min(wait, HOUR);
}

const HOUR = 3_600_000;
