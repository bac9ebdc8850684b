/** Where a text stops being XML, and why. It never leaves this folder: whoever asks is told of it as of a value. */
export class XmlSyntaxError extends Error {
  override name = "XmlSyntaxError" as const;
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}
