import {
  asArray,
  type Document,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  type Operation,
  type Pointer,
  resolvePointer,
} from "../../../src/document/index.js";
import { type ExampleCall, listExampleCalls } from "./example-calls.js";

type ProgramLanguage = "JavaScript" | "TypeScript";

/** An entry of `x-codeSamples`. */
export type CodeSample = { readonly lang: "curl" | ProgramLanguage; readonly label: string; readonly source: string };

/**
 * Creates samples of each operation for curl and for the client, with required parts only. They run unchanged after `SAMPLES_SETUP`,
 * which sets their environment variables.
 */
export function createCodeSamples(
  document: Document,
  language: ProgramLanguage,
): ReadonlyMap<Operation, readonly CodeSample[]> {
  const first = new Map<Operation, ExampleCall>();
  for (const call of listExampleCalls(document)) if (!first.has(call.operation)) first.set(call.operation, call);
  return new Map(
    [...first].map(([operation, call]) => [
      operation,
      [
        { lang: "curl", label: "curl", source: formatCurl(call) },
        {
          lang: language,
          label: language,
          source:
            language === "TypeScript"
              ? formatTypeScript(document, call)
              : removeTypes(formatTypeScript(document, call)),
        },
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

function formatTypeScript(document: Document, call: ExampleCall): string {
  const { operation, body } = call;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const path = names.map((name) => {
    const value = USER_VARIABLES[name] ?? `"${getPathValue(call, name)}"`;
    return `${name}: ${value} as ${getTypeName(name)}`;
  });
  const parts = [
    ...(path.length === 0 ? [] : [`params: { path: { ${path.join(", ")} } }`]),
    ...(body === undefined ? [] : [`body: ${formatBodyLiteral(document, operation, body)}`]),
  ];
  const types = new Set([...parts.join("\n").matchAll(/ as (\w+)/g)].map(([, type]) => `type ${type}, `));
  return [
    `import { ${[...types].sort().join("")}createClient, orThrow } from "commerce-contract";`,
    "",
    `const { ${formatVariables(names, body)} } = process.env;`,
    "const client = createClient({ baseUrl, billingUrl, signIn: { oauth2: token } });",
    "const result = orThrow(",
    `  await client.${operation.id}({`,
    ...parts.map((part) => `    ${part.replaceAll("\n", "\n    ")},`),
    "  }),",
    ");",
    "console.log(result);",
  ].join("\n");
}

/** The type of an id has the name of its parameter. */
function getTypeName(name: string): string {
  return name === "appId" ? "ApplicationId" : name.replace(/^./, (letter) => letter.toUpperCase());
}

function removeTypes(source: string): string {
  return source.replaceAll(/\btype \w+, | as \w+/g, "");
}

/** Formats the destructuring of the environment: URLs, token, and the ids that the call uses. */
function formatVariables(names: readonly string[], body = ""): string {
  const own = Object.entries(USER_VARIABLES).filter(([name]) => names.includes(name) || body.includes(`"${name}"`));
  return [
    ...["URL: baseUrl", "BILLING_URL: billingUrl", "TOKEN: token"],
    ...new Set(own.map(([, variable]) => variable)),
  ]
    .map((name) => `${name} = ""`)
    .join(", ");
}

function formatBodyLiteral(document: Document, { requestBody }: Operation, body: string): string {
  const schema = requestBody?.content[0]?.schema ?? "";
  const json = isJson(body)
    ? insertUserVariables(JSON.stringify(markIds(document, [schema], JSON.parse(body))), (name) => {
        return `${USER_VARIABLES[name]} as ${getTypeName(name)}`;
      })
    : JSON.stringify(Object.fromEntries(new URLSearchParams(body)), null, 2);
  return json.replaceAll(/"(\w+)@@([^"]*)"/g, '"$2" as $1').replaceAll(/^( *)"(\w+)":/gm, "$1$2:");
}

/** Puts the name of its type before each id, since ids have types of their own. */
function markIds(document: Document, schemas: readonly Pointer[], value: Json): Json {
  const branches = schemas.flatMap((schema) => listBranches(document, schema));
  const within = (...path: readonly string[]): Pointer[] => branches.map((branch) => joinPointer(branch, ...path));
  if (Array.isArray(value)) return value.map((item) => markIds(document, within("items"), item));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, markIds(document, within("properties", name), item)]),
    );
  const id = branches.find((branch) => /^\/components\/schemas\/\w+Id$/.test(branch));
  return typeof value === "string" && id !== undefined ? `${lastToken(id)}@@${value}` : value;
}

/** A schema and the branches of its `allOf`, `anyOf` and `oneOf`. */
function listBranches(document: Document, schema: Pointer): Pointer[] {
  const found = resolvePointer(document, schema);
  if (found === undefined) return [];
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) =>
    asArray(found.value[keyword]).map((_, index) => joinPointer(found.pointer, keyword, index)),
  );
  return [found.pointer, ...branches.flatMap((branch) => listBranches(document, branch))];
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
