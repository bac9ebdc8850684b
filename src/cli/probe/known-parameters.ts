import type { Contract } from "../../gate/index.js";
import { findUnknownNames } from "../../probe/index.js";
import { UsageError } from "../process/usage-error.js";

/**
 * A value for a name that no request has would help nobody, and look as if it did.
 *
 * @param called How the command line or the configuration speaks of a name.
 * @throws UsageError that names all of them.
 */
export function assertKnownParameters(
  contract: Contract,
  parameters: Readonly<Record<string, unknown>>,
  called: (name: string) => string,
): void {
  const problems = findUnknownNames(contract, Object.keys(parameters)).map(({ name, nearest }) => {
    const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
    return `${called(name)}: no operation has a parameter, or a property of its body, of this name${hint}`;
  });
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
}
