/** Provides the directory for the PostgreSQL that the first suite starts (engines.ts), and stops it at the end. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopCluster } from "./postgres-cluster.js";

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "commerce-contract-engines-"));
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env.TEST_ENGINES_FOLDER = folder;
  process.env.TEST_ENGINES_OWNER = String(process.pid);
  return () => {
    stopCluster(join(folder, "cluster"));
    rmSync(folder, { recursive: true, force: true });
  };
}
