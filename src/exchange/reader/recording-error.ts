/** A recording that cannot be read as a whole: nothing after the place it names can be trusted. */
export class RecordingError extends Error {
  override readonly name = "RecordingError" as const;
  /** The file as the user named it, or `<stdin>`. */
  readonly source: string;
  readonly pointer?: string;
  /** Zero-based, in bytes of the unpacked recording. */
  readonly offset?: number;
  readonly line?: number;
  /** One-based, in bytes: a recording is often one line of many megabytes, where characters would have to be counted. */
  readonly column?: number;

  constructor(message: string, { source, pointer, position, cause }: RecordingErrorContext) {
    const where = position === undefined ? source : `${source}:${position.line}:${position.column}`;
    const details = [position && `byte ${position.offset}`, pointer]
      .filter((detail) => detail !== undefined)
      .join(", ");
    super(`${where}${details === "" ? "" : ` (${details})`}: ${message}`, cause === undefined ? {} : { cause });
    this.source = source;
    if (pointer !== undefined) this.pointer = pointer;
    if (position !== undefined) ({ offset: this.offset, line: this.line, column: this.column } = position);
  }
}

export type RecordingErrorContext = {
  readonly source: string;
  readonly pointer?: string | undefined;
  readonly position?: BytePosition | undefined;
  readonly cause?: unknown;
};

/** A place in the bytes of a recording. */
export type BytePosition = { readonly offset: number; readonly line: number; readonly column: number };
