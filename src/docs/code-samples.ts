import { asArray, asString, isObject, type Operation, valueAt } from "../document/index.js";
import type { DocsContext } from "./docs-context.js";
import { isJsonRange } from "./json-example.js";
import { formatFence } from "./normalize-markdown.js";
import { CREDENTIAL, createSampleRequest, type SampleRequest } from "./sample-request.js";

/** Formats the samples of an operation: those of `x-codeSamples`, otherwise one for curl and one for TypeScript. */
export function formatCodeSamples(context: DocsContext, operation: Operation): string {
  const written = asArray(valueAt(context.document.root, `${operation.pointer}/x-codeSamples`)).flatMap((sample) => {
    if (!isObject(sample) || typeof sample.source !== "string") return [];
    const language = asString(sample.lang) ?? "text";
    return [formatTitledBlock(language, asString(sample.label) ?? language, sample.source)];
  });
  if (written.length > 0) return written.join("\n\n");
  const request = createSampleRequest(context, operation);
  return [
    formatTitledBlock("sh", "curl", formatCurl(request)),
    formatTitledBlock("ts", "TypeScript", formatFetch(request)),
  ].join("\n\n");
}

function formatTitledBlock(language: string, title: string, code: string): string {
  const known = SHIKI_LANGUAGES[language.toLowerCase()] ?? language.toLowerCase();
  return formatFence(`${/^[\w+#-]+$/.test(known) ? known : "text"} title=${JSON.stringify(title)}`, code);
}

const SHIKI_LANGUAGES: Readonly<Record<string, string>> = {
  curl: "sh",
  shell: "sh",
  bash: "sh",
  javascript: "js",
  typescript: "ts",
  "c#": "csharp",
  "c++": "cpp",
  "node.js": "js",
};

export function formatCurl(request: SampleRequest): string {
  const { method, headers, body } = request;
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoteForShell(formatSampleUrl(request))}`,
    ...headers.map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
  ];
  if (body !== undefined) parts.push(...formatCurlBody(body));
  return parts.join(" \\\n  ");
}

function formatCurlBody({ type, value }: NonNullable<SampleRequest["body"]>): string[] {
  if (/multipart\/form-data/i.test(type))
    return listFields(value).map(([name, field]) => `-F ${quoteForShell(`${name}=${field}`)}`);
  if (/x-www-form-urlencoded/i.test(type))
    return listFields(value).map(([name, field]) => `--data-urlencode ${quoteForShell(`${name}=${field}`)}`);
  return [`-d ${quoteForShell(isJsonRange(type) ? JSON.stringify(value, null, 2) : toText(value))}`];
}

/** A word with a credential is in double quotes, so that the shell inserts the variable. */
function quoteForShell(text: string): string {
  if (text.includes(CREDENTIAL)) return `"${text.replaceAll(/["`\\]/g, "\\$&")}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function formatFetch(request: SampleRequest): string {
  const { method, headers, body } = request;
  // `fetch` writes the boundary into the type of a form itself.
  const isForm = body !== undefined && /multipart\/form-data/i.test(body.type);
  const shown = headers.filter(([name]) => !(isForm && name === "Content-Type"));
  const options = [
    ...(method === "GET" ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(shown.length === 0
      ? []
      : ["headers: {", ...shown.map(([name, value]) => `  ${formatKey(name)}: ${formatText(value)},`), "},"]),
    ...(body === undefined ? [] : formatFetchBody(body).split("\n")),
  ];
  const call = options.length === 0 ? "" : `, {\n${options.map((line) => `  ${line}`).join("\n")}\n}`;
  return [
    `const response = await fetch(${formatText(formatSampleUrl(request))}${call});`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the sample
    "if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);",
    "console.log(await response.text());",
  ].join("\n");
}

function formatFetchBody({ type, value }: NonNullable<SampleRequest["body"]>): string {
  if (isJsonRange(type)) return `body: JSON.stringify(${JSON.stringify(value, null, 2)}),`;
  if (/x-www-form-urlencoded/i.test(type))
    return `body: new URLSearchParams(${JSON.stringify(Object.fromEntries(listFields(value)), null, 2)}),`;
  if (/multipart\/form-data/i.test(type)) {
    const fields = listFields(value).map(
      ([name, field]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(field)});`,
    );
    return `body: (() => {\n  const form = new FormData();\n${fields.map((it) => `  ${it}`).join("\n")}\n  return form;\n})(),`;
  }
  return `body: ${JSON.stringify(toText(value))},`;
}

function formatSampleUrl({ server, path, query }: SampleRequest): string {
  return `${server}${path}${query === "" ? "" : `?${query}`}`;
}

function formatText(text: string): string {
  if (!text.includes(CREDENTIAL)) return JSON.stringify(text);
  return `\`${text.replaceAll(/[`\\]/g, "\\$&").replaceAll(CREDENTIAL, `\${process.env.${CREDENTIAL.slice(1)}}`)}\``;
}

function formatKey(name: string): string {
  return /^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function listFields(value: unknown): [string, string][] {
  return isObject(value) ? Object.entries(value).map(([name, field]) => [name, toText(field)]) : [];
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
