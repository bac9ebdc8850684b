import type { Operation } from "../document/index.js";
import { createOperationNames } from "./client/operation-names.js";

/** The names by which the validators of operations can be imported; undefined for operations without one. */
export function listValidatorExports(operations: readonly Operation[]): readonly (string | undefined)[] {
  const taken = new Set([...RESERVED, ...operations.map(({ id }) => id).filter(isIdentifier)]);
  const names = createOperationNames(operations.filter(({ kind }) => kind === "path"));
  return operations.map((operation) => {
    if (isIdentifier(operation.id)) return RESERVED.includes(operation.id) ? undefined : operation.id;
    const name = names.get(operation)?.name;
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  });
}

const RESERVED = ["validators", "webhooks", "default", "Validator", "ValidationError"];

function isIdentifier(id: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(id);
}
