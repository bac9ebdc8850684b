import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Scalar's API reference, and the hash of its tarball in the npm registry. */
const NAME = "@scalar/api-reference";
const VERSION = "1.76.0";
const INTEGRITY = "sha512-pjqwnzmA9YK3ZX+IZSICMsywm4qI6HLSngR2py9H6TvFApHHuJjkTAd+gFJfnqJDzJuro8k7ji6JCtJ2U+Byng==";

const ENTRY = "standalone.esm.js";

/**
 * Returns the modules of Scalar's API reference for browsers, by file name, and its licence.
 *
 * The package is no dependency, because npm would install 245 MB with it. Its tarball is kept in a folder that Git ignores.
 *
 * @throws Error if the tarball cannot be downloaded, or is not the expected one.
 */
export function readScalarFiles(root: string): { files: ReadonlyMap<string, string>; notice: string } {
  const tarball = findTarball(join(root, ".cache"));
  const folder = mkdtempSync(join(tmpdir(), "scalar-"));
  try {
    const { status } = spawnSync("tar", ["-xzf", tarball, "package/dist/browser", "package/package.json"], {
      cwd: folder,
    });
    if (status !== 0) throw new Error(`cannot unpack ${tarball}: delete it, and build again`);
    const browser = join(folder, "package/dist/browser");
    const names = readdirSync(join(browser, "chunks")).map((name) => `chunks/${name}`);
    const modules = [ENTRY, ...names.sort()].filter((name) => name.endsWith(".js"));
    const { license } = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8")) as { license: string };
    return {
      files: new Map(
        modules.map((name) => {
          const text = readModule(join(browser, name));
          return [`scalar/${name}`, name === ENTRY ? orderSearch(text) : text];
        }),
      ),
      notice: `${NAME} ${VERSION} (${license})\n\nLicence: ${license}, https://github.com/scalar/scalar/blob/main/LICENSE`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Source maps are not part of the package. */
function readModule(path: string): string {
  return readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
}

/** Scalar has no option for the order of what its search finds, and would show 25 schemas before the first operation. */
function orderSearch(text: string): string {
  const call = /(\w+\.value)\.search\((\w+\.value),\{limit:\w+\}\)/;
  if (!call.test(text)) throw new Error(`${NAME} ${VERSION} searches in another way than expected`);
  return text.replace(call, "globalThis.orderResults($2,$1.search($2))");
}

function findTarball(cache: string): string {
  const tarball = join(cache, `scalar-api-reference-${VERSION}.tgz`);
  if (!existsSync(tarball)) {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, "download-"));
    const args = ["pack", `${NAME}@${VERSION}`, "--silent", "--pack-destination", folder];
    const options = { encoding: "utf8", shell: process.platform === "win32" } as const;
    const { status, stderr } = spawnSync("npm", args, options);
    if (status !== 0) throw new Error(`cannot download ${NAME} ${VERSION} from the npm registry:\n${stderr}`);
    renameSync(join(folder, readdirSync(folder)[0] ?? ""), tarball);
    rmSync(folder, { recursive: true });
  }
  const hash = createHash("sha512").update(readFileSync(tarball)).digest("base64");
  if (`sha512-${hash}` !== INTEGRITY) throw new Error(`${tarball} has another hash than expected: delete it`);
  return tarball;
}
