import own from "../../package.json" with { type: "json" };
import type { Tool } from "../report/index.js";

/** This package as a report names it, in a bundle of others' too, where a package.json is theirs. */
export function getToolInfo(): Tool {
  const { name, version } = own;
  return { name, version };
}
