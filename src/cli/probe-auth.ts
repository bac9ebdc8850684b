import { execFile } from "node:child_process";
import type { Operation } from "../document/index.js";
import type { Header } from "../exchange/index.js";
import type { CredentialSource, Credentials } from "../probe/index.js";
import { UsageError } from "./usage-error.js";

const FORMS = "bearer:TOKEN, basic:USER:PASSWORD, header:NAME=VALUE, query:NAME=VALUE or command:COMMAND";

/** A token for which a command is asked takes no longer than this. */
const COMMAND_TIMEOUT_MS = 30_000;

export type CredentialOptions = {
  readonly auth: string | undefined;
  readonly token: string | undefined;
  /** Where a command runs. */
  readonly folder?: string;
};

/**
 * Credentials as the command line gives them. A token goes where the description's security scheme says, which is the header
 * Authorization unless it names an API key. A command is run when it is first needed, and once more when its token was refused.
 *
 * @throws UsageError when `--auth` is none of its forms.
 */
export function credentialSource(
  { auth, token, folder = "." }: CredentialOptions,
  operations: readonly Operation[],
): CredentialSource {
  if (auth === undefined) return fixed(token === undefined ? NONE : tokenCredentials(token, operations));
  const [, kind, value] = /^(bearer|basic|header|query|command):(.+)$/s.exec(auth) ?? [];
  if (kind === undefined || value === undefined) throw new UsageError(`--auth: give ${FORMS}`);
  if (kind === "bearer") return fixed(tokenCredentials(value, operations));
  if (kind === "basic") return fixed(inHeader("Authorization", `Basic ${Buffer.from(value).toString("base64")}`));
  if (kind === "command") return fromCommand({ command: value, folder }, operations);
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

type Command = { readonly command: string; readonly folder: string };

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

function run({ command, folder }: Command): Promise<string> {
  const [shell, flag] = ["/bin/sh", "-c"];
  return new Promise((got, failed) => {
    execFile(
      shell,
      [flag, command],
      { cwd: folder, timeout: COMMAND_TIMEOUT_MS, encoding: "utf8" },
      (error, stdout, stderr) => {
        const token = stdout.trim();
        // The command itself may hold a secret, and is not printed.
        if (error !== null || token === "")
          failed(
            new UsageError(
              `--auth command: it gave no token: ${stderr.trim().slice(0, 500) || error?.message.split("\n")[0] || "nothing on stdout"}`,
            ),
          );
        else got(token);
      },
    );
  });
}
