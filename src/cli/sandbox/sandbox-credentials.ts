import { readBytes } from "../../document/index.js";
import { UsageError } from "../process/usage-error.js";

/** The data that a client needs to sign in. `contract sandbox` writes it and `contract token` reads it. */
export type SandboxCredentials = {
  /** The base URL of the service. */
  readonly url: string;
  /** The base URL of the billing service; that of the service by default. */
  readonly billingUrl?: string;
  /** The base URL of the admin API, on the machine of the sandbox. */
  readonly adminUrl?: string;
  /** The `aud` of assertions. */
  readonly audience: string;
  readonly applicationId: string;
  /** The first business that the application may read. */
  readonly businessId?: string;
  /** PEM. */
  readonly privateKey: string;
};

/** Where a sandbox responds. */
export type SandboxAddress = Pick<SandboxCredentials, "url" | "adminUrl">;

/** @throws UsageError when the file does not exist or has other content. */
export function readSandboxCredentials(file: string): SandboxCredentials {
  let text: string;
  try {
    text = readBytes(file).toString("utf8");
  } catch {
    throw new UsageError(
      `cannot read ${file}: expected the file that "contract sandbox" writes; name it with --credentials`,
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
