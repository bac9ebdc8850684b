/** What writers and the listener observed while processes were killed. `checkHistory` evaluates it. */
export type History = {
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  readonly receptions: readonly Reception[];
  readonly kills: readonly Kill[];
  /** Descriptions of responses that a client did not expect. */
  readonly unexpected: readonly string[];
  /** The orders at the end of the run. */
  readonly orders: readonly StoredOrder[];
  readonly events: readonly StoredEvents[];
  /** Descriptions of deliveries that are not finished at the end of the run. */
  readonly undelivered: readonly string[];
};

/** An acknowledged write. */
export type Write = {
  readonly requestId: string;
  readonly orderId: string;
  readonly kind: "record" | "update";
  /** The `netTotal` of the order after the write. */
  readonly value: number;
  readonly startedAt: number;
  readonly acknowledgedAt: number;
  /** Number of requests with this request id. */
  readonly requests: number;
  /** The bodies of all successful responses, including those to retries. */
  readonly responses: readonly string[];
};

/** An order read from any replica after an acknowledged write. */
export type Read = { readonly orderId: string; readonly expected: number; readonly seen: number | undefined };

/** A delivery attempt that the listener received. */
export type Reception = {
  /** The id in the payload, which is the same in every attempt. */
  readonly id: string;
  readonly orderId: string;
  readonly eventType: string;
  readonly at: number;
  readonly outcome: "acknowledged" | "refused" | "hung";
  readonly isSigned: boolean;
  readonly digest: string;
};

export type Kill = {
  readonly at: number;
  readonly replica: number;
  /** Whether no other replica was killed before and after, so that the time until deliveries resume can be measured. */
  readonly isSingle: boolean;
  /** Time from the start of the replica until it is ready. */
  readonly startMs: number;
};

export type StoredOrder = { readonly orderId: string; readonly value: number | undefined };
export type StoredEvents = { readonly orderId: string; readonly eventType: string; readonly count: number };
