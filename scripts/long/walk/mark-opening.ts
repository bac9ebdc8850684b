/** Loaded into the measured process: starts new coverage when the recording is opened, so that what ran before is a report of its own. */

import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { takeCoverage } from "node:v8";

const open = files.open;
files.open = (path, ...options) => {
  if (basename(String(path)) === process.env.WALK_RECORDING) takeCoverage();
  return open(path, ...options);
};
syncBuiltinESMExports();
