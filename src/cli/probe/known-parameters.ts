import type { Contract } from "../../gate/index.js";
import { findUnknownNames } from "../../probe/index.js";
import { UsageError } from "../process/usage-error.js";

/**
 * Rejects values for names that no request uses, which would have no effect.
 *
 * @param formatName Formats a name for the message, as the command line or the configuration writes it.
 * @param inputNames Names of workflow inputs, which may have values too.
 * @throws UsageError that lists all unknown names.
 */
export function assertKnownParameters(
  contract: Contract,
  parameters: Readonly<Record<string, unknown>>,
  formatName: (name: string) => string,
  inputNames: readonly string[] = [],
): void {
  const names = Object.keys(parameters).filter((name) => !inputNames.includes(name));
  const messages = findUnknownNames(contract, names).map(({ name, nearest }) => {
    const hint = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
    return `${formatName(name)}: no operation has a parameter or body property of this name${hint}`;
  });
  if (messages.length > 0) throw new UsageError(messages.join("\n"));
}
