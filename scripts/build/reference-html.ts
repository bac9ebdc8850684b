import { createHash } from "node:crypto";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { buildReferenceFile } from "./docs/reference-file.js";
import { createReferenceSpec } from "./docs/site-spec.js";

/** Writes Redocly's reference of the built-in spec as one HTML file. It is built anew only if the spec or its samples changed. */
export function writeReferenceHtml(root: string, output: string): void {
  const hash = createHash("sha256").update(JSON.stringify(createReferenceSpec())).digest("hex").slice(0, 16);
  const cached = join(root, `.cache/reference-${hash}.html`);
  if (!existsSync(cached)) buildReferenceFile(cached);
  copyFileSync(cached, output);
}
