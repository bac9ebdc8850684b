import type { MessageDirection } from "../../schema/index.js";
import type { Prover } from "./prover.js";
import {
  containsValue,
  createSchemaSet,
  getConstraints,
  getPropertySet,
  type SchemaSet,
} from "./schemas/schema-set.js";
import type { SchemaRef, VersionedDocument } from "./schemas/versioned-document.js";
import { getRequiredNames } from "./unsatisfiable.js";

/** The scalars of each required property that has listed values only. A discriminator is one. */
type ListedProperties = ReadonlyMap<string, ReadonlySet<unknown>>;

/**
 * Whether a required property has listed values in a set of objects and in a branch, and none in common. This is the
 * usual reason why no object matches both, and needs no look at other keywords.
 */
export function hasOtherListedValues(prover: Prover, set: SchemaSet, branch: SchemaRef): boolean {
  if (set.types.length !== 1 || set.types[0] !== "object") return false;
  const wanted = getListedProperties(prover, branch);
  if (wanted.size === 0) return false;
  return set.refs.some((ref) => {
    const given = getListedProperties(prover, ref);
    return [...wanted].some(([name, values]) => {
      const others = given.get(name);
      return others !== undefined && ![...others].some((it) => values.has(it));
    });
  });
}

const cache = new WeakMap<VersionedDocument, Record<MessageDirection, Map<string, ListedProperties>>>();

function getListedProperties(prover: Prover, { spec, pointer }: SchemaRef): ListedProperties {
  const known = cache.get(spec) ?? { request: new Map(), response: new Map() };
  cache.set(spec, known);
  const byPointer = known[prover.direction];
  const resolved = spec.resolved(pointer);
  const listed = byPointer.get(resolved) ?? findListedProperties(prover, { spec, pointer: resolved });
  byPointer.set(resolved, listed);
  return listed;
}

function findListedProperties(prover: Prover, ref: SchemaRef): ListedProperties {
  const set = createSchemaSet(ref);
  const found = new Map<string, ReadonlySet<unknown>>();
  for (const name of getRequiredNames(prover, set)) {
    const property = getPropertySet(set, name);
    const { enumValues } = getConstraints(property).keywords;
    if (enumValues === undefined || enumValues.some((it) => typeof it === "object" && it !== null)) continue;
    const possible = [...enumValues, null].filter((it) => containsValue(property, prover.direction, it));
    found.set(name, new Set(possible));
  }
  return found;
}
