import type { Document, Operation } from "../../document/index.js";
import { type Contract, createContract } from "../../gate/index.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { createMergedSchemaCache } from "../../schema/analysis/merged-schema.js";
import { createSchemas } from "../../schema/index.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { RequestLocation } from "./request-locations.js";
import { type CaseValidator, createCaseValidator } from "./validate-case.js";

/** What cases are made with: the schemas of a description, merged and compiled, and the judge of what is made. */
export type GenerationContext = SampleContext & {
  readonly document: Document;
  readonly validate: CaseValidator;
  /** The places of base requests that were looked through already. */
  readonly locations: WeakMap<CaseRequest, Map<Operation, readonly RequestLocation[]>>;
  /** Whether the contract has nothing to say of a request that others are made of. */
  readonly validRequests: WeakMap<CaseRequest, boolean>;
  /** What was tried and could not be made, by place. */
  readonly stats: GenerationStats;
};

export type GenerationStats = {
  /** Cases that were handed out, and those that the contract's judge did not see as they were meant. */
  planned: number;
  dropped: number;
  readonly ungenerated: Map<string, Ungenerated>;
};

/** A place of the contract that no case is made of, and why. */
export type Ungenerated = { readonly operation: string; readonly at: string; readonly reason: string };

const contexts = new WeakMap<Document, GenerationContext>();

/** One set of means a description: its schemas are compiled once, by the judge and for making values. */
export function getGenerationContext({ document }: Pick<Contract, "document">): GenerationContext {
  const means = contexts.get(document) ?? createGenerationContext(document);
  contexts.set(document, means);
  return means;
}

function createGenerationContext(document: Document): GenerationContext {
  // Requests are judged as if they went to the description's own servers, wherever they will go.
  const contract = createContract(document);
  // A value is held against hundreds of small schemas, each a few times: interpreting them is faster than compiling.
  const schemas = createSchemas(document, { engine: "interpreter" });
  return {
    document,
    schemas,
    nodes: createMergedSchemaCache(schemas.root),
    validate: createCaseValidator(contract),
    locations: new WeakMap(),
    validRequests: new WeakMap(),
    stats: { planned: 0, dropped: 0, ungenerated: new Map() },
  };
}

export function recordUngenerated({ stats }: GenerationContext, unplanned: Ungenerated): void {
  stats.ungenerated.set(`${unplanned.operation}\n${unplanned.at}`, unplanned);
}
