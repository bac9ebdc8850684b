type BranchError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** The property of a discriminator, and the index of the branch that each of its values names. */
export type BranchTags = readonly [property: string, branches: Readonly<Record<string, number>>];

/**
 * Reduces the errors of a failed `oneOf` or `anyOf` to those of the branch that was most likely meant, as closest-branch.ts does. This is
 * the branch that the discriminator names, or else the only one with the fewest errors. A wrong `enum` or `const` counts most.
 *
 * @param errors those before the composition, of its branches, and of the composition
 * @param starts where the errors of each branch start
 */
export function selectClosestErrors(
  errors: readonly BranchError[],
  starts: readonly number[],
  tags?: BranchTags,
  value?: unknown,
): readonly BranchError[] {
  const before = errors.slice(0, starts[0]);
  const failed = errors.at(-1);
  if (failed === undefined || failed.params.passingSchemas) return [...before, ...errors.slice(-1)];
  const { instancePath } = failed;
  const branches = starts.map((start, index) => errors.slice(start, starts[index + 1] ?? -1));
  const typed = branches.filter((it) => !it.some((own) => own.keyword === "type" && own.instancePath === instancePath));
  if (tags !== undefined && typed.length > 0) {
    const [property, indexes] = tags;
    const tag = Object.hasOwn(Object(value), property) ? Object(value)[property] : undefined;
    const named = Object.hasOwn(indexes, tag) ? branches[indexes[tag] ?? -1] : undefined;
    if (named !== undefined) return [...before, ...named];
    const wrong =
      tag === undefined
        ? {
            keyword: "required",
            params: { missingProperty: property },
            message: `must have required property '${property}'`,
          }
        : {
            keyword: "enum",
            params: { allowedValues: Object.keys(indexes) },
            message: "must be equal to one of the allowed values",
            instancePath: `${instancePath}/${property}`,
          };
    return [...before, { ...failed, ...wrong }];
  }
  const isWrongTag = ({ keyword, instancePath: at }: BranchError): boolean =>
    /enum|const/.test(keyword) && at.slice(instancePath.length).lastIndexOf("/") === 0;
  const getDistance = (branch: readonly BranchError[]) => branch.length + 1000 * branch.filter(isWrongTag).length;
  const least = Math.min(...typed.map(getDistance));
  const [only, ...others] = typed.filter((it) => getDistance(it) === least);
  return only !== undefined && others.length === 0 ? [...before, ...only] : errors;
}
