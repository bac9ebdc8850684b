import { buildServerUrl, type Document, listOperations, type Server } from "../../document/index.js";
import {
  type Code,
  type CodeValue,
  formatFileHeader,
  formatLiteral,
  formatPropertyKey,
  formatReference,
} from "../code.js";
import { formatOperationType } from "../types/operation-types.js";
import type { WebhookConfig } from "./client-config.js";
import type { ClientModel } from "./client-model.js";
import { hasOwnId } from "./operation-names.js";
import { hasUsableDefault } from "./server-table.js";

/** Generates `client.ts`: `createClient` with all calls, and the names of the runtime that programs need beside it. */
export function generateClientFile({
  calls,
  servers,
  templates,
  schemeNames,
  tokenEndpoints,
  runtime,
  tokenCall,
}: ClientModel): string {
  const imported = calls.map(({ name, variable }) => (name === variable ? name : `${name} as ${variable}`));
  const members = calls.map(({ name, variable }) => (name === variable ? name : `${name}: ${variable}`));
  const defaults = Object.entries(servers).filter(([, server]) => hasUsableDefault(server));
  const urls = Object.entries(servers).map(([name, server], index) => {
    const isOptional = index > 0 || hasUsableDefault(server);
    return `  readonly ${formatPropertyKey(name)}${isOptional ? "?: string | undefined" : ": string"};\n`;
  });
  const table = Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, buildServerUrl(server)]));
  const used = defaults.map(([name]) => `${formatPropertyKey(name)}: options.${name} ?? servers.${name}`);
  const schemes = schemeNames.map((name) => JSON.stringify(name)).join(" | ");
  const hasServers = urls.length > 0;
  const isOptional = defaults.some(([name]) => name === "baseUrl");
  const hasEndpoints = Object.keys(tokenEndpoints).length > 0;
  // A spread, because the options of the runtime do not list the further servers of a spec.
  const added = used.length === 0 ? "" : `, ...{ ${used.join(", ")} }`;
  const merged = `{ ${hasEndpoints ? "tokenEndpoints, " : ""}...options${added} }`.replace("{ ...options }", "options");
  return [
    formatFileHeader("//"),
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    imported.length === 0 ? "" : `import {\n${imported.map((name) => `  ${name},\n`).join("")}} from "./calls.js";\n`,
    '\nexport type * from "./types.js";\n',
    `export { CallError, orThrow } from ${JSON.stringify(runtime)};\n\n`,
    "/** The base URLs of the spec, with the defaults of their variables. */\n",
    `export const servers = ${formatLiteral(table, "", 24)} as const;\n\n`,
    hasEndpoints
      ? `/** Where the spec says that OAuth 2 tokens are issued, by security scheme. */\nexport const tokenEndpoints = ${formatLiteral(tokenEndpoints, "", 31)} as const;\n\n`
      : "",
    `const calls: typeof import("./calls.js") = {\n${members.map((name) => `  ${name},\n`).join("")}};\n\n`,
    "/** The name of a call. */\nexport type CallName = keyof typeof calls;\n\n",
    "/** Every operation by name and by path, and the lists. */\n",
    "export interface Client extends runtime.Client<typeof calls> {}\n\n",
    "/** Options of `createClient`. */\n",
    `export type ClientOptions = runtime.CommonClientOptions<${schemes}> & {\n${hasServers ? urls.join("") : "  readonly baseUrl: string;\n"}};\n\n`,
    CREATE_CLIENT_COMMENT,
    `export function createClient(options: ClientOptions${isOptional ? " = {}" : ""}): Client {\n`,
    `  return runtime.createClient(calls, ${merged});\n}\n`,
    templates.length === 0 ? "" : formatServerFunction(templates),
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

/** The function that builds the URL of a server, with types for its variables. */
function formatServerFunction(templates: readonly Server[]): string {
  const rows = templates.map(({ url, variables }) => {
    const members = Object.entries(variables).map(([name, { enum: values }]) => {
      const type = values?.map((it) => JSON.stringify(it)).join(" | ") ?? "string";
      return `readonly ${formatPropertyKey(name)}?: ${type}`;
    });
    return `  readonly ${JSON.stringify(url)}: { ${members.join("; ")} };\n`;
  });
  const defaults = templates.map(({ url, variables }) => {
    const values = Object.entries(variables).map(([name, variable]) => [name, variable.default] as const);
    return [url, Object.fromEntries(values)] as const;
  });
  return [
    "\n/** The servers of the spec, with their variables. */\n",
    `export type ServerVariables = {\n${rows.join("").replaceAll("{  }", "Record<never, never>")}};\n`,
    `\nconst serverDefaults: Readonly<Record<string, object>> = ${formatLiteral(Object.fromEntries(defaults), "", 60)};\n`,
    "\n/** Builds the URL of a server for an option of `createClient`. Variables have the defaults of the spec. */\n",
    "export function buildServerUrl<Url extends keyof ServerVariables>(url: Url, variables?: ServerVariables[Url]): string {\n",
    "  return runtime.fillServerUrl(url, { ...serverDefaults[url], ...variables });\n}\n",
  ].join("");
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

/** Generates `webhooks.ts`: the function that verifies deliveries, and the types of their bodies. */
export function generateWebhooksFile(document: Document, config: WebhookConfig, runtime: string): string {
  const bodies = listOperations(document).flatMap((operation) => {
    const media = operation.requestBody?.content.find(({ range }) => /json/.test(range));
    if (operation.kind !== "webhook" || media === undefined || !hasOwnId(operation)) return [];
    const type = `NonNullable<${formatOperationType(operation)}["requestBody"]>["content"][${JSON.stringify(media.range)}]`;
    return [`  readonly ${formatPropertyKey(operation.id)}: ${type};\n`];
  });
  const scheme: CodeValue | Code =
    config === "standard-webhooks"
      ? formatReference("STANDARD_WEBHOOKS")
      : (config as Readonly<Record<string, string | number>>);
  return [
    formatFileHeader("//"),
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    bodies.length === 0 ? "" : 'import type { operations } from "./types.js";\n',
    "\n/** Whether a delivery is signed with the secret, or with one of several. Reads a copy of a `Request`. */\n",
    "export const verifyWebhook: runtime.WebhookVerifier =\n",
    `  /* @__PURE__ */ runtime.createWebhookVerifier(${formatLiteral(scheme, "  ", 50)});\n`,
    "\n/** The bodies of webhooks, by operationId. */\n",
    `export type WebhookBodies = {\n${bodies.join("")}};\n`,
  ].join("");
}
