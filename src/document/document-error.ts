import type { Location } from "./source-file.js";

/** One reason why a description cannot be used, with its place. */
export type DocumentProblem = { readonly message: string; readonly location: Location };

/** The description cannot be judged against: it does not parse, or something in it points nowhere. Never a finding. */
export class DocumentError extends Error {
  override name = "DocumentError" as const;
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[], options?: ErrorOptions) {
    super(problems.map(({ message, location }) => `${formatLocation(location)}: ${message}`).join("\n"), options);
    this.problems = problems;
  }
}

export function formatLocation({ file, line, column }: Location): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}
