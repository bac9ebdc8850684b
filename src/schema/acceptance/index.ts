import type { Pointer } from "../../document/index.js";
import type { Observer } from "../observe.js";
import type { Schemas } from "../schemas.js";
import type { View } from "../view.js";
import { onlySchema, type Plan } from "./plan.js";
import { createPlanner } from "./planner.js";
import { Reader, type StringContent } from "./reader.js";

export type { StringContent } from "./reader.js";

/**
 * Whether neither validation nor drift has anything to say about a body, told from its bytes in one pass. No says nothing:
 * the body may be fine all the same, and has to be looked at in the ordinary way.
 */
export type Acceptor = (pointer: Pointer, view: View, content: StringContent) => boolean;

export function createAcceptor(schemas: Schemas, observe: Observer): Acceptor {
  const planner = createPlanner(schemas);
  const plans = { request: new Map<Pointer, Plan | undefined>(), response: new Map<Pointer, Plan | undefined>() };
  const readers = new Map<View, Reader | undefined>();
  const readerFor = (view: View): Reader | undefined => {
    if (!readers.has(view)) readers.set(view, readerWith(schemas, observe, view));
    return readers.get(view);
  };
  return (pointer, view, content) => {
    try {
      const known = plans[view];
      if (!known.has(pointer)) known.set(pointer, planner(pointer, view));
      const plan = known.get(pointer);
      return plan !== undefined && readerFor(view)?.accepts(plan, content) === true;
    } catch {
      // Whatever keeps a part of the body from being judged keeps all of it from that, and is told then.
      return false;
    }
  };
}

/** Undefined where the machine cannot do it: then all bodies are looked at in the ordinary way. */
function readerWith(schemas: Schemas, observe: Observer, view: View): Reader | undefined {
  const judge = (plan: Plan, value: unknown): boolean => {
    const pointer = onlySchema(plan);
    return pointer !== undefined && schemas.isValid(pointer, view, value) && observe(pointer, view, value).length === 0;
  };
  try {
    return new Reader(judge);
  } catch {
    return undefined;
  }
}
