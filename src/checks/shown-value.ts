import { lastToken, type Pointer } from "../document/index.js";
import { isSecretName, redacted, redactText } from "../exchange/index.js";
import { isSensitive } from "../schema/index.js";
import type { Subject } from "./check.js";

type Place = {
  /** The schema of the whole value, and the place in it. */
  readonly schema: Pointer | undefined;
  readonly instance: Pointer;
  /** What the value is called when the place is the whole of it. */
  readonly name?: string;
  /** The value as a message would show it. */
  readonly got: string;
};

/** A value as a message may show it: secrets by the contract's word, by their name or by their looks are taken out. */
export function shownValue({ schemas }: Subject, { schema, instance, name, got }: Place): string {
  const names = instance === "" ? [name ?? ""] : instance.slice(1).split("/");
  if (names.some(isSecretName) || isSecretName(lastToken(instance))) return redacted;
  return isSensitive(schemas, schema, instance) ? redacted : redactText(got);
}
