import { existsSync, realpathSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The description that is judged against when none is named: this package's own, where it stands beside the code. */
export function getBuiltInSpecPath(): string {
  // A URL made of a variable is what bundlers warn of.
  const code = dirname(fileURLToPath(import.meta.url));
  const places = ["../spec/openapi.yaml", "../../spec/openapi.yaml", "../../../spec/openapi.yaml"].map((path) =>
    resolve(code, path),
  );
  const path = places.find((place) => existsSync(place)) ?? String(places[1]);
  const here = `${process.cwd()}/`;
  return path.startsWith(here) ? path.slice(here.length) : path;
}

/** Whether a description is that of this package, seen from elsewhere: an installation, and no checkout that one works on. */
export function isInstalledSpec(spec: string): boolean {
  const home = realpathSync(dirname(dirname(resolve(getBuiltInSpecPath()))));
  const isBelow = (path: string): boolean =>
    existsSync(path) && !/^\.\.|^[/\\]|^\w:/.test(relative(home, realpathSync(path)));
  return isBelow(spec) && !isBelow(process.cwd());
}
