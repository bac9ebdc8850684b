import type { Pointer } from "../../document/index.js";
import type { Observer } from "../observe.js";
import type { Schemas } from "../schemas.js";
import type { View } from "../view.js";
import { accepts, type StringContent } from "./accept.js";
import type { Plan } from "./plan.js";
import { createPlanner } from "./planner.js";

export type { StringContent } from "./accept.js";

/**
 * Whether neither validation nor drift has anything to say about a body, told from its bytes in one pass. No says nothing:
 * the body may be fine all the same, and has to be looked at in the ordinary way.
 */
export type Acceptor = (pointer: Pointer, view: View, content: StringContent) => boolean;

export function createAcceptor(schemas: Schemas, observe: Observer): Acceptor {
  const planner = createPlanner(schemas);
  const plans = { request: new Map<Pointer, Plan | undefined>(), response: new Map<Pointer, Plan | undefined>() };
  const judges = {
    request: judgeFrom(schemas, observe, "request"),
    response: judgeFrom(schemas, observe, "response"),
  };
  return (pointer, view, content) => {
    try {
      const known = plans[view];
      if (!known.has(pointer)) known.set(pointer, planner(pointer, view));
      const plan = known.get(pointer);
      return plan !== undefined && accepts(plan, content, judges[view]);
    } catch {
      // Whatever keeps a part of the body from being judged keeps all of it from that, and is told then.
      return false;
    }
  };
}

function judgeFrom(schemas: Schemas, observe: Observer, view: View): (plan: Plan, value: unknown) => boolean {
  return ({ pointer }, value) =>
    pointer !== undefined && schemas.isValid(pointer, view, value) && observe(pointer, view, value).length === 0;
}
