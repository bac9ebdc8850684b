import { posix } from "node:path";
import { asObject, type Json, type JsonObject } from "../json.js";
import { lastToken, type Pointer } from "../pointer.js";

/** Names a component after its file, or after the last segment of the pointer into the file. */
export function createComponentName(path: string, pointer: Pointer): string {
  const name = pointer === "" ? posix.basename(path).replace(/\.(ya?ml|json)$/i, "") : lastToken(pointer);
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

/** Adds the components from other files to the document, sorted by name. */
export function addComponents(root: JsonObject, added: ReadonlyMap<Pointer, Json>): JsonObject {
  if (added.size === 0) return root;
  const sections: Record<string, Record<string, Json>> = {};
  for (const [section, components] of Object.entries(asObject(root.components) ?? {})) {
    sections[section] = { ...(components as Record<string, Json>) };
  }
  for (const pointer of [...added.keys()].sort()) {
    const [, , section = "", name = ""] = pointer.split("/");
    const components = sections[section] ?? {};
    components[name] = added.get(pointer) ?? null;
    sections[section] = components;
  }
  return { ...root, components: sections };
}
