import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { stringify } from "yaml";
import { type Contract, type ExchangeResult, loadContract } from "../../check/index.js";
import { DocumentError, isSpecUrl, readTextFile } from "../../document/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { needsCredentials } from "../../probe/index.js";
import { findTrafficFiles, isRecordingName, RecordingError, readExchanges } from "../../recording/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { listAuthForms } from "../probe/credential-source.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { CONFIG_NAMES, readConfigFile } from "../settings/run-settings.js";

/** Runs `contract init`: writes a configuration of what it finds in a directory, and a workflow. Never changes a file that exists. */
export async function runInitCommand(path = ".", options: CommandOptions<"init">, io: Io): Promise<ExitCode> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return initialize(path, options, io);
  if (options.spec === undefined) return initialize(".", { ...options, spec: path }, io);
  throw new UsageError(`the spec is given twice, as ${path} and with --spec ${options.spec}`);
}

async function initialize(
  directory: string,
  { spec: named, start, url, ci }: CommandOptions<"init">,
  io: Io,
): Promise<ExitCode> {
  const { name: tool } = getToolInfo();
  const project = { directory, files: listFiles(directory) };
  const existing = CONFIG_NAMES.map((it) => join(directory, it)).find((it) => existsSync(it));
  const spec = named ?? findConfiguredSpec(existing) ?? findSpec(project);
  const contract = openSpec(spec);
  const { traffic, servers } = await findTraffic(contract, project, io);
  const hasTarget = start !== undefined || url !== undefined;
  const isSpecAlone = traffic.length === 0 && !hasTarget;
  const fromDirectory = (path: string): string =>
    isSpecUrl(path) ? path : relative(directory, path).replaceAll("\\", "/");
  const config = {
    spec: fromDirectory(spec),
    ...(servers.length > 0 && { servers }),
    ...(traffic.length > 0 && { traffic: traffic.map(fromDirectory) }),
    ...(hasTarget && { targets: [{ name: "service", ...(start && { start }), ...(url && { url }) }] }),
  };
  const header = `# What contract gate checks. node_modules/${tool}/docs/gate.md has all keys.\n`;
  // The targets are the last key, so that the comment stands among the keys of the service.
  const signIn = hasTarget ? suggestSignIn(contract) : "";
  writeNewFile(existing ?? join(directory, CONFIG_NAMES[0]), header + stringify(config) + signIn, io);
  if (existing !== undefined)
    for (const file of await listUnnamedTraffic(existing, traffic))
      io.stderr(`${existing} does not name the recording ${file}; add it to "traffic"\n`);
  if (ci === "github") {
    writeNewFile(join(directory, ".github/workflows/contract.yml"), stringify(createWorkflow(tool)), io);
    const lock = join(directory, "package-lock.json");
    if (!existsSync(lock) || !readFileSync(lock, "utf8").includes(`"node_modules/${tool}"`))
      io.stderr(`the workflow needs ${lock} with ${tool}; npm install --save-dev ${tool} writes it\n`);
  }
  const third = isSpecAlone
    ? `record --target http://127.0.0.1:3000 --spec ${config.spec} --out traffic/first.har  # records traffic to check`
    : "docs  # shows the reference of the spec";
  io.stdout(`Next${directory === "." ? "" : `, in ${directory}`}:
  npx contract lint  # checks the spec
  npx contract gate  # checks everything in the configuration
  npx contract ${third}
`);
  return 0;
}

type Project = { readonly directory: string; readonly files: readonly string[] };

/** The files below a directory, without those of packages, build output and hidden directories. */
function listFiles(directory: string): readonly string[] {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return OTHER_DIRECTORIES.test(entry.name) ? [] : listFiles(path);
    return entry.isFile() ? [path] : [];
  });
}

const OTHER_DIRECTORIES = /^(\..*|node_modules|vendor|dist|build|target|coverage)$/;

/** The spec of the configuration that exists; undefined if it names none. */
function findConfiguredSpec(path: string | undefined): string | undefined {
  const { spec } = path === undefined ? {} : readConfigFile(path).config;
  return path === undefined || spec === undefined || isSpecUrl(spec) ? spec : join(dirname(path), spec);
}

