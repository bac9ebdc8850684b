/** The result of one attempt to send a delivery. */
export type DeliveryOutcome = {
  /** The listener responded with exactly 200 in time (seed, "Delivery", 3). */
  readonly acknowledged: boolean;
  /** Status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /** Human-readable: what happened and what was expected. */
  readonly reason: string;
  /** The beginning of the response body, with secrets redacted. */
  readonly responseExcerpt: string | undefined;
  /** How long the listener asks to wait before the next attempt, in milliseconds; at most an hour. */
  readonly retryAfter: number | undefined;
};

/** How long a listener may take to acknowledge after it received the request, in milliseconds (seed, "Limits"). */
export const ACKNOWLEDGE_TIMEOUT = 2000;

export function createResponseOutcome(
  status: number,
  responseExcerpt: string,
  retryAfter: number | undefined,
): DeliveryOutcome {
  return { acknowledged: status === 200, status, reason: formatStatusReason(status), responseExcerpt, retryAfter };
}

/** The outcome of an attempt without a response. */
export function createFailureOutcome(reason: string): DeliveryOutcome {
  return { acknowledged: false, status: undefined, reason, responseExcerpt: undefined, retryAfter: undefined };
}

function formatStatusReason(status: number): string {
  if (status === 200) return "acknowledged";
  const rest =
    status >= 300 && status < 400 ? "redirects are not followed, and only 200 acknowledges" : STATUS_REASONS[status];
  return `responded with ${status}; ${rest ?? "only 200 acknowledges"}`;
}

const STATUS_REASONS: Readonly<Record<number, string>> = {
  410: "the listener is gone, so its hook was deactivated",
};

/**
 * Parses the header Retry-After (RFC 9110, section 10.2.3) of a 429 or 503 response.
 *
 * @returns milliseconds, at most an hour; undefined when the header is absent or invalid or names no later time
 */
export function parseRetryAfter(status: number, header: string | undefined, realNow: number): number | undefined {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined;
  const text = header.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - realNow;
  return Number.isNaN(wait) || wait <= 0 ? undefined : Math.min(wait, HOUR);
}

const HOUR = 3_600_000;
