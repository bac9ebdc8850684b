/** Functions that colour text for a terminal, or return it unchanged. */
export type Colors = Readonly<Record<"red" | "yellow" | "green" | "bold" | "dim", (text: string) => string>>;

export function createColors(colour: boolean): Colors {
  const ink = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return { red: ink(31, 39), yellow: ink(33, 39), green: ink(32, 39), bold: ink(1, 22), dim: ink(2, 22) };
}
