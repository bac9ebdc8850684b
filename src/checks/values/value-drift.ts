import type { Pointer } from "../../document/index.js";
import { type MessageDirection, quote } from "../../schema/index.js";
import type { CheckContext, CheckFinding } from "../check.js";
import { describeNotInEnum } from "./not-in-enum.js";

/** A value of a parameter or a header, and how it is spoken of. */
export type NamedValue = {
  readonly direction: MessageDirection;
  readonly location: "path" | "query" | "header" | "cookie";
  readonly name: string;
  /** What a message begins with, such as `path parameter "id"`. */
  readonly label: string;
  readonly schema: Pointer;
  readonly value: unknown;
};

type ValueDriftFinding = Omit<CheckFinding, "part" | "at">;

/**
 * What a value shows beyond its schema, each once however often: `<side>.<location>.not-in-enum`, and of objects
 * `<side>.<location>.undeclared`.
 */
export function* findValueDrift(subject: CheckContext, spoken: NamedValue): Iterable<ValueDriftFinding> {
  const { direction, schema, value } = spoken;
  const told = new Set<string>();
  for (const undeclared of subject.collectUndeclared(schema, direction, value)) {
    const { kind, pointer, name: found, declared } = undeclared;
    const key = `${kind} ${pointer} ${found}`;
    if (told.has(key) || (kind !== "not-in-enum" && kind !== "undeclared")) continue;
    told.add(key);
    const code = codeOf(spoken, kind);
    const common = { code, contract: pointer, declared, occurrences: 1 };
    if (kind === "undeclared") {
      const message = `${spoken.label}: the property ${quote(found)} is not declared`;
      yield { ...common, message, valueClass: `property ${found}`, name: found };
      continue;
    }
    // What a cookie is for cannot be told from its name.
    const isSecret = spoken.location === "cookie";
    const unlisted = describeNotInEnum(subject, { schema, name: spoken.name, undeclared, isSecret });
    yield {
      ...common,
      message: `${spoken.label}: ${unlisted.message}`,
      valueClass: "not-in-enum",
      name: unlisted.name,
    };
  }
}

function codeOf({ direction, location }: NamedValue, kind: "not-in-enum" | "undeclared"): ValueDriftFinding["code"] {
  return direction === "request" ? `request.${location}.${kind}` : `response.header.${kind}`;
}
