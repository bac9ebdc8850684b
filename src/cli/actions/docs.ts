import { BUILT_IN_CLIENT, createReference } from "../../docs/index.js";
import { formatEditUrl } from "../docs/page-sources.js";
import { readVersions, type SpecVersions, serveReference } from "../docs/serve-reference.js";
import { writeSiteProject } from "../docs/site-project.js";
import { emptyDirectory, readReferenceApp, writeDirectory } from "../docs/write-directory.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import { toRelativePath } from "../input/relative-path.js";
import type { CommandOptions } from "../options/command-table.js";
import { showStatus } from "../output/progress.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { resolveSettings } from "../settings/run-settings.js";

/** Runs `contract docs`: serves the reference of a spec, or writes it as files or as a site project. */
export async function runDocsCommand(
  target: string | undefined,
  options: CommandOptions<"docs">,
  io: Io,
): Promise<ExitCode> {
  const { out, site, pages, title, url, edit, tryServer = [], port, host } = options;
  if (out !== undefined && site !== undefined) throw new UsageError("--out and --site exclude each other");
  if (pages !== undefined && site === undefined)
    throw new UsageError("--pages needs --site, which writes a site of pages");
  const settings = resolveSettings(target === undefined ? {} : { spec: toRelativePath(target) });
  reportBuiltInSpec(settings, "docs", io, "contract docs FILE");
  const clientModule = settings.isSpecConfigured ? undefined : BUILT_IN_CLIENT;
  const editUrl = settings.isSpecConfigured ? formatEditUrl(edit, settings.spec) : undefined;
  const common = { title, clientModule, tryServers: tryServer, editUrl };
  const read = (): SpecVersions => readVersions(settings.spec, options);
  if (site !== undefined) {
    const sourceDateEpoch = io.env.SOURCE_DATE_EPOCH;
    const work = (): number => {
      const { document, versions } = read();
      return writeSiteProject(document, site, { ...common, versions, pages, url, edit, sourceDateEpoch });
    };
    const count = await showStatus(io, false, { text: `writing the site to ${site}`, work });
    io.stderr(
      `wrote ${count} page${count === 1 ? "" : "s"} and the reference to ${site}; build them with: cd ${site} && npm install && npm run build\n`,
    );
  } else if (out !== undefined) {
    const work = (): void => {
      const { document, versions } = read();
      const reference = createReference(document, { ...common, versions, url: url && `${url}/` });
      emptyDirectory(out, { option: "--out", mark: "reference.json" });
      writeDirectory(out, new Map([...reference.files, ...readReferenceApp()]));
    };
    await showStatus(io, false, { text: `writing the reference to ${out}`, work });
    io.stderr(`wrote the reference to ${out}; any web server can serve it\n`);
  } else await serveReference(read, { ...common, isLive: true }, { port, host, io });
  return 0;
}
