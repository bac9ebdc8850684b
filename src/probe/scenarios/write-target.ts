import type { Operation } from "../../document/index.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { TaskSession } from "../session/session.js";

/** A write that was accepted, and the operation that reads what it writes. */
export type WriteTarget = {
  readonly base: ProbeExchange;
  readonly read: Operation;
  /** The headers of an accepted read. */
  readonly header: ProbeExchange["request"]["header"];
};

export function readTarget(
  { base, read, header }: WriteTarget,
  { send }: Pick<TaskSession, "send">,
): Promise<ProbeExchange> {
  const request = { path: base.request.path, header, query: {}, cookie: {} };
  return send({ operation: read, request });
}
