/**
 * `npx tsx scripts/check/lint/manifests.ts`: validates the manifests of docs/production.md with `kubernetes-validate` from PyPI, against the
 * strict schemas of a version of Kubernetes. Needs Python 3.
 *
 * Options:
 * - `--kubernetes 1.37`
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { kubernetes: { type: "string", default: "1.37" } } });
const folder = mkdtempSync(join(tmpdir(), "contract-manifests-"));
try {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/production.md"), "utf8");
  const manifests = [...page.matchAll(/```yaml title=(kubernetes\/\S+)\n(.*?)```/gs)].map(
    ([, name = "", text = ""]) => {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
  );
  if (manifests.length === 0)
    throw new Error("docs/production.md has no block with a title such as kubernetes/worker.yaml");
  execFileSync("python3", ["-m", "venv", join(folder, "venv")]);
  const bin = join(folder, "venv/bin");
  execFileSync(join(bin, "pip"), ["install", "--quiet", "kubernetes-validate==1.37.0"], { stdio: "inherit" });
  execFileSync(join(bin, "kubernetes-validate"), ["--strict", "-k", values.kubernetes, ...manifests], {
    stdio: "inherit",
  });
  process.stdout.write(`${manifests.length} manifests are valid for Kubernetes ${values.kubernetes}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
