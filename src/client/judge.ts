import type { CallName } from "./operation-types.js";
import type { AnyResult } from "./result.js";
import type { Params } from "./transport.js";

/** One part of a request or an answer that does not satisfy the contract. */
export type Drift = {
  readonly operation: CallName;
  readonly side: "request" | "response";
  /** Where in it: a JSON Pointer such as `/query/limit` or `/body/orders/0/id`, or `/status`. */
  readonly place: string;
  /** What the contract asks for there. */
  readonly message: string;
};

/** What was given to a call, as far as it can be judged. */
export type Judged = { readonly params: Params; readonly body: unknown; readonly contentType: string };

/** Judges the calls of a client. */
export type Judge = {
  readonly request: (operation: CallName, judged: Judged) => void;
  readonly response: (operation: CallName, result: AnyResult) => void;
};
