import type { Document, Operation } from "../../document/index.js";
import { type Contract, createContract } from "../../gate/index.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { createMergedSchemaCache } from "../../schema/analysis/merged-schema.js";
import { createSchemas } from "../../schema/index.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { RequestLocation } from "./request-location.js";
import { type CaseValidator, createCaseValidator } from "./validate-case.js";

/** What case generation needs: the schemas of the spec, merged and compiled, and the validator. */
export type GenerationContext = SampleContext & {
  readonly document: Document;
  readonly validate: CaseValidator;
  /** Locations of base requests, cached. */
  readonly locations: WeakMap<CaseRequest, Map<Operation, readonly RequestLocation[]>>;
  /** Whether a base request is valid, cached. */
  readonly validRequests: WeakMap<CaseRequest, boolean>;
  /** What could not be generated, by location. */
  readonly stats: GenerationStats;
};

export type GenerationStats = {
  /** Number of generated cases, and of drafts that validation dropped. */
  planned: number;
  dropped: number;
  readonly ungenerated: Map<string, Ungenerated>;
};

/** A location of the spec without cases, and the reason. */
export type Ungenerated = { readonly operation: string; readonly at: string; readonly reason: string };

const contexts = new WeakMap<Document, GenerationContext>();

/** Returns the context of a document. It is created once, so the schemas are compiled once. */
export function getGenerationContext({ document }: Pick<Contract, "document">): GenerationContext {
  const context = contexts.get(document) ?? createGenerationContext(document);
  contexts.set(document, context);
  return context;
}

function createGenerationContext(document: Document): GenerationContext {
  // Requests are validated against the servers of the spec, whatever the target is.
  const contract = createContract(document);
  // Each value is checked against hundreds of small schemas a few times. Interpreting is faster than compiling here.
  const schemas = createSchemas(document);
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

export function recordUngenerated({ stats }: GenerationContext, ungenerated: Ungenerated): void {
  stats.ungenerated.set(`${ungenerated.operation}\n${ungenerated.at}`, ungenerated);
}
