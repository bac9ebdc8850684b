import { existsSync, writeFileSync } from "node:fs";
import { type JsonObject, loadDocument } from "../document/index.js";
import { type Contract, createContract } from "../gate/index.js";
import {
  createOwnOrigins,
  createPathsFound,
  createPlaces,
  emptyDescription,
  fileText,
  newDescription,
  type ReadPlace,
} from "../suggest/index.js";
import { checkSettings } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { namedFiles } from "./named-files.js";
import type { SuggestOptions } from "./suggest.js";
import { type Means, type Plan, readAll, settle, type Texts } from "./suggested-edits.js";
import { expectFolder } from "./tell.js";
import { UsageError } from "./usage-error.js";
import { cannotWrite } from "./write-whole.js";

/**
 * `contract suggest --new`: a whole description of recordings, which they keep.
 *
 * @throws UsageError when the file is there already, or no host of the recordings can be taken for a service.
 */
export async function suggestNew(
  traffic: readonly string[],
  options: SuggestOptions & { readonly new: string },
  io: Io,
): Promise<ExitCode> {
  const out = options.new;
  expectAlone(options);
  expectFolder(out);
  if (existsSync(out)) throw new UsageError(`${out} is there already; name a file that is not`);
  const { new: _, ...rest } = options;
  const files = await namedFiles(checkSettings(traffic, rest, "files, folders or globs").traffic);
  const { server: given = [], quiet = false } = options;
  const means: Means = { spec: out, servers: given, files, io, quiet };
  const { description, others } = await describe(means, given);
  const text = fileText(out, description);
  const texts: Texts = new Map([[out, { before: text, after: text }]]);
  // What the servers are stands in the description now.
  const plan = await settle({ ...means, servers: given.length === 1 ? given : [] }, false, texts);
  io.stdout(summaryOf(out, plan.contract));
  for (const line of [...others, ...leftOf(plan), ...plan.trouble]) io.stderr(`contract suggest: ${line}\n`);
  try {
    writeFileSync(out, texts.get(out)?.after ?? text, { flag: "wx" });
  } catch (error) {
    throw cannotWrite(out, error);
  }
  return plan.trouble.length > 0 ? 2 : 0;
}

function expectAlone(options: SuggestOptions): void {
  const other = (["spec", "write", "overlay"] as const).find((name) => options[name] !== undefined);
  if (other !== undefined)
    throw new UsageError(
      `--new writes a description of the traffic alone, and --${other} edits one that is there; give one of them`,
    );
}

type Described = { readonly description: JsonObject; readonly others: readonly string[] };

/** The recordings are read for their hosts, for their paths, and for what they hold. */
async function describe(means: Means, given: readonly string[]): Promise<Described> {
  const title = "Recorded traffic";
  const nothing = contractOf(emptyDescription([], title));
  const origins = createOwnOrigins();
  await readAll(means, nothing, origins.add);
  const servers = given.length > 0 ? given : origins.chosen();
  const [main] = servers;
  if (main === undefined)
    throw new UsageError("no host of the recordings answers like a service; say with --server which one it is");
  const paths = createPathsFound(placesOf(servers));
  await readAll(means, nothing, paths.add);
  const sampler = paths.sampler([]);
  await readAll(means, nothing, sampler.add);
  const others = given.length > 0 ? [] : origins.others();
  return {
    description: newDescription(emptyDescription([main], new URL(main).host), sampler.paths()),
    others: others.map(([origin, count]) => `left out: ${origin} (${count}); --server says what the service is`),
  };
}

function contractOf(description: JsonObject): Contract {
  return createContract(loadDocument("openapi.json", () => JSON.stringify(description)));
}

/** The first server is that of the whole description; paths of another one name it. */
function placesOf(servers: readonly string[]): ReadPlace {
  const readers = servers.map((url, index) => ({
    read: createPlaces(contractOf(emptyDescription([url], url)).document, [], []),
    servers: index === 0 ? undefined : [{ url }],
  }));
  return (url) => {
    for (const { read, servers: own } of readers) {
      const place = read(url);
      if (place !== undefined) return { path: place.path, servers: own };
    }
    return undefined;
  };
}

function summaryOf(out: string, { operations }: Contract): string {
  const width = Math.max(0, ...operations.map(({ method }) => method.length));
  const lines = operations.map(
    ({ method, path, responses }) =>
      `  ${method.padEnd(width)}  ${path}  ${responses.map(({ status }) => status).join(" ")}\n`,
  );
  const paths = new Set(operations.map(({ path }) => path)).size;
  return `${out}: ${counted(paths, "path")}, ${counted(operations.length, "operation")}\n${lines.join("")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A description cannot say everything: that a body is no JSON, or has no type. */
function leftOf({ left }: Plan): string[] {
  return left.map(({ code, message, exchanges }) => `still told of: ${code}: ${message} (${exchanges})`);
}
