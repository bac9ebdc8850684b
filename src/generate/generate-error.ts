/** A required tool is missing, or the spec cannot be expressed in TypeScript. */
export class GenerateError extends Error {
  override name = "GenerateError" as const;
}