/** @throws UsageError unless there is exactly one, or one that is in a directory above all others. */
function findSpec({ directory, files }: Project): string {
  const specs = files.filter((path) => /\.(ya?ml|json)$/i.test(path) && isSpec(readTextFile(path)));
  const getDepth = (path: string): number => path.split(/[\\/]/).length;
  const [first, second] = specs.sort((a, b) => getDepth(a) - getDepth(b));
  if (first === undefined)
    throw new UsageError(
      `no OpenAPI document in ${directory}; name yours with --spec, or infer one from recordings: contract suggest --new openapi.yaml RECORDINGS`,
    );
  if (second !== undefined && getDepth(second) === getDepth(first))
    throw new UsageError(`${specs.length} OpenAPI documents: ${specs.join(", ")}; name one with --spec`);
  return first;
}

/** Whether a file has the field `openapi` or `swagger`, with a version, near its start. */
function isSpec(text: string): boolean {
  return /^(?: {0,4}|\t|\{\s*)["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./m.test(text);
}

function openSpec(path: string): Contract {
  try {
    return loadContract(path);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new UsageError(`${error.message}\nCorrect the spec, or name another one with --spec.`, { cause: error });
  }
}

/** The key of a target for the credentials that its operations need, by the first scheme of the spec that one value can meet. */
function suggestSignIn({ operations }: Contract): string {
  const secured = operations.filter(needsCredentials);
  const [form] = listAuthForms(secured);
  if (secured.length === 0) return "";
  if (form === undefined) return "    # hooks: hooks.mjs  # with a function getCredentials\n";
  return `    # auth: ${form.replace(/ (\(.*\))$/, "  # $1; command:COMMAND prints the value instead")}\n`;
}

/** Finds the recordings of the API, and the base URLs in them that the spec lacks. */
async function findTraffic(contract: Contract, { directory, files }: Project, io: Io) {
  const traffic: string[] = [];
  const servers = new Set<string>();
  const recordings = files.filter(isRecordingName);
  for (const file of recordings) {
    try {
      const results = await checkFirstExchanges(contract, file);
      const others = results.flatMap(({ elsewhere }) => elsewhere?.server ?? []);
      if (others.length > 0 || results.some(({ verdict }) => verdict !== "skipped")) traffic.push(file);
      else io.stderr(`left out ${file}: none of its first requests is in the spec\n`);
      for (const server of others) servers.add(server);
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      io.stderr(`left out ${error.message}\n`);
    }
  }
  // The one directory of all recordings, if it is not that of the project: it will get later recordings too.
  const [folder, ...others] = new Set(recordings.map((file) => dirname(file)));
  const hasAll = folder !== undefined && others.length === 0 && traffic.length === recordings.length;
  return { traffic: hasAll && relative(directory, folder) !== "" ? [folder] : traffic, servers: [...servers] };
}

/** Lists the recordings that an existing configuration does not name. */
async function listUnnamedTraffic(path: string, traffic: readonly string[]): Promise<readonly string[]> {
  const named = (readConfigFile(path).config.traffic ?? []).map((it) => join(dirname(path), it));
  const known = new Set((await findTrafficFiles(named).catch(() => [])).map((it) => resolve(it)));
  return (await findTrafficFiles(traffic)).filter((it) => !known.has(resolve(it)));
}

async function checkFirstExchanges(contract: Contract, file: string): Promise<readonly ExchangeResult[]> {
  const results: ExchangeResult[] = [];
  for await (const reading of readExchanges(file)) {
    if (reading.kind !== "unreadable") results.push(contract.check(reading.exchange));
    if (results.length === MAX_EXCHANGES) break;
  }
  return results;
}

/** The number of exchanges of a recording that show which API it is of. */
const MAX_EXCHANGES = 500;

function writeNewFile(path: string, text: string, io: Io): void {
  const isNew = !existsSync(path);
  if (isNew) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  }
  io.stderr(isNew ? `wrote ${path}\n` : `${path} exists, and was not changed\n`);
}

/** A workflow for GitHub, which runs the action of this package. */
function createWorkflow(tool: string): object {
  const steps = [
    { uses: "actions/checkout@v7" },
    { uses: "actions/setup-node@v7", with: { "node-version": 24 } },
    { run: "npm ci" },
    { uses: `./node_modules/${tool}` },
  ];
  return {
    on: ["push", "pull_request"],
    jobs: { contract: { "runs-on": "ubuntu-latest", permissions: { contents: "read" }, steps } },
  };
}
