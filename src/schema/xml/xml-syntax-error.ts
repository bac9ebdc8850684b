/** Thrown where a text is not well-formed XML, with a constant message. The functions of this directory catch it and return a reason instead. */
export class XmlSyntaxError extends Error {
  override name = "XmlSyntaxError" as const;
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}
