import type { Exchange, Settle } from "../exchange/index.js";
import { createAcceptance } from "../schema/acceptance/index.js";
import { Unjudged } from "../schema/index.js";
import type { AgainReader, HasSeen } from "./again.js";
import type { Judgement } from "./contract.js";
import { createSettle, type Kept, type KeptBut, type SettleParts } from "./settle.js";

/** Judgements of what keeps the contract, or breaks it once more in the same way, of bodies that were not read. */
export function createSettledJudgement(
  means: Omit<SettleParts, "accept" | "shortfalls">,
  readAgain: AgainReader,
): (hasSeen: HasSeen) => Settle<Judgement> {
  const { accepts, shortfalls } = createAcceptance(means.schemas, means.observe);
  const settle = createSettle({ ...means, accept: accepts, shortfalls });
  const judgements = new WeakMap<Kept, Judgement>();
  const passedOf = (kept: Kept): Judgement => {
    // Exchanges of one signature keep the contract in one way.
    const judgement = judgements.get(kept) ?? { ...NOTHING, ...kept, verdict: "passed" };
    judgements.set(kept, judgement);
    return judgement;
  };
  const brokenAgain = (exchange: Exchange, found: KeptBut, hasSeen: HasSeen): Judgement | undefined => {
    const again = readAgain(exchange, found);
    if (again === undefined || !hasSeen(exchange, again)) return undefined;
    if (again.length === 0) return passedOf(found.kept);
    const verdict = again.some(({ level }) => level === "error") ? "failed" : "passed";
    return { ...NOTHING, ...found.kept, verdict, again };
  };
  const judgementOf = (exchange: Exchange, found: KeptBut, hasSeen: HasSeen): Judgement | undefined =>
    found.shortfalls.length === 0 ? passedOf(found.kept) : brokenAgain(exchange, found, hasSeen);
  return (hasSeen) => (exchange, body, alike) =>
    orUndefined(() => {
      const found = settle(exchange, body, alike);
      return found && judgementOf(exchange, found, hasSeen);
    });
}

/** What cannot be judged within bounds is not settled either; `check` says why. */
function orUndefined<T>(settle: () => T): T | undefined {
  try {
    return settle();
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    return undefined;
  }
}

const NOTHING = { findings: [], reasons: [], refused: [] } as const;
