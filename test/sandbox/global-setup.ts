/** Names the folder of the PostgreSQL that the first suite that needs one starts (engines.ts), and ends it after all. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopCluster } from "./postgres-cluster.js";

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "commerce-contract-engines-"));
  // PostgreSQL runs as another user when this one is root.
  chmodSync(folder, 0o711);
  process.env.TEST_ENGINES_FOLDER = folder;
  process.env.TEST_ENGINES_OWNER = String(process.pid);
  return () => {
    stopCluster(join(folder, "cluster"));
    rmSync(folder, { recursive: true, force: true });
  };
}
