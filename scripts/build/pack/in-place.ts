import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder with backups of files while their packed versions replace them. */
const backupOf = (root: string): string => join(root, "node_modules/.cache/commerce-contract-pack");

/** Replaces files with their packed versions. Files that an earlier run did not restore are restored first. */
export function replaceFiles(root: string, packed: () => ReadonlyMap<string, string>): void {
  restoreFiles(root);
  const files = packed();
  const backup = backupOf(root);
  mkdirSync(backup, { recursive: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(backup, name)), { recursive: true });
    writeFileSync(join(backup, `${name}.original`), readFileSync(join(root, name)));
    writeFileSync(join(backup, `${name}.packed`), text);
  }
  writeFileSync(join(backup, "names.json"), JSON.stringify([...files.keys()]));
  for (const [name, text] of files) writeFileSync(join(root, name), text);
}

/** Restores the files that `replaceFiles` replaced. A file that was edited in between keeps its edits. */
export function restoreFiles(root: string): void {
  const backup = backupOf(root);
  const names = join(backup, "names.json");
  if (existsSync(names)) {
    for (const name of JSON.parse(readFileSync(names, "utf8")) as string[]) {
      const isPacked = readFileSync(join(root, name)).equals(readFileSync(join(backup, `${name}.packed`)));
      if (isPacked) writeFileSync(join(root, name), readFileSync(join(backup, `${name}.original`)));
    }
  }
  rmSync(backup, { recursive: true, force: true });
}
