import { type Pointer, parsePointer } from "../../document/index.js";
import { isSecretName, isSecretPath, REDACTED, redactText } from "../../exchange/index.js";
import { isSensitive } from "../../schema/index.js";
import type { CheckContext } from "../check.js";

type ValueLocation = {
  /** The schema of the whole value, and the place in it. */
  readonly schema: Pointer | undefined;
  readonly instance: Pointer;
  /** What the value is called when the place is the whole of it. */
  readonly name?: string;
  /** The value as a message would show it. */
  readonly got: string;
};

/** A value as a message may show it: secrets by the contract's word, by their name or by their looks are taken out. */
export function formatRedactedValue({ schemas }: CheckContext, { schema, instance, name, got }: ValueLocation): string {
  const value = got.replace(/^(string|integer|number) /, "");
  const isSecret =
    isSecretName(name ?? "") || isSecretPath(parsePointer(instance), value) || isSensitive(schemas, schema, instance);
  return isSecret ? redactToType(got) : redactText(got);
}

/** The type is no secret, and helps to find out what went wrong. */
export function redactToType(got: string): string {
  const [, type] = /^(string|integer|number|boolean) /.exec(got) ?? [];
  if (type !== undefined) return `${type} ${REDACTED}`;
  return got.startsWith('"') ? REDACTED : got;
}
