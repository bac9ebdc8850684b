import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Operation } from "../document/index.js";
import type { Header } from "../exchange/index.js";
import type { CredentialSource, Credentials } from "../probe/index.js";
import { killGroup } from "./target-process.js";
import { UsageError } from "./usage-error.js";

const FORMS = "bearer:TOKEN, basic:USER:PASSWORD, header:NAME=VALUE, query:NAME=VALUE or command:COMMAND";

/** A token for which a command is asked takes no longer than this. */
const COMMAND_TIMEOUT_MS = 30_000;

export type CredentialOptions = {
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
export function credentialSource(
  { auth, token, folder = ".", ...limits }: CredentialOptions,
  operations: readonly Operation[],
): CredentialSource {
  if (auth === undefined) return fixed(token === undefined ? NONE : tokenCredentials(token, operations));
  const [, kind, value] = /^(bearer|basic|header|query|command):(.+)$/s.exec(auth) ?? [];
  if (kind === undefined || value === undefined) throw new UsageError(`--auth: give ${FORMS}`);
  if (kind === "bearer") return fixed(tokenCredentials(value, operations));
  if (kind === "basic") return fixed(inHeader("Authorization", `Basic ${Buffer.from(value).toString("base64")}`));
  if (kind === "command") return fromCommand({ command: value, folder, ...limits }, operations);
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (name === undefined || text === undefined) throw new UsageError(`--auth ${kind}: give ${kind}:NAME=VALUE`);
  return fixed(kind === "header" ? inHeader(name, text) : { ...NONE, query: [[name, text]] });
}

const NONE: Credentials = { headers: [], query: [], cookies: [] };

function inHeader(name: string, value: string): Credentials {
  return { ...NONE, headers: [[name, value]] };
}

function fixed(credentials: Credentials): CredentialSource {
  return { get: async () => credentials, refused: () => false };
}

function tokenCredentials(token: string, operations: readonly Operation[]): Credentials {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme?.value);
  const key = schemes.find((scheme) => scheme?.type === "apiKey");
  const takesBearer = schemes.some((scheme) => scheme !== undefined && scheme.type !== "apiKey");
  if (key === undefined || takesBearer) return inHeader("Authorization", `Bearer ${token}`);
  const pair: readonly Header[] = [[String(key.name), token]];
  return { ...NONE, [key.in === "query" ? "query" : key.in === "cookie" ? "cookies" : "headers"]: pair };
}

type Command = Pick<CredentialOptions, "signal" | "timeoutMs"> & { readonly command: string; readonly folder: string };

function fromCommand(command: Command, operations: readonly Operation[]): CredentialSource {
  let current: Promise<Credentials> | undefined;
  let renewals = 0;
  let isFresh = false;
  return {
    get: async () => {
      current ??= run(command).then((token) => tokenCredentials(token, operations));
      const credentials = await current;
      isFresh = false;
      return credentials;
    },
    // Several requests may be refused for one token; a service that refuses every token is not asked for ever.
    refused: () => {
      if (renewals >= MOST_RENEWALS) return false;
      if (!isFresh) {
        renewals += 1;
        isFresh = true;
        current = undefined;
      }
      return true;
    },
  };
}

const MOST_RENEWALS = 5;

/** The command itself may hold a secret, and is not printed. */
function run({ command, folder, signal, timeoutMs = COMMAND_TIMEOUT_MS }: Command): Promise<string> {
  return new Promise((got, failed) => {
    const fail = (reason: string): void => failed(new UsageError(`--auth command: it gave no token: ${reason}`));
    // A group of its own, so that what a shell has started ends with it.
    const child = spawn("/bin/sh", ["-c", command], { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const [told, said] = [wordsOf(child.stdout), wordsOf(child.stderr)];
    const cutOff = (): void => {
      killGroup(child, "SIGKILL");
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

function wordsOf(stream: Readable): () => string {
  let words = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(0, MOST_WORDS);
  });
  return () => words;
}

/** Longer than any token, and no more than one reads of an error. */
const MOST_WORDS = 1024 * 1024;
