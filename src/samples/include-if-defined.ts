/** A property that is there when it has a value, to be spread into an object. */
export function includeIfDefined<Name extends string, T>(
  name: Name,
  value: T | undefined,
): { readonly [key in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: T };
}
