import type { Document, Operation } from "../../src/document/index.js";
import { type ExampleCall, listExampleCalls } from "./example-calls.js";

/** An entry of `x-codeSamples`. */
export type CodeSample = { readonly lang: "curl" | "JavaScript"; readonly label: string; readonly source: string };

/**
 * Creates samples of each operation for curl and for the client, with required parts only. They run unchanged after `SAMPLES_SETUP`,
 * which sets their environment variables.
 */
export function createCodeSamples(document: Document): ReadonlyMap<Operation, readonly CodeSample[]> {
  const first = new Map<Operation, ExampleCall>();
  for (const call of listExampleCalls(document)) if (!first.has(call.operation)) first.set(call.operation, call);
  return new Map(
    [...first].map(([operation, call]) => [
      operation,
      [
        { lang: "curl", label: "curl", source: formatCurl(call) },
        { lang: "JavaScript", label: "JavaScript", source: formatJavaScript(call) },
      ],
    ]),
  );
}

/** The commands to run before the samples. */
export const SAMPLES_SETUP = `npx contract sandbox > sandbox.log 2>&1 &
eval "$(npx contract token --env)"`;

/** Environment variables for ids that differ between users, by the name of the parameter or property. */
const USER_VARIABLES: Readonly<Record<string, string>> = {
  businessId: "BUSINESS",
  applicationId: "APPLICATION",
  appId: "APPLICATION",
};

const SERVER_VARIABLES: Readonly<Record<string, string>> = { "{baseUrl}": "URL", "{billingUrl}": "BILLING_URL" };

function formatCurl(call: ExampleCall): string {
  const { operation, method, body } = call;
  const names = new Set(["api-version", "service-request-id", "authorization", "content-type"]);
  const headers = call.headers
    .filter(([name]) => names.has(name.toLowerCase()) && isRequiredHeader(name, operation))
    .map(([name, value]) => `-H "${name}: ${name === "Authorization" ? "Bearer $TOKEN" : value}"`);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name in USER_VARIABLES ? `$${USER_VARIABLES[name]}` : getPathValue(call, name),
  );
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$${SERVER_VARIABLES[operation.servers[0]?.url ?? ""]}${path}"`,
    ...headers,
  ];
  if (body === undefined) return parts.join(" \\\n  ");
  if (!isJson(body)) return [...parts, `-d "${body}"`].join(" \\\n  ");
  return `${[...parts, "-d @- <<END"].join(" \\\n  ")}\n${insertUserVariables(body, (name) => `"$${USER_VARIABLES[name]}"`)}\nEND`;
}

function formatJavaScript(call: ExampleCall): string {
  const { operation, body } = call;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const path = names.map((name) => (name in USER_VARIABLES ? name : `${name}: "${getPathValue(call, name)}"`));
  const parts = [
    ...(path.length === 0 ? [] : [`params: { path: { ${path.join(", ")} } }`]),
    ...(body === undefined ? [] : [`body: ${formatBodyLiteral(body)}`]),
  ];
  return [
    'import { createClient, orThrow } from "commerce-contract";',
    "",
    `const { ${formatVariables(names, body)} } = process.env;`,
    "const client = createClient({ baseUrl, billingUrl, signIn });",
    `const result = orThrow(`,
    `  await client.${operation.id}({`,
    ...parts.map((part) => `    ${part.replaceAll("\n", "\n    ")},`),
    "  }),",
    ");",
  ].join("\n");
}

/** Formats the destructuring of the environment: URLs, token, and the ids that the call uses. */
function formatVariables(names: readonly string[], body = ""): string {
  const own = Object.entries(USER_VARIABLES).filter(([name]) => names.includes(name) || body.includes(`"${name}"`));
  const from = [
    ["URL", "baseUrl"],
    ["BILLING_URL", "billingUrl"],
    ["TOKEN", "signIn"],
    ...own.map(([name, it]) => [it, name]),
  ];
  return from.map(([variable, name]) => `${variable}: ${name}`).join(", ");
}

function formatBodyLiteral(body: string): string {
  const json = isJson(body)
    ? insertUserVariables(body, (name) => name)
    : JSON.stringify(Object.fromEntries(new URLSearchParams(body)), null, 2);
  return json.replaceAll(/^( *)"(\w+)":/gm, "$1$2:").replaceAll(/\b(\w+): \1(?=,?$)/gm, "$1");
}

function isJson(body: string): boolean {
  return body.startsWith("{") || body.startsWith("[");
}

/** Formats an example body with variables in place of the user's own ids. */
function insertUserVariables(body: string, own: (name: string) => string): string {
  return JSON.stringify(JSON.parse(body), null, 2).replaceAll(
    /"(businessId|applicationId)": "[^"]*"/g,
    (_, name: string) => {
      return `"${name}": ${own(name)}`;
    },
  );
}

/** Returns the value of a path parameter in the example URL. */
function getPathValue({ operation, url }: ExampleCall, name: string): string {
  const parts = new URL(url).pathname.split("/").slice(-operation.path.split("/").length);
  return parts[operation.path.split("/").indexOf(`{${name}}`)] ?? "";
}

/** Undeclared headers, such as `Authorization` and `Content-Type`, are always kept. */
function isRequiredHeader(name: string, { parameters }: Operation): boolean {
  const declared = parameters.find((parameter) => parameter.in === "header" && parameter.name === name);
  return declared === undefined || declared.required;
}
