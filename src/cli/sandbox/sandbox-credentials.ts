import { readBytes } from "../../document/index.js";
import { UsageError } from "../process/usage-error.js";

/** What a client of the service needs to sign in: `contract sandbox` writes it, `contract token` reads it. */
export type SandboxCredentials = {
  /** Base address of the service. */
  readonly url: string;
  /** What an assertion names as its `aud`. */
  readonly audience: string;
  readonly applicationId: string;
  /** The business that the application may read first. */
  readonly businessId?: string;
  /** PEM. */
  readonly privateKey: string;
};

/** @throws UsageError when the file is not there, or holds something else. */
export function readSandboxCredentials(file: string): SandboxCredentials {
  let text: string;
  try {
    text = readBytes(file).toString("utf8");
  } catch {
    throw new UsageError(
      `${file} cannot be read: expected the file that "contract sandbox" writes; name it with --credentials`,
    );
  }
  const names = ["url", "audience", "applicationId", "privateKey"] as const;
  const missing = names.filter((name) => !new RegExp(`"${name}"\\s*:\\s*"`).test(text));
  try {
    if (missing.length === 0) return JSON.parse(text) as SandboxCredentials;
  } catch {
    throw new UsageError(`${file} is not JSON: expected an object with ${names.join(", ")}`);
  }
  throw new UsageError(`${file} has no ${missing.join(", ")}: expected the strings ${names.join(", ")}`);
}
