import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Document, tryCall } from "../../document/index.js";
import type { ClientConfig } from "../../generate/client/client-config.js";
import { generateOutput } from "../../generate/generate.js";
import { GenerateError } from "../../generate/generate-error.js";
import { generatePackage } from "../../generate/package/package-files.js";
import { getToolInfo } from "../../library/tool-info.js";

type GeneratedTarget = { readonly generate: () => Promise<ReadonlyMap<string, string>>; readonly command: string };

type GeneratedFolder = {
  readonly folder: string;
  /** What the spec does not say about its client. */
  readonly client?: ClientConfig | undefined;
  /** The configuration, if it is named. */
  readonly config?: string | undefined;
};

/**
 * @param target what the directory should hold, and the command that writes it. By default, a directory with a generated
 *   `package.json` holds a package, and any other the files of `--out`.
 */
export async function compareGeneratedFiles(
  document: Document,
  given: GeneratedFolder,
  target: GeneratedTarget = detectTarget(document, given),
) {
  const { folder } = given;
  const { generate, command } = target;
  const fix = `run ${command}`;
  const files = new Map<string, string>();
  if (!existsSync(folder))
    return { state: "missing", messages: [`directory ${folder} of generated files does not exist: ${fix}`], files };
  const generated = await generate().catch((error: unknown) => {
    if (error instanceof GenerateError) return error;
    throw error;
  });
  if (generated instanceof GenerateError)
    return { state: "cannot be compared", messages: [`${folder} cannot be compared: ${generated.message}`], files };
  const messages = [...generated].flatMap(([name, content]) => {
    const path = join(folder, name);
    const current = readTextIfExists(path);
    if (current === content) return [];
    return [`${path} ${current === undefined ? "does not exist" : "is outdated"}: ${fix}`];
  });
  return {
    state: messages.length === 0 ? "up to date" : "outdated",
    /** What differs and how to fix it; empty if up to date. */
    messages,
    /** What the current spec generates; none if the directory does not exist, or cannot be compared. */
    files: generated,
  };
}

/** The start of the command that writes the files again. */
export function formatGenerateCommand(spec: string, config: string | undefined): string {
  return `contract generate${config === undefined ? "" : ` --config ${config}`} --spec ${spec}`;
}

function detectTarget(document: Document, { folder, client = {}, config }: GeneratedFolder): GeneratedTarget {
  const command = formatGenerateCommand(document.path, config);
  const text = readTextIfExists(join(folder, "package.json"));
  if (text === undefined || !isGenerated("package.json", text))
    return {
      generate: async () => (await generateOutput(document, client)).files,
      command: `${command} --out ${folder}`,
    };
  const isInlined = client.runtime === undefined && text.includes('"./runtime"');
  const packaged: ClientConfig = isInlined ? { ...client, with: [...(client.with ?? []), "runtime"] } : client;
  return {
    generate: async () => (await generatePackage(document, packaged, getToolInfo())).files,
    command: `${command} --package ${folder}${isInlined ? " --with runtime" : ""}`,
  };
}

/** Whether a file has the mark of generated files. JSON has no comments, so it is recognized by its content. */
export function isGenerated(path: string, text: string): boolean {
  return path.endsWith(".json")
    ? /^ {2}"(openapi|generatedBy)":|^\{ "type": "commonjs" \}/m.test(text)
    : text.slice(0, 400).includes("@generated");
}

function readTextIfExists(path: string): string | undefined {
  return tryCall(() => readFileSync(path, "utf8"));
}
