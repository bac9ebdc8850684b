import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import { SLOW_FILES } from "./test/slow-files.js";
import config from "./vitest.config.js";

/** `npm run test:quick`: the test files that answer soon. They load most of src/, and fail for most mistakes. */
export default mergeConfig(
  config,
  defineConfig({ test: { exclude: [...configDefaults.exclude, ...SLOW_FILES], passWithNoTests: false } }),
);
