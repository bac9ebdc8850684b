import type { Pointer } from "../../document/index.js";
import { quote, type Undeclared } from "../../schema/index.js";
import type { CheckContext } from "../check.js";
import { formatRedactedValue, redactToType } from "./redacted-value.js";

type EnumValueContext = {
  readonly schema: Pointer;
  readonly name?: string;
  readonly undeclared: Undeclared;
  readonly isSecret?: boolean;
};

/** Formats the message and name for a value that `x-extensible-enum` does not list. */
export function describeNotInEnum(context: CheckContext, place: EnumValueContext): { message: string; name: string } {
  const { schema, name = "", undeclared, isSecret = false } = place;
  const { instance, declared } = undeclared;
  const got = quote(undeclared.name);
  const shown = isSecret ? redactToType(got) : formatRedactedValue(context, { schema, instance, name, got });
  return {
    message: `${shown} is not among the listed values ${declared.map(quote).join(", ")}`,
    name: shown.replace(/^"(.*)"$/s, "$1"),
  };
}
