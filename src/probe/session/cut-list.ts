/** Collects what the limits of a run cut off, by reason. */
export type CutList = {
  /** @param cases Ids of cases and scenarios that were not begun or not finished. */
  readonly add: (reason: string, cases: readonly string[]) => void;
  readonly list: () => string[];
};

const MAX_NAMES = 3;

export function createCutList(): CutList {
  const cuts = new Map<string, string[]>();
  return {
    add: (reason, cases) => {
      if (cases.length > 0) cuts.set(reason, [...(cuts.get(reason) ?? []), ...cases]);
    },
    list: () =>
      [...cuts].map(([reason, cases]) => {
        const others = cases.length > MAX_NAMES ? ` and ${cases.length - MAX_NAMES} more` : "";
        return `${reason}: not finished from ${cases.slice(0, MAX_NAMES).join(", ")}${others} on`;
      }),
  };
}
