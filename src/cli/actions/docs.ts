import { assertComplete, loadDocument } from "../../document/index.js";
import { serveSite } from "../docs/serve-site.js";
import { writeSiteProject } from "../docs/write-site-project.js";
import type { CommandOptions } from "../options/command-table.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";

const DEFAULT_DIRECTORY = "docs-site";

/** The mock listens there. */
const DEFAULT_TRY_SERVER = "http://127.0.0.1:4010";

/** Runs `contract docs`: writes a site project for a spec, or serves a built site until the signal aborts. */
export async function runDocsCommand(
  directory: string | undefined,
  { spec, out, port, ...options }: CommandOptions<"docs">,
  io: Io,
): Promise<ExitCode> {
  if (spec === undefined && out === undefined) return serveSite(directory ?? DEFAULT_DIRECTORY, port, io);
  if (spec === undefined) throw new UsageError("--out needs --spec, the OpenAPI document to write a site for");
  if (out === undefined) throw new UsageError("--spec needs --out, the directory of the site project");
  if (directory !== undefined)
    throw new UsageError(`unexpected argument ${JSON.stringify(directory)}: --spec writes a site and serves none`);
  if (options.base !== undefined && !/^\/(?:[\w.~-]+\/)*$/.test(options.base))
    throw new UsageError(`invalid --base ${JSON.stringify(options.base)}: expected a path such as /docs/`);
  const document = loadDocument(spec);
  assertComplete(document);
  const count = writeSiteProject(document, out, { ...options, tryServers: options.tryServer ?? [DEFAULT_TRY_SERVER] });
  io.stderr(`wrote ${count} pages to ${out}; build them with: cd ${out} && npm install && npm run build\n`);
  return 0;
}
