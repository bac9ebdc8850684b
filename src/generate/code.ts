/** Source text among the values of a literal. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value of a literal in generated code. */
export type CodeValue =
  | Code
  | string
  | number
  | boolean
  | null
  | readonly CodeValue[]
  | { readonly [name: string]: CodeValue };
