/** `error`: the exchange contradicts the spec. `warn`: the exchange has undocumented data (drift). `off`: not reported. */
export type Level = "error" | "warn" | "off";

/** The documentation of a code. */
export type CodeDescription = {
  /** The default level. A code that is off is reported only if a rule of the configuration names it. */
  readonly level: Level;
  /** A one-line summary. */
  readonly title: string;
  /** How to fix it. */
  readonly fix: string;
};
