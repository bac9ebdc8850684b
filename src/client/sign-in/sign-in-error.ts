/**
 * Nobody could be signed in: the key cannot sign, or the service refused. The message says what was tried, what was answered
 * and what would be accepted, and holds no secret. That the service could not be reached is an error of the call itself.
 */
export class SignInError extends Error {
  declare readonly name: "SignInError";
  /** Of the answer of `POST /token`; undefined when nothing was asked. */
  declare readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(`sign-in: ${message}`);
    Object.assign(this, { name: "SignInError", status });
  }
}
