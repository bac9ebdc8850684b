import type { Document, Pointer } from "../document/index.js";
import type { View } from "../schema/index.js";
import { type Confirming, type Container, type Containment, createContainer } from "./containment/contains.js";
import { createSameness, type Sameness } from "./containment/same.js";
import { createSided, type Ref, type Sided } from "./containment/sided.js";
import type { Draft, Touch } from "./finding.js";

/** Two descriptions under comparison, and where differences are told. */
export type Comparison = {
  readonly old: Sided;
  readonly new: Sided;
  readonly tell: (draft: Draft) => void;
  /** Whether what one of them sends the other understands; each pair of schemas is compared once. */
  readonly contains: (way: Way, places: Places) => Containment;
  /** Whether a schema of the old and one of the new say the same, and have the same marks. */
  readonly isMarkedSame: Sameness;
};

export type Way = { readonly sender: "old" | "new"; readonly view: View; readonly confirming: Confirming };

/** What stands in the old description and what in the new. */
export type Pair<T> = { readonly old: T; readonly new: T };

/** Places of a schema, or of what else is compared; undefined where it is not there. */
export type Places = Pair<Pointer | undefined>;

export type Part = Omit<Touch, "at">;

export function createComparison(documents: Pair<Document>, tell: (draft: Draft) => void): Comparison {
  const sides = { old: createSided("old", documents.old), new: createSided("new", documents.new) };
  const containers = new Map<string, Container>();
  const known = new Map<string, Containment>();
  const same = { old: createSameness(), new: createSameness() };
  const contains: Comparison["contains"] = ({ sender, view, confirming }, places) => {
    const way = `${sender} ${view} ${confirming}`;
    const key = `${way} ${places.old ?? ""} ${places.new ?? ""}`;
    const container =
      containers.get(way) ??
      createContainer({ left: sides[sender], view, same: same[sender], countsUndeclared: false, confirming });
    containers.set(way, container);
    const receiver = sender === "old" ? "new" : "old";
    const containment =
      known.get(key) ?? container(refOf(sides[sender], places[sender]), refOf(sides[receiver], places[receiver]));
    known.set(key, containment);
    return containment;
  };
  return { ...sides, tell, contains, isMarkedSame: createSameness(MARKS) };
}

const MARKS: ReadonlySet<string> = new Set(["deprecated", "x-extensible-enum"]);

function refOf(sided: Sided, pointer: Pointer | undefined): Ref | undefined {
  return pointer === undefined ? undefined : { sided, pointer };
}
