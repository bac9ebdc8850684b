import type { Document, Operation } from "../document/index.js";
import { type Contract, createContract } from "../gate/index.js";
import { createSchemas, type Schemas, type View } from "../schema/index.js";
import { createNodes, type Nodes } from "../schema/node.js";
import type { CaseRequest } from "./case.js";
import { createJudge, type Judge } from "./judge.js";
import type { Place } from "./places.js";

/** What values are made with; `view` is the side they are made for, where that is not a request. */
export type ValueMeans = {
  readonly schemas: Schemas;
  readonly nodes: Nodes;
  readonly view?: View;
};

/** What cases are made with: the schemas of a description, merged and compiled, and the judge of what is made. */
export type Means = ValueMeans & {
  readonly document: Document;
  readonly judge: Judge;
  /** The places of base requests that were looked through already. */
  readonly places: WeakMap<CaseRequest, Map<Operation, readonly Place[]>>;
  /** Whether the contract has nothing to say of a request that others are made of. */
  readonly clean: WeakMap<CaseRequest, boolean>;
  /** What was tried and could not be made, by place. */
  readonly account: Account;
};

export type Account = {
  /** Cases that were handed out, and those that the contract's judge did not see as they were meant. */
  planned: number;
  dropped: number;
  readonly unplanned: Map<string, Unplanned>;
};

/** A place of the contract that no case is made of, and why. */
export type Unplanned = { readonly operation: string; readonly at: string; readonly reason: string };

const known = new WeakMap<Document, Means>();

/** One set of means a description: its schemas are compiled once, by the judge and for making values. */
export function meansOf({ document }: Pick<Contract, "document">): Means {
  const means = known.get(document) ?? createMeans(document);
  known.set(document, means);
  return means;
}

function createMeans(document: Document): Means {
  // Requests are judged as if they went to the description's own servers, wherever they will go.
  const contract = createContract(document);
  // A value is held against hundreds of small schemas, each a few times: interpreting them is faster than compiling.
  const schemas = createSchemas(document, { engine: "interpreter" });
  return {
    document,
    schemas,
    nodes: createNodes(schemas.root),
    judge: createJudge(contract),
    places: new WeakMap(),
    clean: new WeakMap(),
    account: { planned: 0, dropped: 0, unplanned: new Map() },
  };
}

export function leaveOut({ account }: Means, unplanned: Unplanned): void {
  account.unplanned.set(`${unplanned.operation}\n${unplanned.at}`, unplanned);
}
