type BranchError = { readonly instancePath: string; readonly params: Readonly<Record<string, unknown>> };

/** The property of a discriminator, and the index of the branch that each of its values names. */
export type BranchTags = readonly [property: string, branches: Readonly<Record<string, number>>];

/**
 * Reduces the errors of a failed `oneOf` or `anyOf` to those of the branch that the discriminator names, as closest-branch.ts does. If it
 * names none, the error is about its property.
 *
 * @param errors those before the composition, of its branches, and of the composition
 * @param starts where the errors of each branch start
 */
export function selectDiscriminatedErrors(
  errors: readonly BranchError[],
  starts: readonly number[],
  [property, branches]: BranchTags,
  value: unknown,
): readonly BranchError[] {
  const failed = errors.at(-1);
  if (failed === undefined || failed.params.passingSchemas || typeof value !== "object" || Array.isArray(value))
    return errors;
  const before = errors.slice(0, starts[0]);
  const tag = Object.hasOwn(Object(value), property) ? Object(value)[property] : undefined;
  const index = Object.hasOwn(branches, tag) ? (branches[tag] ?? 0) : -1;
  if (index >= 0) return [...before, ...errors.slice(starts[index], starts[index + 1] ?? -1)];
  const params = tag === undefined ? { missingProperty: property } : { allowedValues: Object.keys(branches) };
  const wrong =
    tag === undefined
      ? { keyword: "required", message: `must have required property '${property}'` }
      : {
          keyword: "enum",
          message: "must be equal to one of the allowed values",
          instancePath: `${failed.instancePath}/${property}`,
        };
  return [...before, { ...failed, params, ...wrong }];
}
