import { isObject, type Json, type JsonObject } from "./json.js";
import { joinPointer, type Pointer, parsePointerFragment, valueAt } from "./pointer.js";
import { getObjectField, type ObjectKind } from "./structure.js";

export type MisplacedValue = {
  readonly pointer: Pointer;
  readonly message: string;
  /** The schema that becomes unusable; absent if the spec becomes unusable. */
  readonly within?: Pointer;
};

/**
 * Finds values and reference targets that are not objects where OpenAPI requires one, since they would be ignored silently.
 * Examples and links do not affect validity and are not checked. An error in a schema makes only that schema unusable.
 */
export function findMisplacedValues(root: JsonObject): MisplacedValue[] {
  const found: MisplacedValue[] = [];
  visitNode(root, root, { kind: "openapi", pointer: "" }, found);
  return found;
}

type NodePosition = { readonly kind: ObjectKind; readonly pointer: Pointer; readonly within?: Pointer };

function visitNode(
  root: JsonObject,
  node: Json | undefined,
  { kind, pointer, within }: NodePosition,
  found: MisplacedValue[],
): void {
  if (kind === "example" || kind === "link") return;
  if (kind === "schema" && (typeof node === "boolean" || (Array.isArray(node) && DEPENDENCY.test(pointer)))) return;
  if (!isObject(node)) {
    const message = `expected ${formatKind(kind)} here, found ${formatType(node)}`;
    found.push({ pointer, message, ...(within === undefined ? {} : { within }) });
    return;
  }
  if (typeof node.$ref === "string" && isDangling(root, node.$ref, kind)) {
    const message = `$ref "${node.$ref}" does not lead to ${formatKind(kind)}`;
    found.push({ pointer: joinPointer(pointer, "$ref"), message, ...(kind === "schema" ? { within: pointer } : {}) });
  }
  for (const [name, value] of Object.entries(node)) {
    // `$ref` is not a field, even in objects with arbitrary field names, such as a callback.
    if (name !== "$ref") visitField(root, value, { kind, pointer, name }, found);
  }
}

/** Before 2019-09, a dependency could be a list of names. */
const DEPENDENCY = /\/dependencies\/[^/]*$/;

function visitField(
  root: JsonObject,
  value: Json,
  { kind, pointer, name }: NodePosition & { name: string },
  found: MisplacedValue[],
): void {
  const field = getObjectField(kind, name);
  // YAML files often leave an empty map or array without a value.
  if (field === undefined || (value === null && field.holds !== "one")) return;
  const at = joinPointer(pointer, name);
  const inSchema = kind === "schema" ? { within: pointer } : {};
  // Before 2020-12 `items` could be a list, which the schema engine supports for those dialects.
  const isMany = field.holds === "array" || (name === "items" && Array.isArray(value));
  if (field.holds === "one" && !isMany) {
    visitNode(root, value, { kind: field.kind, pointer: at, ...inSchema }, found);
    return;
  }
  if (isMany !== Array.isArray(value) || typeof value !== "object" || value === null) {
    found.push({
      pointer: at,
      message: `expected ${isMany ? "an array" : "an object"} here, found ${formatType(value)}`,
      ...inSchema,
    });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (!key.startsWith("x-") || name === "properties" || name === "headers") {
      const itemAt = joinPointer(at, key);
      const within = kind === "components" && field.kind === "schema" ? { within: itemAt } : inSchema;
      visitNode(root, item, { kind: field.kind, pointer: itemAt, ...within }, found);
    }
  }
}

/** Whether a local reference leads to no object. References of schemas that are not local are resolved or reported already. */
function isDangling(root: JsonObject, reference: string, kind: ObjectKind): boolean {
  const pointer = reference.startsWith("#") ? parsePointerFragment(reference.slice(1)) : undefined;
  if (pointer === undefined) return kind !== "schema";
  const target = valueAt(root, pointer);
  return !isObject(target) && !(kind === "schema" && typeof target === "boolean");
}

function formatKind(kind: ObjectKind): string {
  const text = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return /^[aeiou]/.test(text) ? `an ${text} object` : `a ${text} object`;
}

function formatType(value: Json | undefined): string {
  if (value === null) return "nothing";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
