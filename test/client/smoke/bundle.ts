/** Bundles the checks with the URL of a sandbox into one module, for runtimes without this package. */
import { join } from "node:path";
import { build } from "esbuild";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { World } from "./checks.js";

/** The text of a module whose export `results` is a promise of the results of the checks. */
export async function smokeBundle(sandbox: Sandbox): Promise<string> {
  const { demo } = sandbox;
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  const { applicationId, businessId, audience, privateKey } = demo;
  const world: World = { baseUrl: sandbox.url, applicationId, businessId, audience, privateKey };
  const { outputFiles } = await build({
    stdin: {
      contents: `import { smoke } from "./checks.ts"; export const results = smoke(${JSON.stringify(world)});`,
      resolveDir: join(import.meta.dirname),
    },
    bundle: true,
    format: "esm",
    // Importing a Node module is an error here.
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
