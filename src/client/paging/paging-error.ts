/**
 * A listing broke off: a page behind the first could not be read (`cause`), or it goes on where no listing may. All items of
 * the pages before have been given.
 */
export class PagingError extends Error {
  declare readonly name: "PagingError";
  /** Where the listing goes on: give it as `resume`. Undefined where there is nothing to go on with. */
  declare readonly resume: string | undefined;

  constructor(message: string, resume?: string, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, { name: "PagingError", resume });
  }
}
