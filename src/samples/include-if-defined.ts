/**
 * Returns an object with the property, or an empty object if the value is undefined. Spread it into an object literal.
 */
export function includeIfDefined<Name extends string, T>(
  name: Name,
  value: T | undefined,
): { readonly [key in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: T };
}
