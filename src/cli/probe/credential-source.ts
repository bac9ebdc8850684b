import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { JsonObject, Operation } from "../../document/index.js";
import { type CredentialSource, getCredentialPart, NO_CREDENTIALS, type ProbeCredentials } from "../../probe/index.js";
import { UsageError } from "../process/io.js";
import { killProcessGroup } from "../process/shell-command.js";

const AUTH_FORMATS =
  "bearer:TOKEN, basic:USER:PASSWORD, header:NAME=VALUE, query:NAME=VALUE, cookie:NAME=VALUE, command:COMMAND or none";

/** The time limit of a token command. */
const COMMAND_TIMEOUT_MS = 30_000;

type CredentialSourceOptions = {
  readonly auth: string | undefined;
  readonly token: string | undefined;
  /** The working directory of the command. */
  readonly folder?: string;
  /** Aborts a running command. */
  readonly signal?: AbortSignal;
  /** The time limit of the command. */
  readonly timeoutMs?: number;
};

/**
 * Creates credentials from `--auth` or `--token`. A token is sent where the security scheme of the spec defines it: an API key
 * where the scheme places it, anything else in the Authorization header. A command runs on first use, and again after a
 * rejected token.
 *
 * @throws UsageError for an invalid `--auth`.
 */
export function createCredentialSource(
  { auth, token, folder = ".", ...limits }: CredentialSourceOptions,
  operations: readonly Operation[],
): CredentialSource {
  if (auth === "none") return createFixedSource(NO_CREDENTIALS);
  if (auth === undefined)
    return createFixedSource(token === undefined ? NO_CREDENTIALS : createTokenCredentials(token, operations));
  const [, kind, value] = /^(bearer|basic|header|query|cookie|command):(.+)/s.exec(auth) ?? [];
  if (kind === undefined || value === undefined) throw new UsageError(`--auth: expected ${AUTH_FORMATS}`);
  if (kind === "bearer") return createFixedSource(createTokenCredentials(value, operations));
  if (kind === "basic") return createFixedSource(createBasicCredentials(value));
  if (kind === "command") return createCommandSource({ command: value, folder, ...limits }, operations);
  const [, name, text] = /^([^=]+)=(.*)/s.exec(value) ?? [];
  if (name === undefined || text === undefined) throw new UsageError(`--auth ${kind}: expected ${kind}:NAME=VALUE`);
  return createFixedSource(createKeyCredentials(kind, name, text));
}

/**
 * Creates the credentials of the first identity, and of the second one if there is any.
 *
 * @throws UsageError for an invalid `--auth`.
 */
export function createIdentities(
  { auth: [auth, otherAuth], ...first }: IdentityOptions,
  operations: readonly Operation[],
) {
  const other = { ...first, auth: otherAuth, token: undefined };
  return {
    credentials: createCredentialSource({ ...first, auth }, operations),
    otherCredentials: otherAuth === undefined ? undefined : createCredentialSource(other, operations),
    isGiven: auth === undefined ? first.token !== undefined : auth !== "none",
    isAnonymous: auth === "none",
  };
}

type IdentityOptions = Omit<CredentialSourceOptions, "auth"> & { readonly auth: readonly (string | undefined)[] };

/** @param place As in a security scheme of the type `apiKey`. */
function createKeyCredentials(place: string, name: string, value: string): ProbeCredentials {
  return { ...NO_CREDENTIALS, [getCredentialPart(place)]: [[name, value]] };
}

function createBasicCredentials(userAndPassword: string): ProbeCredentials {
  const encoded = Buffer.from(userAndPassword).toString("base64");
  return createKeyCredentials("header", "Authorization", `Basic ${encoded}`);
}

function createFixedSource(credentials: ProbeCredentials): CredentialSource {
  return { get: async () => credentials, invalidate: () => false };
}

function createTokenCredentials(token: string, operations: readonly Operation[]): ProbeCredentials {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme?.value);
  const key = schemes.find((scheme) => scheme?.type === "apiKey");
  const takesBearer = schemes.some((scheme) => scheme !== undefined && scheme.type !== "apiKey" && !isBasic(scheme));
  if (!takesBearer && schemes.some(isBasic) && token.includes(":")) return createBasicCredentials(token);
  if (key === undefined || takesBearer) return createKeyCredentials("header", "Authorization", `Bearer ${token}`);
  return createKeyCredentials(String(key.in), String(key.name), token);
}

function isBasic(scheme: JsonObject | undefined): boolean {
  return scheme?.type === "http" && /^basic$/i.test(String(scheme.scheme));
}

/**
 * Lists how the credentials that these operations need can be given, by scheme of the spec: `header:X-Key=VALUE (apiKey)`.
 * One value cannot be two credentials, nor a client certificate.
 */
export function listAuthForms(operations: readonly Pick<Operation, "security">[]): readonly string[] {
  const alone = operations.flatMap(({ security }) => security.flatMap((it) => (it.length === 1 ? it : [])));
  const forms = alone.flatMap(({ name, scheme }) => {
    const { type, scheme: http, in: place, name: key } = scheme?.value ?? {};
    if (type === undefined || type === "mutualTLS") return [];
    if (type === "apiKey") return [`${place}:${key}=VALUE (${name})`];
    if (isBasic(scheme?.value)) return [`basic:USER:PASSWORD (${name})`];
    const isToken = type !== "http" || /^bearer$/i.test(String(http));
    return [isToken ? `bearer:TOKEN (${name})` : `'header:Authorization=${http} CREDENTIALS' (${name})`];
  });
  return [...new Set(forms)];
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
    // Several requests may be rejected because of one token. The limit stops retries if every token is rejected.
    invalidate: () => {
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

/** Runs the command and returns its output. Errors omit the command, which may contain a secret. */
function readTokenFromCommand({
  command,
  folder,
  signal,
  timeoutMs = COMMAND_TIMEOUT_MS,
}: TokenCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new UsageError(`--auth command: no token: ${reason}`));
    // A separate process group allows killing the children of the shell too.
    const child = spawn("/bin/sh", ["-c", command], { cwd: folder, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
    const cutOff = (): void => {
      killProcessGroup(child, "SIGKILL");
      fail(signal?.aborted === true ? "interrupted" : `it took longer than ${timeoutMs / 1000} seconds`);
    };
    const late = setTimeout(cutOff, timeoutMs);
    signal?.addEventListener("abort", cutOff, { once: true });
    if (signal?.aborted === true) cutOff();
    child.once("error", ({ message }) => fail(message));
    child.once("close", (code, killed) => {
      clearTimeout(late);
      signal?.removeEventListener("abort", cutOff);
      const token = stdout().trim();
      if (code === 0 && token !== "") resolve(token);
      else
        fail(
          stderr().trim().slice(0, 500) ||
            (code === 0 ? "nothing on stdout" : `it ended with ${killed ?? `exit code ${code}`}`),
        );
    });
  });
}

function collectOutput(stream: Readable): () => string {
  let output = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(0, MAX_OUTPUT_LENGTH);
  });
  return () => output;
}

/** More than the length of any token. */
const MAX_OUTPUT_LENGTH = 1024 * 1024;
