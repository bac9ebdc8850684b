import { type Document, lastToken } from "../document/index.js";
import { createDocsContext } from "./docs-context.js";
import { createOperationPage } from "./operation-page.js";
import { createOverviewPage } from "./overview-page.js";
import { createSchemaPage } from "./schema-page.js";
import { collectSchemaUses } from "./schema-uses.js";
import type { SitePage } from "./site-page.js";

/**
 * Creates the pages of a spec: the overview, and a page for each operation, event and schema.
 *
 * @param options.overviewPath the path of the overview; empty if it is the start page.
 * @param options.tryServers what the forms "Try it" propose as servers; the first is the default.
 */
export function createSpecPages(
  document: Document,
  { overviewPath, tryServers }: { readonly overviewPath: string; readonly tryServers: readonly string[] },
): SitePage[] {
  const context = createDocsContext(document);
  const uses = collectSchemaUses(context);
  return [
    createOverviewPage(context, overviewPath),
    ...[...context.paths.operations.keys()].map((operation) => createOperationPage(context, operation, tryServers)),
    ...[...context.paths.schemas].map(([pointer, path]) =>
      createSchemaPage(context, { pointer, path, name: lastToken(pointer), uses: uses.get(pointer) ?? [] }),
    ),
  ];
}
