import { type Difference, diff as differenceOf } from "../diff/index.js";
import { asObject, type Document, listOperations, type Operation } from "../document/index.js";
import { type FailOn, readBaseline, selectOperations } from "../gate/index.js";
import { ownTool } from "../library/own-tool.js";
import { DIFF_FORMATS, fails, type ToldDescription, type ToldDiff } from "../report/diff/formats.js";
import { DIFF_FORMAT_NAMES } from "../report/index.js";
import { type DescriptionAt, descriptionAt } from "./description-at.js";
import type { ExitCode, Io } from "./io.js";
import { escapedForRunner } from "./job-summary.js";
import { readNamed } from "./read-named.js";
import { parseOutputsOf, repositoryPaths, written } from "./tell.js";

/** The options of `contract diff`, as the command line gives them. */
export type DiffCommand = {
  readonly format?: readonly string[];
  readonly failOn?: FailOn;
  readonly only?: readonly string[];
  readonly baseline?: string;
  readonly quiet?: boolean;
};

/** `contract diff`: what breaks between two descriptions. */
export function diff(names: { readonly old: string; readonly new: string }, options: DiffCommand, io: Io): ExitCode {
  const outputs = parseOutputsOf(DIFF_FORMAT_NAMES, options.format);
  const described = { old: descriptionAt(names.old), new: descriptionAt(names.new) };
  const documents = { old: described.old.document, new: described.new.document };
  const difference = differenceOf(documents, { only: selected(documents, options.only ?? []) });
  const { failOn = "error", quiet = false } = options;
  const told: ToldDiff = {
    difference,
    old: toldOf(described.old),
    new: toldOf(described.new),
    failOn,
    ...acceptedBy(options.baseline, io),
    tool: ownTool(),
    source: { old: described.old.lines, new: described.new.lines },
    pathInRepository: repositoryPaths(io.env.GITHUB_WORKSPACE ?? io.env.CI_PROJECT_DIR),
    colour: false,
  };
  const unwritten: string[] = [];
  for (const { format, file } of outputs) {
    const isShown = file === undefined && io.isTerminal;
    const colour = isShown && io.env.NO_COLOR === undefined;
    const text = DIFF_FORMATS[format]({ ...told, colour, ...(isShown ? { width: io.columns } : {}) });
    if (file !== undefined) unwritten.push(...written(file, text));
    else if (format !== "text" || !quiet || fails(told)) io.stdout(escapedForRunner(text, format, io));
  }
  for (const it of [...unwritten, ...unjudged(difference)]) io.stderr(`contract diff: ${it}\n`);
  if (unwritten.length > 0 || unjudged(difference).length > 0) return 2;
  return fails(told) ? 1 : 0;
}

/** The breaks that a baseline accepts: of the same form as that of `contract check`. */
function acceptedBy(path: string | undefined, io: Io): Pick<ToldDiff, "accepted"> {
  if (path === undefined) return {};
  const text = readNamed(path, "give a file of breaks that are accepted");
  return { accepted: { path, waivers: readBaseline(path, text), today: io.today ?? "" } };
}

/** Nothing breaks where nothing was looked at. */
function unjudged({ operations }: Difference): string[] {
  return operations.old === 0
    ? ["could not judge: the old description has no operations, so there was nothing to compare"]
    : [];
}

function selected(
  { old, new: next }: Record<"old" | "new", Document>,
  only: readonly string[],
): (it: Operation) => boolean {
  const key = ({ kind, method, path }: Operation): string => `${kind} ${method} ${path}`;
  const chosen = new Set(selectOperations([...listOperations(old), ...listOperations(next)], only).map(key));
  return (operation) => chosen.has(key(operation));
}

function toldOf({ document, path, ref }: DescriptionAt): ToldDescription {
  const { title, version } = asObject(document.root.info) ?? {};
  return { path, ...(ref === undefined ? {} : { ref }), title: String(title ?? ""), version: String(version ?? "") };
}
