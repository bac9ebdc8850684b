import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { FindingGroup } from "../../gate/index.js";
import { escapeControl } from "../formatting/escape-control.js";
import type { ReportInput } from "../report-input.js";

type RepositoryPaths = Pick<ReportInput, "pathInRepository">;
type SpecPosition = {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer: string;
};

/** A message; what would be taken for a link in it (section 3.11.6) is text. */
export function createMessage(text: string): { readonly text: string } {
  const shown = escapeControl(text);
  return { text: /\]\(/.test(shown) ? shown.replaceAll(/[[\]\\]/g, "\\$&") : shown };
}

/** A file from the root of the repository; one that is elsewhere by its whole address; undefined for what is no file. */
export function createArtifactLocation(file: string, { pathInRepository }: RepositoryPaths): object | undefined {
  const path = pathInRepository?.(file) ?? (isAbsolute(file) ? undefined : file);
  if (file.startsWith("<")) return undefined;
  if (path === undefined) return { uri: pathToFileURL(file).href };
  return { uri: path.split("/").map(encodeSegment).join("/"), uriBaseId: "%SRCROOT%" };
}

export function createSpecLocation({ file, line, column = 1, pointer }: SpecPosition, paths: RepositoryPaths): object {
  const location = createArtifactLocation(file, paths);
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  return {
    ...(location === undefined ? {} : { physicalLocation: { artifactLocation: location, ...region } }),
    logicalLocations: [{ fullyQualifiedName: escapeControl(pointer), kind: "object" }],
  };
}

/** The exchange that shows a finding first. Recordings have no lines that anybody would look for: the place is a JSON Pointer. */
export function createRecordingLocation({ recording, snippet }: FindingGroup, paths: RepositoryPaths): object {
  const { source, index, pointer, body } = recording;
  const location = createArtifactLocation(source, paths);
  const inside = body === undefined ? "" : `, in its body ${body === "" ? "at the top" : body}`;
  const shown = snippet === undefined ? "" : `: ${snippet.text}`;
  const name = escapeControl(pointer);
  return {
    id: 1,
    ...(location === undefined ? {} : { physicalLocation: { artifactLocation: location } }),
    ...(name === "" ? {} : { logicalLocations: [{ fullyQualifiedName: name, kind: "value" }] }),
    message: createMessage(`exchange ${index + 1} of ${source}${inside}${shown}`),
  };
}

/** Marks that a URI may not hold everywhere and halves of a pair are no business of encodeURIComponent. */
function encodeSegment(segment: string): string {
  const asPercent = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment.replaceAll(/\p{Cs}/gu, "\ufffd")).replaceAll(/['()*!]/g, asPercent);
}
