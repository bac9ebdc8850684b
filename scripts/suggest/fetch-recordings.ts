/**
 * Copies the recordings of the collections to FOLDER/opened and FOLDER/held-out, one folder for each repository. Clones
 * the repositories to FOLDER/clones, if they are not there.
 *
 *     npx tsx scripts/suggest/fetch-recordings.ts FOLDER
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COLLECTIONS, type Collection, MAX_FILES } from "./collections.js";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("expected a folder for the recordings");
for (const collection of COLLECTIONS) copyRecordings(collection, folder);

function copyRecordings({ repository, commit, isHeldOut }: Collection, target: string): void {
  const name = repository.replace("/", "+");
  const clone = join(target, "clones", name);
  if (!existsSync(clone)) runGit("clone", "-q", "--bare", `https://github.com/${repository}`, clone);
  const paths = runGit("--git-dir", clone, "ls-tree", "-r", "-z", "--name-only", commit).toString().split("\0");
  const recordings = paths.filter((path) => path.endsWith(".har")).sort((a, b) => (hash(a) < hash(b) ? -1 : 1));
  const output = join(target, isHeldOut ? "held-out" : "opened", name);
  mkdirSync(output, { recursive: true });
  const copied = recordings.slice(0, MAX_FILES).filter((path) => {
    try {
      writeFileSync(join(output, path.replaceAll("/", "_")), runGit("--git-dir", clone, "show", `${commit}:${path}`));
      return true;
    } catch {
      process.stderr.write(`${repository}: ${path} is not in the clone\n`);
      return false;
    }
  });
  process.stdout.write(`${repository}: ${copied.length} of ${recordings.length} files\n`);
}

function runGit(...args: string[]): Buffer {
  return execFileSync("git", args, { maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });
}

function hash(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
