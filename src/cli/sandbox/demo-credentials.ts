import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Sandbox } from "../../sandbox/index.js";
import { writeFileAtomic } from "../output/write-file-atomic.js";
import type { SandboxCredentials } from "./sandbox-credentials.js";

/** Where a sandbox that was told nothing keeps its state and the credentials of its first client. */
export const SANDBOX_FOLDER = ".commerce-sandbox";

/** The files that were written for the first client, and what its user is to know of them. */
export type DemoCredentialFiles = {
  readonly instructions: readonly string[];
  /** Takes away what nobody would look for once the sandbox has ended. */
  readonly cleanup: () => void;
};

/**
 * Writes what the first call needs, for `contract token` to read: the file that is named, or else the usual ones. While the
 * usual ones are those of another sandbox that still runs, they are left as they are, and this one's are called by its port.
 */
export async function writeDemoCredentials(running: Sandbox, named: string | undefined): Promise<DemoCredentialFiles> {
  const { url, demo } = running;
  if (demo === undefined) return { instructions: [], cleanup: () => {} };
  const { privateKey, applicationId, businessId, audience } = demo;
  const credentials: SandboxCredentials = { url, audience, applicationId, businessId, privateKey };
  const other = named === undefined ? await findOtherRunningSandbox(url) : undefined;
  const suffix = other === undefined ? "" : `-${url.slice(url.lastIndexOf(":") + 1)}`;
  const file = named ?? join(SANDBOX_FOLDER, `credentials${suffix}.json`);
  const key = named ?? join(SANDBOX_FOLDER, `key${suffix}.pem`);
  mkdirSync(dirname(file), { recursive: true });
  if (key !== file) writeFileSync(key, privateKey, { mode: 0o600 });
  // Last and whole: `contract token` reads the file as soon as it is there.
  writeFileAtomic(file, `${JSON.stringify(credentials, null, 2)}\n`, 0o600);
  const isUsual = named === undefined && other === undefined;
  const instructions = [
    `application  ${applicationId}`,
    `key          ${key}`,
    `business     ${businessId}`,
    "",
    ...(other === undefined ? [] : [`${getDefaultCredentialsPath()} is that of the sandbox at ${other}, which runs.`]),
    "the first call, from another terminal in this folder:",
    `  eval "$(npx contract token --env${isUsual ? "" : ` --credentials ${file}`})"`,
    '  curl -H "Authorization: Bearer $TOKEN" -H "Api-Version: 1.2" $URL/businesses/$BUSINESS/orders',
  ];
  const cleanup = (): void => {
    if (other !== undefined) for (const written of [file, key]) rmSync(written, { force: true });
  };
  return { instructions, cleanup };
}

/**
 * Removes the credentials that an earlier sandbox left behind, before this one starts: while the file is missing, `contract token`
 * waits for the new one. The file of a sandbox that still runs stays.
 */
export async function removeStaleCredentials(named: string | undefined): Promise<void> {
  const file = named ?? getDefaultCredentialsPath();
  if (readSandboxUrl(file) !== undefined && (await findOtherRunningSandbox("", file)) === undefined)
    rmSync(file, { force: true });
}

/** The URL of the sandbox whose credentials are in the file, if it is another one and responds. */
async function findOtherRunningSandbox(url: string, file = getDefaultCredentialsPath()): Promise<string | undefined> {
  const other = readSandboxUrl(file);
  if (other === undefined || other === url) return undefined;
  try {
    await fetch(`${other}/token`, { method: "HEAD", signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    return other;
  } catch {
    return undefined;
  }
}

function readSandboxUrl(file: string): string | undefined {
  try {
    const { url } = JSON.parse(readFileSync(file, "utf8")) as Partial<SandboxCredentials>;
    return typeof url === "string" ? url : undefined;
  } catch {
    return undefined;
  }
}

function getDefaultCredentialsPath(): string {
  return join(SANDBOX_FOLDER, "credentials.json");
}

/** In milliseconds. */
const RESPONSE_TIMEOUT_MS = 1000;
