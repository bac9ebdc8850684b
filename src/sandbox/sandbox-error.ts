/** A sandbox cannot be started as it was asked for. The message says what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}
