/** What was seen from outside while processes died: data, gathered by writers, listener and killer, judged by checks.ts. */
export type History = {
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
  readonly receptions: readonly Reception[];
  readonly kills: readonly Kill[];
  /** Answers that a client did not expect, in words. */
  readonly unexpected: readonly string[];
  /** What was there at the end. */
  readonly orders: readonly StoredOrder[];
  readonly events: readonly StoredEvents[];
  /** Deliveries that had not come to their end, in words: what to look at when a webhook is lost. */
  readonly undelivered: readonly string[];
};

/** A write that was acknowledged; its client has sent it until it was. */
export type Write = {
  readonly requestId: string;
  readonly orderId: string;
  readonly kind: "record" | "update";
  /** What the order's `netTotal` is afterwards. */
  readonly value: number;
  readonly startedAt: number;
  readonly acknowledgedAt: number;
  /** How many requests were sent with this request id. */
  readonly requests: number;
  /** The bodies of all answers that told of success: those to repetitions too. */
  readonly answers: readonly string[];
};

/** An order that was read from any replica after a write of it was acknowledged. */
export type Read = { readonly orderId: string; readonly expected: number; readonly seen: number | undefined };

/** A delivery as it came to the listener. */
export type Reception = {
  /** Of the payload: it is the same in every attempt. */
  readonly id: string;
  readonly orderId: string;
  readonly eventType: string;
  readonly at: number;
  readonly answered: "acknowledged" | "refused" | "hung";
  readonly isSigned: boolean;
  readonly digest: string;
};

export type Kill = {
  readonly at: number;
  readonly replica: number;
  /** No other replica was killed until everything had settled: how long that took can be told. */
  readonly alone: boolean;
  /** How long the replica took from its start to its first answer. */
  readonly startMs: number;
};

export type StoredOrder = { readonly orderId: string; readonly value: number | undefined };
export type StoredEvents = { readonly orderId: string; readonly eventType: string; readonly count: number };
