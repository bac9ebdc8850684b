import type { Pointer } from "../document/index.js";
import { quote } from "../schema/index.js";
import type { Disagreement, Side, Subject } from "./check.js";
import { unlistedValue } from "./unlisted-value.js";

/** A value of a parameter or a header, and how it is spoken of. */
export type Spoken = {
  readonly side: Side;
  readonly location: "path" | "query" | "header" | "cookie";
  readonly name: string;
  /** What a message begins with, such as `path parameter "id"`. */
  readonly where: string;
  readonly schema: Pointer;
  readonly value: unknown;
};

type Drift = Omit<Disagreement, "part" | "at">;

/**
 * What a value shows beyond its schema, each once however often: `<side>.<location>.unlisted`, and of objects
 * `<side>.<location>.undeclared`.
 */
export function* valueDrift(subject: Subject, spoken: Spoken): Iterable<Drift> {
  const { side, schema, value } = spoken;
  const told = new Set<string>();
  for (const observation of subject.observe(schema, side, value)) {
    const { kind, pointer, name: found, declared } = observation;
    const key = `${kind} ${pointer} ${found}`;
    if (told.has(key) || (kind !== "unlisted" && kind !== "undeclared")) continue;
    told.add(key);
    const code = codeOf(spoken, kind);
    const common = { code, contract: pointer, declared, occurrences: 1 };
    if (kind === "undeclared") {
      const message = `${spoken.where}: the property ${quote(found)} is not declared`;
      yield { ...common, message, valueClass: `property ${found}`, name: found };
      continue;
    }
    // What a cookie is for cannot be told from its name.
    const isSecret = spoken.location === "cookie";
    const unlisted = unlistedValue(subject, { schema, name: spoken.name, observation, isSecret });
    yield { ...common, message: `${spoken.where}: ${unlisted.message}`, valueClass: "unlisted", name: unlisted.name };
  }
}

function codeOf({ side, location }: Spoken, kind: "unlisted" | "undeclared"): Drift["code"] {
  return side === "request" ? `request.${location}.${kind}` : `response.header.${kind}`;
}
