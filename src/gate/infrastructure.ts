import { hasTrailingSlashMismatch } from "../checks/index.js";
import type { Operation } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";

/**
 * Why an answer is not the operation's own: a redirect that the contract does not know comes from what stands before the
 * service, and a path that differs by its last slash may be refused like any other that is not in the contract.
 */
export function whyInfrastructure({ request, response }: Exchange, operation: Operation): string | undefined {
  const { status } = response;
  if (hasTrailingSlashMismatch(request.url, operation) && (status === 404 || status === 405))
    return `not in the contract but for the slash at its end, and refused with ${status}`;
  const isDocumented = operation.responses.some(
    ({ status: documented }) => /^3/.test(documented) && fits(documented, status),
  );
  return REDIRECTS.has(status) && !isDocumented
    ? `a redirect (${status}) that the contract does not document`
    : undefined;
}

function fits(documented: string, status: number): boolean {
  return documented === String(status) || documented.toUpperCase() === "3XX";
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
