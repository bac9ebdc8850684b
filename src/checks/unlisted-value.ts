import type { Pointer } from "../document/index.js";
import { type Observation, quote } from "../schema/index.js";
import type { Subject } from "./check.js";
import { shownValue } from "./shown-value.js";

type Place = { readonly schema: Pointer; readonly name?: string; readonly observation: Observation };

/** The words for a value that an open enumeration does not list. */
export function unlistedValue(
  subject: Subject,
  { schema, name, observation }: Place,
): { message: string; name: string } {
  const { instance, declared } = observation;
  const shown = shownValue(subject, {
    schema,
    instance,
    ...(name === undefined ? {} : { name }),
    got: quote(observation.name),
  });
  return {
    message: `${shown} is not among the listed values ${declared.map(quote).join(", ")}`,
    name: shown.replace(/^"(.*)"$/, "$1"),
  };
}
