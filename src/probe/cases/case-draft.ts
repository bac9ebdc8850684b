import type { Operation } from "../../document/index.js";
import { serializeExactJson } from "../../samples/serialization/serialize-json.js";
import type { CaseEdit, Phase, ProbeCase } from "../requests/probe-case.js";
import type { RequestLocation } from "./request-location.js";

/** A proposed change to a request, with the expected outcome. */
export type CaseProposal = Omit<ProbeCase, "id" | "phase" | "operation" | "method"> & {
  readonly edit: CaseEdit;
  readonly slug: string;
  readonly method?: string;
  /** The outermost location at which validation may report the edit, if that is further out than the edit. */
  readonly enclosing?: string | undefined;
  readonly replaced?: ReplacedValue | undefined;
};

/** The value that an edit puts at a location. */
export type ReplacedValue = { readonly location: RequestLocation; readonly value: unknown };

/** A case that is not validated yet, so its `expect` may be wrong. */
export type CaseDraft = {
  readonly probeCase: ProbeCase & { readonly edit: CaseEdit };
  readonly enclosing: string;
  readonly replaced?: ReplacedValue | undefined;
};

/** Creates drafts with stable ids: an id does not depend on which other drafts are validated. */
export function* createCaseDrafts(
  operation: Operation,
  phase: Phase,
  proposals: Iterable<CaseProposal>,
): Iterable<CaseDraft> {
  const ids = new Set<string>();
  const isNew = createDuplicateFilter();
  for (const { slug, method = operation.method, enclosing, replaced, ...proposal } of proposals) {
    if (replaced !== undefined && !isNew(replaced)) continue;
    const id = makeUniqueId(ids, formatCaseId(phase, operation, proposal.edit, slug));
    const probeCase = { id, phase, operation, method, ...proposal };
    yield { probeCase, enclosing: enclosing ?? proposal.edit.at, replaced };
  }
}

/** Filters repeated values: the walk visits a location once for each branch of the schema. */
function createDuplicateFilter(): (replaced: ReplacedValue) => boolean {
  const known = new WeakMap<object, Set<string>>();
  return ({ location, value }) => {
    const { request } = location.surroundings;
    const values = known.get(request) ?? new Set();
    known.set(request, values);
    const size = values.size;
    return values.add(`${location.part} ${location.at} ${serializeExactJson(value)}`).size > size;
  };
}

function formatCaseId(phase: Phase, { id }: Operation, { part, at }: CaseEdit, slug: string): string {
  const place = at === "" || part === "security" ? part : at.startsWith("/") ? `${part}${at}` : `${part}.${at}`;
  return `${phase}/${id.replaceAll(/\s+/g, "-")}/${place}/${slug}`;
}

function makeUniqueId(ids: Set<string>, id: string): string {
  let free = id;
  for (let count = 2; ids.has(free); count += 1) free = `${id}-${count}`;
  ids.add(free);
  return free;
}

/** The expectation after validation; "accepted" may become "open". */
export type DraftOutcome = ProbeCase["expect"] | "dropped";
