import type { Contract } from "../../check/index.js";
import { buildServerUrl } from "../../document/index.js";

/** The base URL for formats that record no host: the first given server, or else the server of the spec if all have one origin. */
export function resolveBaseUrl(
  { operations }: Pick<Contract, "operations">,
  given: readonly string[],
): string | undefined {
  const overrides = given.map((option) => option.replace(/^[^:/?#=]+=/, "")).filter((url) => URL.canParse(url));
  const own = operations.flatMap(({ servers }) => servers).map((server) => buildServerUrl(server));
  const origins = new Set(own.map((url) => (URL.canParse(url) ? new URL(url).origin : "")));
  return overrides[0] ?? (origins.size === 1 ? own.find((url) => URL.canParse(url)) : undefined);
}
