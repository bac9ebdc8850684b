import type { Document, Operation } from "../../document/index.js";
import { findPageFields, inferList } from "../../resources/index.js";
import type { ClientConfig } from "./client-config.js";
import type { ClientModel } from "./client-model.js";

/**
 * Names the operations that look like lists with pages, and have no method that reads all pages. Undefined if there are none, or
 * if the configuration has lists.
 */
export function formatListHint(document: Document, { calls }: ClientModel, config: ClientConfig): string | undefined {
  if (config.lists !== undefined) return undefined;
  const names = calls
    .filter(({ operation, traits }) => traits.list === undefined && isPagedList(document, operation))
    .map(({ operation }) => operation.id);
  if (names.length === 0) return undefined;
  const subject = names.length === 1 ? "looks like a list" : "look like lists";
  return `hint: ${formatSome(names)} ${subject} with pages; client.lists in contract.config.yaml adds methods that read all pages`;
}

/** The first of some names, and how many more there are. */
export function formatSome(names: readonly string[]): string {
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return `${names.slice(0, MAX_NAMES).join(", ")}${rest}`;
}

const MAX_NAMES = 3;

/** Whether an operation has a query parameter for pages, and responds with one array. */
function isPagedList(document: Document, operation: Operation): boolean {
  const { starts, size } = findPageFields(document, operation);
  return starts.length + (size === undefined ? 0 : 1) > 0 && inferList(document, operation) !== undefined;
}
