/** Something that generating needs is not there, or the description cannot be said in TypeScript. */
export class GenerateError extends Error {
  override name = "GenerateError" as const;
}
