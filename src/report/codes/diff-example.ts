/** An example change for a code: the spec before and after it. */
export type DiffExample = {
  readonly old: string;
  readonly new: string;
  /** The message of the finding. */
  readonly message: string;
  /** A value that only one of the specs accepts. */
  readonly counterexample?: string;
};
