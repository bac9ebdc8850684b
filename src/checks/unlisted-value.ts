import type { Pointer } from "../document/index.js";
import { type Observation, quote } from "../schema/index.js";
import type { Subject } from "./check.js";
import { shownValue, withoutValue } from "./shown-value.js";

type Place = {
  readonly schema: Pointer;
  readonly name?: string;
  readonly observation: Observation;
  readonly isSecret?: boolean;
};

/** The words for a value that an open enumeration does not list. */
export function unlistedValue(subject: Subject, place: Place): { message: string; name: string } {
  const { schema, name = "", observation, isSecret = false } = place;
  const { instance, declared } = observation;
  const got = quote(observation.name);
  const shown = isSecret ? withoutValue(got) : shownValue(subject, { schema, instance, name, got });
  return {
    message: `${shown} is not among the listed values ${declared.map(quote).join(", ")}`,
    name: shown.replace(/^"(.*)"$/s, "$1"),
  };
}
