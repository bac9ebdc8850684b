/** An edit that is told by a code: what stood there, and what stands there now. */
export type DiffExample = {
  readonly old: string;
  readonly new: string;
  /** The message of the finding. */
  readonly message: string;
  /** A value that only one side accepts. */
  readonly counterexample?: string;
};
