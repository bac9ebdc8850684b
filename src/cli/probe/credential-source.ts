import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Operation } from "../../document/index.js";
import type { HeaderField } from "../../exchange/index.js";
import type { CredentialSource, ProbeCredentials } from "../../probe/index.js";
import { killProcessGroup } from "../process/kill-process-group.js";
import { UsageError } from "../process/usage-error.js";

const AUTH_FORMATS = "bearer:TOKEN, basic:USER:PASSWORD, header:NAME=VALUE, query:NAME=VALUE or command:COMMAND";

/** A token for which a command is asked takes no longer than this. */
const COMMAND_TIMEOUT_MS = 30_000;

export type CredentialSourceOptions = {
  readonly auth: string | undefined;
  readonly token: string | undefined;
  /** Where a command runs. */
  readonly folder?: string;
  /** Ends a command that is under way. */
  readonly signal?: AbortSignal;
  /** How long a command may take. */
  readonly timeoutMs?: number;
};

/**
 * Credentials as the command line gives them. A token goes where the description's security scheme says, which is the header
 * Authorization unless it names an API key. A command is run when it is first needed, and once more when its token was refused.
 *
 * @throws UsageError when `--auth` is none of its forms.
 */
export function createCredentialSource(
  { auth, token, folder = ".", ...limits }: CredentialSourceOptions,
  operations: readonly Operation[],
): CredentialSource {
  if (auth === undefined)
    return createFixedSource(token === undefined ? EMPTY_CREDENTIALS : createTokenCredentials(token, operations));
  const [, kind, value] = /^(bearer|basic|header|query|command):(.+)$/s.exec(auth) ?? [];
  if (kind === undefined || value === undefined) throw new UsageError(`--auth: give ${AUTH_FORMATS}`);
  if (kind === "bearer") return createFixedSource(createTokenCredentials(value, operations));
  if (kind === "basic")
    return createFixedSource(
      createHeaderCredentials("Authorization", `Basic ${Buffer.from(value).toString("base64")}`),
    );
  if (kind === "command") return createCommandSource({ command: value, folder, ...limits }, operations);
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name === undefined || text === undefined) throw new UsageError(`--auth ${kind}: give ${kind}:NAME=VALUE`);
  return createFixedSource(
    kind === "header" ? createHeaderCredentials(name, text) : { ...EMPTY_CREDENTIALS, query: [[name, text]] },
  );
}

const EMPTY_CREDENTIALS: ProbeCredentials = { headers: [], query: [], cookies: [] };

function createHeaderCredentials(name: string, value: string): ProbeCredentials {
  return { ...EMPTY_CREDENTIALS, headers: [[name, value]] };
}

function createFixedSource(credentials: ProbeCredentials): CredentialSource {
  return { get: async () => credentials, refresh: () => false };
}

function createTokenCredentials(token: string, operations: readonly Operation[]): ProbeCredentials {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme?.value);
  const key = schemes.find((scheme) => scheme?.type === "apiKey");
  const takesBearer = schemes.some((scheme) => scheme !== undefined && scheme.type !== "apiKey");
  if (key === undefined || takesBearer) return createHeaderCredentials("Authorization", `Bearer ${token}`);
  const pair: readonly HeaderField[] = [[String(key.name), token]];
  return { ...EMPTY_CREDENTIALS, [key.in === "query" ? "query" : key.in === "cookie" ? "cookies" : "headers"]: pair };
}

type TokenCommand = Pick<CredentialSourceOptions, "signal" | "timeoutMs"> & {
  readonly command: string;
  readonly folder: string;
};

function createCommandSource(command: TokenCommand, operations: readonly Operation[]): CredentialSource {
  let current: Promise<ProbeCredentials> | undefined;
  let renewals = 0;
  let isFresh = false;
  return {
    get: async () => {
      current ??= readTokenFromCommand(command).then((token) => createTokenCredentials(token, operations));
      const credentials = await current;
      isFresh = false;
      return credentials;
    },
    // Several requests may be refused for one token; a service that refuses every token is not asked for ever.
    refresh: () => {
      if (renewals >= MAX_TOKEN_RENEWALS) return false;
      if (!isFresh) {
        renewals += 1;
        isFresh = true;
        current = undefined;
      }
      return true;
    },
  };
}

const MAX_TOKEN_RENEWALS = 5;

/** The command itself may hold a secret, and is not printed. */
function readTokenFromCommand({
  command,
  folder,
  signal,
  timeoutMs = COMMAND_TIMEOUT_MS,
}: TokenCommand): Promise<string> {
  return new Promise((got, failed) => {
    const fail = (reason: string): void => failed(new UsageError(`--auth command: it gave no token: ${reason}`));
    // A group of its own, so that what a shell has started ends with it.
    const child = spawn("/bin/sh", ["-c", command], { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const [told, said] = [collectOutput(child.stdout), collectOutput(child.stderr)];
    const cutOff = (): void => {
      killProcessGroup(child, "SIGKILL");
      fail(signal?.aborted === true ? "it was interrupted" : `it took longer than ${timeoutMs / 1000} seconds`);
    };
    const late = setTimeout(cutOff, timeoutMs);
    signal?.addEventListener("abort", cutOff, { once: true });
    if (signal?.aborted === true) cutOff();
    child.once("error", ({ message }) => fail(message));
    child.once("close", (code, killed) => {
      clearTimeout(late);
      signal?.removeEventListener("abort", cutOff);
      const token = told().trim();
      if (code === 0 && token !== "") got(token);
      else
        fail(
          said().trim().slice(0, 500) ||
            (code === 0 ? "nothing on stdout" : `it ended with ${killed ?? `exit code ${code}`}`),
        );
    });
  });
}

function collectOutput(stream: Readable): () => string {
  let words = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(0, MAX_OUTPUT_LENGTH);
  });
  return () => words;
}

/** Longer than any token, and no more than one reads of an error. */
const MAX_OUTPUT_LENGTH = 1024 * 1024;
