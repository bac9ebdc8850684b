import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

test("a missing client of NATS is named with the command that installs it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "contract-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [join(ROOT, "src/stream/nats/load-client.ts")],
    outfile: join(folder, "load.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["@nats-io/*"],
  });
  const program =
    'import("./load.mjs").then((it) => it.loadNatsClient()).then(() => "loaded", (e) => e.message).then(console.log)';
  const load = async (): Promise<string> =>
    (await promisify(execFile)(process.execPath, ["-e", program], { cwd: folder })).stdout.trim();
  expect(await load()).toBe(
    "nats:// needs the NATS client, which is not installed; run: npm install --save-dev @nats-io/transport-node@3.3.1 @nats-io/jetstream@3.3.1",
  );
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  expect(await load()).toBe("loaded");
});
