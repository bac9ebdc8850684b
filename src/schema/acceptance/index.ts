import type { Pointer } from "../../document/index.js";
import type { Observer } from "../observe.js";
import type { Schemas } from "../schemas.js";
import type { View } from "../view.js";
import { onlySchema, type Plan } from "./plan.js";
import { createPlanner } from "./planner.js";
import { Reader, type StringContent } from "./reader.js";
import { createShortfalls, type Shortfall } from "./shortfalls.js";

export type { StringContent } from "./reader.js";
export type { Shortfall } from "./shortfalls.js";

/**
 * Whether neither validation nor drift has anything to say about a body, told from its bytes in one pass. No says nothing:
 * the body may be fine all the same, and has to be looked at in the ordinary way.
 */
export type Acceptor = (pointer: Pointer, view: View, content: StringContent) => boolean;

export type Acceptance = {
  readonly accepts: Acceptor;
  /** The scalars that alone keep a body from being accepted; undefined when there is more than that. */
  readonly shortfalls: (pointer: Pointer, view: View, content: StringContent) => readonly Shortfall[] | undefined;
};

export function createAcceptor(schemas: Schemas, observe: Observer): Acceptor {
  return createAcceptance(schemas, observe).accepts;
}

export function createAcceptance(schemas: Schemas, observe: Observer): Acceptance {
  const planner = createPlanner(schemas);
  const plans = { request: new Map<Pointer, Plan | undefined>(), response: new Map<Pointer, Plan | undefined>() };
  let made: { readonly reader: Reader | undefined } | undefined;
  // It takes memory of its own, and what is never judged needs none.
  const reader = (): Reader | undefined => {
    made ??= { reader: createReader(schemas, observe) };
    return made.reader;
  };
  const planAt = (pointer: Pointer, view: View): Plan | undefined => {
    const known = plans[view];
    if (!known.has(pointer)) known.set(pointer, planner(pointer, view));
    return known.get(pointer);
  };
  const shortfallsOf = {
    request: createShortfalls(schemas, observe, "request"),
    response: createShortfalls(schemas, observe, "response"),
  };
  return {
    accepts: (pointer, view, content) => {
      try {
        const plan = planAt(pointer, view);
        return plan !== undefined && reader()?.accepts(plan, content) === true;
      } catch {
        // Whatever keeps a part of the body from being judged keeps all of it from that, and is told then.
        return false;
      }
    },
    shortfalls: (pointer, view, content) => {
      try {
        const plan = planAt(pointer, view);
        const own = plan && reader();
        if (plan === undefined || own?.accepts(plan, content, true) !== true) return undefined;
        return own.notes().length > 0 ? shortfallsOf[view](plan, own) : NONE;
      } catch {
        return undefined;
      }
    },
  };
}

/** Undefined where the machine cannot do it: then all bodies are looked at in the ordinary way. */
function createReader(schemas: Schemas, observe: Observer): Reader | undefined {
  const judge = (plan: Plan, value: unknown): boolean => {
    const { view } = plan;
    const pointer = onlySchema(plan);
    return pointer !== undefined && schemas.isValid(pointer, view, value) && observe(pointer, view, value).length === 0;
  };
  try {
    return new Reader(judge);
  } catch {
    return undefined;
  }
}

const NONE: readonly Shortfall[] = [];
