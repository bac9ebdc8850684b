import { buildServerUrl } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";

/** The base URL for formats that record no host: the first given server, or else the first server of the spec. */
export function resolveBaseUrl(
  { operations }: Pick<Contract, "operations">,
  given: readonly string[],
): string | undefined {
  const [server] = operations[0]?.servers ?? [];
  const own = server === undefined ? [] : [buildServerUrl(server)];
  return [...given.map((option) => option.replace(/^[^:/?#=]+=/, "")), ...own].find((url) => URL.canParse(url));
}
