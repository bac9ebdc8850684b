import { formatFileHeader } from "../file-header.js";
import { formatLiteral } from "../literal.js";
import { formatPropertyKey } from "../typescript-names.js";
import type { ClientModel } from "./client-model.js";
import { fillDefaults, hasUsableDefault } from "./server-table.js";

/** Generates `client.ts`: `createClient` with all calls, and the names of the runtime that programs need beside it. */
export function generateClientFile({ calls, servers, schemeNames, runtime, tokenCall }: ClientModel): string {
  const imported = calls.map(({ name, variable }) => (name === variable ? name : `${name} as ${variable}`));
  const members = calls.map(({ name, variable }) => (name === variable ? name : `${name}: ${variable}`));
  const defaults = Object.entries(servers).filter(([, server]) => hasUsableDefault(server));
  const urls = Object.entries(servers).map(([name, server], index) => {
    const isOptional = index > 0 || hasUsableDefault(server);
    return `  readonly ${formatPropertyKey(name)}${isOptional ? "?: string | undefined" : ": string"};\n`;
  });
  const table = Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, fillDefaults(server)]));
  const used = defaults.map(([name]) => `${formatPropertyKey(name)}: options.${name} ?? servers.${name}`);
  const hasServers = urls.length > 0;
  // A spread, because the options of the runtime do not list the further servers of a spec.
  const merged = used.length === 0 ? "options" : `{ ...options, ...{ ${used.join(", ")} } }`;
  return [
    formatFileHeader("//"),
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    imported.length === 0 ? "" : `import {\n${imported.map((name) => `  ${name},\n`).join("")}} from "./calls.js";\n`,
    '\nexport type * from "./types.js";\n',
    `export { CallError, orThrow } from ${JSON.stringify(runtime)};\n\n`,
    "/** The base URLs of the spec, with the defaults of their variables. */\n",
    `export const servers = ${formatLiteral(table, "", 24)} as const;\n\n`,
    `const calls: typeof import("./calls.js") = {\n${members.map((name) => `  ${name},\n`).join("")}};\n\n`,
    "/** The name of a call. */\nexport type CallName = keyof typeof calls;\n\n",
    "/** Every operation by name and by path, and the lists. */\n",
    "export interface Client extends runtime.Client<typeof calls> {}\n\n",
    "/** Options of `createClient`. */\n",
    `export type ClientOptions = runtime.CommonClientOptions${formatSchemes(schemeNames)} & {\n${hasServers ? urls.join("") : "  readonly baseUrl: string;\n"}};\n\n`,
    CREATE_CLIENT_COMMENT,
    `export function createClient(options: ClientOptions): Client {\n`,
    `  return runtime.createClient(calls, ${merged});\n}\n`,
    tokenCall === undefined ? "" : formatSignIns(tokenCall),
  ].join("");
}

const CREATE_CLIENT_COMMENT = `/**
 * Creates a client with every operation of the spec. To bundle only some operations, pass them to \`createClient\` of the
 * runtime: \`createClient({ getOrder }, options)\`.
 *
 * @throws TypeError when an option is invalid
 */
`;

/** The type argument for the names of several schemes. */
function formatSchemes(names: readonly string[]): string {
  return `<${names.map((name) => JSON.stringify(name)).join(" | ") || "never"}>`;
}

function formatSignIns(tokenCall: string): string {
  return (["jwtBearer", "password"] as const)
    .map((name) => {
      const type = `runtime.${name === "jwtBearer" ? "JwtBearerOptions" : "PasswordOptions"}`;
      return `\n/** The sign-in \`${name}\` of the runtime, with the token endpoint of the spec. */
export function ${name}(options: ${type}): runtime.SignIn {
  return runtime.${name}(options, [${tokenCall}]);
}\n`;
    })
    .join("");
}
