import type { Document, Pointer } from "../document/index.js";
import { createLibrary } from "../schema/library.js";
import type { View } from "../schema/view.js";
import { doNotEdit } from "./do-not-edit.js";
import { runtimeText } from "./runtime-text.js";
import { runtimeIdentifier, type StandaloneCode, standaloneCode } from "./standalone-code.js";
import { propertyKey } from "./typescript-names.js";
import { isExportName, validatorDeclarations } from "./validator-declarations.js";
import {
  isTarget,
  type OperationTargets,
  type Target,
  type TargetTree,
  validatorTargets,
} from "./validator-targets.js";

/**
 * Validators of every request, answer, parameter and webhook as one ES module that needs nothing else: no Ajv, no
 * `eval`, so that it runs under a strict content security policy.
 */
export async function validators(document: Document): Promise<{ readonly js: string; readonly dts: string }> {
  const targets = validatorTargets(document);
  const library = createLibrary(document.root, undefined, document.gaps);
  const oneView = !library.traits.has("one-sided properties");
  const viewOf = (target: Target): View => (oneView ? "response" : target.view);
  const views: readonly View[] = oneView ? ["response"] : ["request", "response"];
  const code = new Map<View, StandaloneCode>();
  for (const view of views) {
    const wanted = targets.flatMap(({ tree }) => [...leaves(tree)]).filter((target) => viewOf(target) === view);
    const pointers: readonly Pointer[] = [...new Set(wanted.map(({ pointer }) => pointer))];
    const earlier = [...code.values()].map(({ text }) => text).join("");
    code.set(view, standaloneCode(library, view, { pointers, earlier }));
  }
  const nameOf = (target: Target): string => code.get(viewOf(target))?.names.get(target.pointer) ?? "undefined";
  const js = [
    doNotEdit("//"),
    await runtimeConstants(new Set([...code.values()].flatMap(({ runtime }) => [...runtime]))),
    ...[...code.values()].map(({ text }) => text),
    exportsOf(targets, nameOf),
  ];
  return { js: js.join("\n"), dts: validatorDeclarations(targets) };
}

function* leaves(tree: TargetTree): Iterable<Target> {
  for (const branch of Object.values(tree)) {
    if (isTarget(branch)) yield branch;
    else yield* leaves(branch);
  }
}

async function runtimeConstants(called: ReadonlySet<string>): Promise<string> {
  const names = [...called].sort();
  const texts = await runtimeText(names);
  return names.map((name) => `const ${runtimeIdentifier(name)} = ${texts[name]};\n`).join("");
}

/** Each operation is a constant of its own, so that a bundler can leave out those that nobody imports. */
function exportsOf(targets: readonly OperationTargets[], nameOf: (target: Target) => string): string {
  const lines = targets.map(({ tree }, index) => `const operation${index} = ${treeText(tree, nameOf, "")};\n`);
  const named = targets.flatMap(({ operation }, index) =>
    isExportName(operation.id) ? [`operation${index} as ${operation.id}`] : [],
  );
  const table = (kind: "path" | "webhook"): string =>
    targets
      .flatMap(({ operation }, index) =>
        operation.kind === kind ? [`  ${propertyKey(operation.id)}: operation${index},\n`] : [],
      )
      .join("");
  return [
    ...lines,
    `export const validators = {\n${table("path")}};\n`,
    `export const webhooks = {\n${table("webhook")}};\n`,
    ...(named.length === 0 ? [] : [`export { ${named.join(", ")} };\n`]),
  ].join("");
}

function treeText(tree: TargetTree, nameOf: (target: Target) => string, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(tree).map(([name, branch]) => {
    return `${inner}${propertyKey(name)}: ${isTarget(branch) ? nameOf(branch) : treeText(branch, nameOf, inner)},\n`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}
