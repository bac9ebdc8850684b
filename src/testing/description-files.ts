import { fileURLToPath } from "node:url";

/** The description of this package, which is judged against when no other is named. */
export function ownDescription(): string {
  return fileURLToPath(new URL("../../spec/openapi.yaml", import.meta.url));
}
