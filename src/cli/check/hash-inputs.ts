import { createHash } from "node:crypto";
import type { Contract } from "../../gate/index.js";
import type { RunSettings } from "../settings/run-settings.js";
import type { SizedFile } from "./split-files.js";

/**
 * Hashes what all shards of a run have in common: the specs, the settings that decide about results, and the sizes of the recordings in
 * their order. Paths can differ between machines.
 */
export function hashInputs(
  { specs }: Contract,
  { servers, receivers, levels, only }: RunSettings,
  files: readonly SizedFile[],
): string {
  const documents = specs.map(({ document }) => document.root);
  const inputs = { documents, servers, receivers, levels, only, sizes: files.map(({ size }) => size) };
  return createHash("sha256").update(JSON.stringify(inputs)).digest("hex");
}
