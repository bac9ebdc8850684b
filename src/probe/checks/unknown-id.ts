import type { CheckFinding } from "../../checks/index.js";
import { toPrintable } from "../../schema/index.js";
import { readPathShape } from "../graph/path-shape.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { readView } from "./rule.js";

/** Checks the response for an id that does not exist. `name` is that of its parameter. */
export function checkUnknownIdentifier(
  result: ProbeExchange,
  name = readPathShape(result.operation.path).steps.at(-1)?.name ?? "id",
): CheckFinding | undefined {
  if (!isAccepted(result)) return undefined;
  const items = findListedItems(result);
  // A collection below a missing resource may be empty, but a single resource must not exist.
  if (items !== undefined && items.length === 0) return undefined;
  return createInventedFinding(result, name, "identifier");
}

/**
 * Checks that a read of something unknown is not rejected for another reason: 401 says that the credentials are invalid, and 400 that the
 * request is (RFC 9110, section 15.5). Only an id in the form of a UUID is certainly valid.
 */
export function checkUnknownStatus(
  result: ProbeExchange,
  { name, isUuid }: { readonly name: string; readonly isUuid: boolean },
): CheckFinding | undefined {
  const { status } = result.exchange.response;
  const documented = result.operation.responses.map((it) => it.status).filter((it) => /^40[34]$/.test(it));
  const isWrong = status === 401 || (isUuid && [400, 405, 409, 422].includes(status));
  if (documented.length === 0 || !isWrong) return undefined;
  const message = `the response is ${status} for an unknown ${toPrintable(name)} in a valid request; expected ${documented.join(" or ")} (RFC 9110, section 15.5)`;
  const place = { part: "response.status" } as const;
  return readView(result).fail("exchange.http.violated", message, `unknown ${name} ${status}`, place);
}

/** Checks a list below an id that does not exist. `parent` is the response for the resource itself. */
export function checkUnknownParent(
  result: ProbeExchange,
  parent: ProbeExchange,
  name: string,
): CheckFinding | undefined {
  const isDocumented = result.operation.responses.some(({ status }) => status === "404");
  if (!isAccepted(result) || !isDocumented || parent.exchange.response.status !== 404) return undefined;
  return createInventedFinding(result, name, "parent");
}

/** Checks a write whose body names something that does not exist. */
export function checkUnknownReference(result: ProbeExchange, name: string): CheckFinding | undefined {
  return isAccepted(result) ? createInventedFinding(result, name, `reference ${name}`) : undefined;
}

/**
 * Checks that a request without valid credentials gets 401 for an id that does not exist, as it does for one that exists. Otherwise
 * the status shows which ids exist.
 *
 * @param known The response for an id that exists.
 */
export function checkUnknownHidden(
  known: ProbeExchange,
  result: ProbeExchange,
  name: string,
): CheckFinding | undefined {
  const [{ status: expected }, { status }] = [readView(known), readView(result)];
  if (expected !== 401 || !(isAccepted(result) || [403, 404, 409, 410].includes(status))) return undefined;
  const message = `${toPrintable(result.edit?.what ?? "")}, the response is ${status} for an unknown ${toPrintable(name)}, but 401 for a known one; expected 401 for both, because credentials are checked first`;
  const place = { part: "response.status", contract: result.operation.securityPointer } as const;
  return readView(result).fail("exchange.security.unchecked", message, `unknown ${name}`, place);
}

/**
 * Checks a success for an id that does not exist, where the spec documents no 404: other operations of the method respond with 404. `read` is
 * the response to a GET of the same id.
 */
export function checkUnknownAmongOthers(
  result: ProbeExchange,
  read: ProbeExchange,
  others: readonly ProbeExchange[],
): CheckFinding | undefined {
  const isMissing = (it: ProbeExchange): boolean => it.exchange.response.status === 404;
  const isUsual = others.length > 0 && others.every(isMissing) && (read === result || isMissing(read));
  const finding = isUsual ? checkUnknownIdentifier(result) : undefined;
  const ids = others.map(({ operation }) => operation.id).join(", ");
  return finding && { ...finding, message: `${finding.message}, as from ${toPrintable(ids)}` };
}

function createInventedFinding(result: ProbeExchange, name: string, valueClass: string): CheckFinding {
  const documented = result.operation.responses.map(({ status }) => status).filter((it) => /^40[34]$/.test(it));
  const message = `the response is ${result.exchange.response.status} for an unknown ${toPrintable(name)}; expected ${documented.length === 0 ? "404" : documented.join(" or ")}`;
  return readView(result).fail("exchange.resource.invented", message, valueClass, { part: "response.status" });
}
