import type { Document, Operation } from "../../document/index.js";
import type { KnownValues } from "../graph/known-values.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { TaskSession } from "../session/session.js";
import type { SeedRequests } from "../tasks/seed-requests.js";

/** What scenarios need. */
export type ScenarioContext = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly seeds: SeedRequests;
  readonly known: KnownValues;
  /** A different value in each run. */
  readonly nonce: string;
  /** Creates an unused id; the same name always gives the same id. */
  readonly createId: (name: string) => string;
  /** Whether a request is valid by the spec. */
  readonly isValid: (operation: Operation, request: CaseRequest) => boolean;
};

/** What a scenario needs while it runs. */
export type ScenarioRun = ScenarioContext & TaskSession;

/** Read operations, whose scenarios run first and in parallel. */
export function listReadOperations({ operations }: Pick<ScenarioContext, "operations">): readonly Operation[] {
  return operations.filter(({ method }) => method === "GET");
}

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
