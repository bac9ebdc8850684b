import { existsSync, readFileSync } from "node:fs";
import type { Tool } from "../report/index.js";

/** This package as a report names it. */
export function ownTool(): Tool {
  const places = ["../../package.json", "../package.json"].map((path) => new URL(path, import.meta.url));
  const place = places.find((candidate) => existsSync(candidate));
  const { name, version } =
    place === undefined
      ? { name: "commerce-contract", version: "0.0.0" }
      : (JSON.parse(readFileSync(place, "utf8")) as Tool);
  return { name, version };
}
