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

/** Creates a message, and escapes text that would be a link (SARIF, section 3.11.6). */
export function createMessage(text: string): { readonly text: string } {
  const shown = escapeControl(text);
  return { text: /\]\(/.test(shown) ? shown.replaceAll(/[[\]\\]/g, "\\$&") : shown };
}

/** Returns the path of a file relative to the repository root, or a file URI outside of it. Pseudo files have no location. */
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

/** Creates the location of the first exchange with a finding. It is a JSON Pointer, because lines of recordings help little. */
export function createRecordingLocation({ recording, snippet }: FindingGroup, paths: RepositoryPaths): object {
  const { source, index, pointer, body } = recording;
  const location = createArtifactLocation(source, paths);
  const inside = body === undefined ? "" : `, ${body === "" ? "whole body" : `body ${body}`}`;
  const shown = snippet === undefined ? "" : `: ${snippet.text}`;
  const name = escapeControl(pointer);
  return {
    id: 1,
    ...(location === undefined ? {} : { physicalLocation: { artifactLocation: location } }),
    ...(name === "" ? {} : { logicalLocations: [{ fullyQualifiedName: name, kind: "value" }] }),
    message: createMessage(`exchange ${index + 1} of ${source}${inside}${shown}`),
  };
}

/** Encodes a path segment. It handles reserved marks and unpaired surrogates, which encodeURIComponent does not. */
function encodeSegment(segment: string): string {
  const asPercent = (char: string): string => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment.replaceAll(/\p{Cs}/gu, "\ufffd")).replaceAll(/['()*!]/g, asPercent);
}
