/** `error`: the exchange contradicts the spec. `warn`: the exchange has undocumented data (drift). `off`: not reported. */
export type Level = "error" | "warn" | "off";

/** The documentation of a code. */
export type CodeDescription = {
  readonly level: Exclude<Level, "off">;
  /** A one-line summary. */
  readonly title: string;
  /** How to fix it. */
  readonly fix: string;
};
