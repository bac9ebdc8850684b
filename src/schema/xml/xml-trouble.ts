/** Where a text stops being XML, and why. It never leaves this folder: whoever asks is told of it as of a value. */
export class XmlTrouble extends Error {
  override name = "XmlTrouble" as const;
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}
