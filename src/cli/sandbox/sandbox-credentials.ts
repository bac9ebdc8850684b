import { readBytes, tryCall } from "../../document/index.js";
import { requestHead, type SignedInClient } from "../../sandbox/demo-client/sign-in.js";
import { UsageError } from "../process/io.js";

/** The data that a client needs to sign in. `contract sandbox` writes it and `contract token` reads it. */
export type SandboxCredentials = SignedInClient & {
  /** The base URL of the admin API, on the machine of the sandbox. */
  readonly adminUrl?: string;
  /** What requests to the admin API must send, if anything. */
  readonly adminToken?: string | undefined;
  /** The `aud` of assertions. */
  readonly audience: string;
  /** PEM. */
  readonly privateKey: string;
};

/** Where a sandbox responds. */
export type SandboxAddress = Pick<SandboxCredentials, "url" | "adminUrl">;

/** @throws UsageError when the file does not exist or has other content. */
export function readSandboxCredentials(file: string): SandboxCredentials {
  const text = tryCall(() => readBytes(file).toString("utf8"));
  if (text === undefined)
    throw new UsageError(
      `cannot read ${file}: expected the file that "contract sandbox" writes; name it with --credentials`,
    );
  const names = ["url", "audience", "applicationId", "privateKey"] as const;
  const missing = names.filter((name) => !new RegExp(`"${name}"\\s*:\\s*"`).test(text));
  if (missing.length > 0)
    throw new UsageError(`${file} has no ${missing.join(", ")}: expected the strings ${names.join(", ")}`);
  const credentials = tryCall(() => JSON.parse(text) as SandboxCredentials);
  if (credentials !== undefined) return credentials;
  throw new UsageError(`${file} is not JSON: expected an object with ${names.join(", ")}`);
}

/** What responds at the address of a sandbox. `now` is the time of a sandbox in milliseconds; NaN if it does not tell. */
type SandboxProbe =
  | { readonly kind: "sandbox"; readonly now: number }
  | { readonly kind: "other"; readonly status: number }
  | { readonly kind: "none" };

/**
 * Finds out whether a sandbox responds. Asks its admin API first, because the service would log the request. Without an
 * admin API, such as on another machine, it asks the service: only a local one must respond as a sandbox does.
 *
 * @param timeout of a request, in milliseconds
 */
export async function probeSandbox({ url, adminUrl }: SandboxAddress, timeout: number): Promise<SandboxProbe> {
  const isLocal = LOCAL_URL.test(url);
  const health = isLocal && adminUrl !== undefined ? await readHealth(adminUrl, timeout) : undefined;
  if (health !== undefined) return { kind: "sandbox", now: health };
  try {
    const { status, headers } = await requestHead(url, timeout);
    const isSandbox = !isLocal || (status === 405 && headers.get("allow") === "POST");
    return isSandbox ? { kind: "sandbox", now: Date.parse(headers.get("date") ?? "") } : { kind: "other", status };
  } catch (error) {
    // Another protocol than HTTP. Node 24 gives this error no code.
    const { name } = Object(Object(error).cause) as { readonly name?: unknown };
    return name === "HTTPParserError" ? { kind: "other", status: 0 } : { kind: "none" };
  }
}

/** Returns the time of a healthy sandbox; undefined when none responds. */
async function readHealth(adminUrl: string, timeout: number): Promise<number | undefined> {
  try {
    const response = await fetch(`${adminUrl}/health`, { signal: AbortSignal.timeout(timeout) });
    const { ready, clock } = (await response.json()) as { readonly ready?: unknown; readonly clock: { time: string } };
    return ready === true ? Date.parse(clock.time) : undefined;
  } catch {
    return undefined;
  }
}

export const LOCAL_URL = /^https?:\/\/(?:127\.|localhost[:/]|\[::1\])/;
