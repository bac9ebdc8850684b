import { asObject, asString, type Document, DocumentError, loadFaultyDocument } from "../../document/index.js";
import type { LintedSpec, UncheckedSpec } from "../../report/lint/formats.js";
import { type LintSettings, lintSpec } from "./run-setup.js";

/** Loads and checks specs. One that cannot be loaded does not stop the others. */
export function lintSpecs(
  paths: readonly string[],
  settings: LintSettings,
): { readonly specs: readonly LintedSpec[]; readonly unchecked: readonly UncheckedSpec[] } {
  const specs: LintedSpec[] = [];
  const unchecked: UncheckedSpec[] = [];
  for (const path of paths) {
    try {
      const loaded = loadFaultyDocument(path);
      specs.push({ ...describeSpec(loaded.document), diagnostics: lintSpec(loaded, settings) });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      unchecked.push({ path, reason: error.message });
    }
  }
  return { specs, unchecked };
}

function describeSpec({ path, root, getOrigin }: Document): Omit<LintedSpec, "diagnostics"> {
  const { title, version } = asObject(root.info) ?? {};
  const source = asObject(getOrigin?.("").file.value ?? root) ?? {};
  const specification = asString(source.openapi) ?? asString(source.swagger) ?? "";
  return { path, title: asString(title) ?? "", version: asString(version) ?? "", specification };
}
