/** The overview as returned by the admin API (admin/overview.ts). */
export type Overview = {
  readonly clock: ClockView;
  readonly engine: string;
  readonly packs: readonly string[];
  readonly versions: Readonly<Record<string, string>>;
  readonly requests: readonly RequestView[];
  readonly deliveries: readonly DeliveryView[];
  readonly events: readonly EventView[];
  readonly hooks: readonly HookView[];
  readonly faults: readonly FaultView[];
  readonly snapshots: readonly SnapshotView[];
};

export type SnapshotView = { readonly name: string; readonly at: string; readonly rows: number };

export type ClockView = {
  readonly state: "ready" | "advancing";
  readonly mode: "running" | "frozen";
  readonly time: string;
  readonly offset: number;
  /** The advance in progress. */
  readonly advance?: { readonly to: string; readonly steps: number; readonly left: number };
};

export type RequestView = {
  readonly id: number;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly duration: number;
  readonly operationId?: string;
  readonly incomplete?: string;
  readonly fault?: string;
  readonly replayed?: boolean;
  readonly warning?: string;
};

export type RequestDetail = {
  readonly request: MessageView;
  readonly response: MessageView;
};

export type MessageView = { readonly headers: readonly (readonly [string, string])[]; readonly body?: string };

export type DeliveryView = {
  readonly id: string;
  readonly eventType: string;
  readonly orderId: string;
  readonly deliveryUrl?: string;
  readonly state: string;
  readonly createdAt: string;
  readonly nextAt?: string;
  readonly payload: string;
  readonly signature?: string;
  readonly attempts: readonly AttemptView[];
};

export type AttemptView = {
  readonly attempt: number;
  readonly startedAt: string;
  readonly duration?: number;
  readonly status?: number;
  readonly reason: string;
  readonly responseExcerpt?: string;
};

export type EventView = {
  readonly id: string;
  readonly eventType: string;
  readonly orderId: string;
  readonly createdAt: string;
  readonly deliveries: number;
  readonly acknowledged: number;
  readonly reasons: readonly string[];
};

export type HookView = {
  readonly id: string;
  readonly deliveryUrl: string;
  readonly eventTypes: readonly string[];
  readonly active: boolean;
  readonly failingSince?: string;
};

export type FaultView = {
  readonly id: string;
  readonly on?: "deliveries";
  readonly match: Readonly<Record<string, string | number>>;
  readonly do: Readonly<Record<string, unknown>>;
  readonly seen: number;
};
