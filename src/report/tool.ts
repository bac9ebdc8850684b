/** The program that wrote a report. */
export type Tool = { readonly name: string; readonly version: string };
