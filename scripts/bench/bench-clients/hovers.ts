import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** What an editor shows of a call and of its result. */
export type Hover = { readonly name: string; readonly own: string; readonly peer: string };

const MAX_HOVERS = 10;

/** Returns the hover texts of ten calls that both clients have, spread over the spec. */
export function readHovers({
  own,
  peer,
  names,
}: {
  readonly own: string;
  readonly peer: string;
  readonly names: readonly string[];
}): readonly Hover[] {
  const sdk = join(peer, "sdk.gen.ts");
  if (!existsSync(sdk)) return [];
  const functions = new Set([...readFileSync(sdk, "utf8").matchAll(/^export const (\w+) = </gm)].map(([, it]) => it));
  const shared = names.filter((name) => functions.has(name));
  const step = Math.max(1, Math.floor(shared.length / MAX_HOVERS));
  const chosen = shared.filter((_, index) => index % step === 0).slice(0, MAX_HOVERS);
  const lines = (call: (name: string) => string) =>
    chosen.map((name, index) => `export const result${index} = await ${call(name)}({} as never);\n`).join("");
  const ownTexts = readQuickInfo(
    join(own, "hovers.ts"),
    `import { createClient } from "./client.js";\nconst client = createClient({} as never);\n${lines((name) => `client.${name}`)}`,
  );
  const peerTexts = readQuickInfo(
    join(peer, "hovers.ts"),
    `import * as sdk from "./sdk.gen";\n${lines((name) => `sdk.${name}`)}`,
  );
  return chosen.map((name, index) => ({ name, own: ownTexts[index] ?? "", peer: peerTexts[index] ?? "" }));
}

/** The hover texts of each call `const result = await client.call(…)` of a program: those of the call and of the result. */
export function readQuickInfo(file: string, text: string): readonly string[] {
  writeFileSync(file, text);
  const options = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, types: [] },
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? "") : undefined,
    getCurrentDirectory: () => join(file, ".."),
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  });
  const show = (position: number): string =>
    (service.getQuickInfoAtPosition(file, position)?.displayParts ?? []).map((part) => part.text).join("");
  return [...text.matchAll(/const (\w+) = await \w+\.(\w+)\(/g)].map(({ index, 0: line }) =>
    [show(index + line.length - 2), show(index + "const r".length)].join("\n"),
  );
}
