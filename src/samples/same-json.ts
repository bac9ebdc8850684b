/** Whether two values are equal JSON. The order of properties does not matter. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left instanceof Number || right instanceof Number) return String(left) === String(right);
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    );
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(getMember(left, name), getMember(right, name)))
  );
}

function getMember(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}
