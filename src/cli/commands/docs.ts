import type { DocsCommandOptions } from "../actions/docs.js";
import { collectValues, parseBaseUrl, parsePort } from "../options/option-parsers.js";
import type { AddCommand } from "./command.js";

/** Declares `contract docs`. */
export const addDocsCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("docs")
    .description("write a documentation site for a spec, or serve a built one")
    .argument("[dir]", "the site project or built site to serve (default: docs-site)")
    .option("--spec <file>", "write a site project for this OpenAPI document, YAML or JSON; needs --out")
    .option("--out <dir>", "the directory of the site project")
    .option("--pages <dir>", "Markdown pages of your own, with an optional sidebar.yaml")
    .option("--title <text>", "the title of the site (default: the title of the spec)")
    .option("--site <url>", "the address of the host of the site; needed for its sitemap", parseBaseUrl)
    .option("--base <path>", "the path of the site on its host, such as /docs/ (default: /)")
    .option(
      "--try-server <url>",
      'a server that the forms "Try it" propose (repeatable; default: http://127.0.0.1:4010)',
      collectValues,
    )
    .option("--port <number>", "the port to serve the site on", parsePort, 4050)
    .action(async (directory: string | undefined, options: DocsCommandOptions) => {
      const { runDocsCommand } = await import("../actions/docs.js");
      setExitCode(await runDocsCommand(directory, options, io));
    });
};
