/** The checks as one module for runtimes that know nothing of this package, with the sandbox that they are to talk to. */
import { join } from "node:path";
import { build } from "esbuild";
import type { Sandbox } from "../../../src/sandbox/index.js";
import type { World } from "./checks.js";

/** The text of a module whose `told` is a promise of what the checks have seen. */
export async function smokeBundle(sandbox: Sandbox): Promise<string> {
  const { demo } = sandbox;
  if (demo === undefined) throw new Error("the sandbox has no demo application");
  const { applicationId, businessId, audience, privateKey } = demo;
  const world: World = { baseUrl: sandbox.url, applicationId, businessId, audience, privateKey };
  const { outputFiles } = await build({
    stdin: {
      contents: `import { smoke } from "./checks.ts"; export const told = smoke(${JSON.stringify(world)});`,
      resolveDir: join(import.meta.dirname),
    },
    bundle: true,
    format: "esm",
    // A module of Node's is an error here.
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
