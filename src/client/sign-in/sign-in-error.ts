/**
 * Nobody could be signed in: the key cannot sign, or the service refused. The message says what was tried, what was answered
 * and what would be accepted, and holds no secret. That the service could not be reached is an error of the call itself.
 */
export class SignInError extends Error {
  override readonly name = "SignInError" as const;
  /** Of the answer of `POST /token`; undefined when nothing was asked. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(`sign-in: ${message}`);
    this.status = status;
  }
}
