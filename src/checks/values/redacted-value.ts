import { type Pointer, parsePointer } from "../../document/index.js";
import { isSecretName, isSecretPath, REDACTED, redactText } from "../../exchange/index.js";
import { isSensitive } from "../../schema/index.js";
import type { CheckContext } from "../check.js";

type ValueLocation = {
  /** The schema of the whole value. */
  readonly schema: Pointer | undefined;
  /** The location within the value. */
  readonly instance: Pointer;
  /** The name of the parameter or header that holds the value. */
  readonly name?: string;
  /** The value as formatted for a message. */
  readonly got: string;
};

/** Redacts a value for a message if the spec, its name or its format marks it as secret. */
export function formatRedactedValue({ schemas }: CheckContext, { schema, instance, name, got }: ValueLocation): string {
  const value = got.replace(/^(string|integer|number) /, "");
  const isSecret =
    isSecretName(name ?? "") || isSecretPath(parsePointer(instance), value) || isSensitive(schemas, schema, instance);
  return isSecret ? redactToType(got) : redactText(got);
}

/** Redacts the value but keeps its type, which is not secret and helps with diagnosis. */
export function redactToType(got: string): string {
  const [, type] = /^(string|integer|number|boolean) /.exec(got) ?? [];
  if (type !== undefined) return `${type} ${REDACTED}`;
  return got.startsWith('"') ? REDACTED : got;
}
