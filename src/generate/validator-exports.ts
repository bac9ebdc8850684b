import { type Operation, type Pointer, takeName } from "../document/index.js";
import type { MessageDirection } from "../schema/index.js";
import { createOperationNames, isIdentifier } from "./client/operation-names.js";
import type { NamedSchema } from "./types/schema-types.js";
import type { OperationTargets, ValidatorTarget } from "./validator-targets.js";

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

/** A named schema that is exported as a Standard Schema, and its type as text. */
export type SchemaExport = { readonly name: string; readonly type: string; readonly target: ValidatorTarget };

/**
 * The exports of named schemas: `NoteSchema` of the type `Note`.
 *
 * @param reached the schemas that operations have in a direction. One that only requests have shares its validator with them.
 */
export function listSchemaExports(
  schemas: readonly NamedSchema[],
  targets: readonly OperationTargets[],
  reached: Readonly<Record<MessageDirection, ReadonlySet<Pointer>>>,
): readonly SchemaExport[] {
  const writable = new Set(schemas.flatMap((it) => (it.direction === "request" ? [it.pointer] : [])));
  const taken = new Set(listValidatorExports(targets.map(({ operation }) => operation)).map(String));
  return schemas.flatMap(({ name: member, alias, pointer, direction }) => {
    if (alias === undefined) return [];
    const name = takeName(`${alias}Schema`, taken);
    const type = `components["schemas"][${JSON.stringify(member)}]`;
    const isOnlySent = reached.request.has(pointer) && !reached.response.has(pointer) && !writable.has(pointer);
    return [{ name, type, target: { pointer, view: isOnlySent ? "request" : direction } }];
  });
}

const RESERVED = ["validators", "webhooks", "default", "Validator", "ValidationError"];
