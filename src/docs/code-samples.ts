import { asArray, asString, isObject, type Operation, valueAt } from "../document/index.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import { formatFence } from "../generate/package/readme.js";
import type { DocsContext } from "./docs-context.js";
import {
  CREDENTIAL,
  createSampleRequest,
  isJsonRange,
  type SampleBody,
  type SampleRequest,
  WHOLE_BODY,
} from "./sample-request.js";

/** Formats the samples of an operation: those of `x-codeSamples`, otherwise one for curl and one for the generated client. */
export function formatCodeSamples(context: DocsContext, operation: Operation): string {
  const written = asArray(valueAt(context.document.root, `${operation.pointer}/x-codeSamples`)).flatMap((sample) => {
    if (!isObject(sample) || typeof sample.source !== "string") return [];
    const language = asString(sample.lang) ?? "text";
    return [formatTitledBlock(language, asString(sample.label) ?? language, sample.source)];
  });
  if (written.length > 0) return written.join("\n\n");
  const client = context.clientSamples.get(`${operation.method} ${operation.path}`);
  const curl = formatTitledBlock("sh", "curl", formatCurl(createSampleRequest(context, operation)));
  return client === undefined ? curl : `${curl}\n\n${formatTitledBlock("ts", "TypeScript", client)}`;
}

/** Formats a receiver of an event, and the command that sends it an example with all headers of the event. */
export function formatEventSamples(context: DocsContext, operation: Operation): string {
  // The security of the API is for requests to it.
  const isStated = valueAt(context.document.root, `${operation.pointer}/security`) !== undefined;
  const sent = createSampleRequest(context, isStated ? operation : { ...operation, security: [] });
  const curl = formatTitledBlock("sh", "curl", formatCurl({ ...sent, url: "http://localhost:3000/webhooks" }));
  return `${formatReceiver(operation)}\n\n${curl}`;
}

/** Formats a program that receives an event. */
export function formatReceiver({ method, responses }: Pick<Operation, "method" | "responses">): string {
  const status = responses.map((response) => Number(response.status)).find((it) => it >= 200 && it < 300) ?? 204;
  const program = `import { createServer } from "node:http";

createServer(async (request, response) => {
  if (request.method !== ${JSON.stringify(method)}) return response.writeHead(405).end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const event = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  console.log(request.headers, event);
  response.writeHead(${status}).end();
}).listen(3000, "127.0.0.1");`;
  return formatTitledBlock("ts", "TypeScript", program);
}

function formatTitledBlock(language: string, title: string, code: string): string {
  const known = /^(curl|shell|bash)$/i.test(language) ? "sh" : language.toLowerCase();
  return formatFence(`${/^[\w+#-]+$/.test(known) ? known : "text"} title=${JSON.stringify(title)}`, code);
}

function formatCurl({ method, url, headers, body }: SampleRequest): string {
  const parts = [
    `curl ${method === "GET" && body === undefined ? "" : `-X ${method} `}${quoteForShell(url)}`,
    ...headers.map(([name, value]) => BY_PASSWORD[value] ?? `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : formatCurlBody(body)),
  ];
  return parts.join(" \\\n  ");
}

/** Only curl encodes a user and a password. */
const BY_PASSWORD: Readonly<Record<string, string>> = {
  [`Basic ${CREDENTIAL}`]: '-u "$USERNAME:$PASSWORD"',
  [`Digest ${CREDENTIAL}`]: '--digest -u "$USERNAME:$PASSWORD"',
};

function formatCurlBody({ type, value, files, partTypes }: SampleBody): string[] {
  if (files.has(WHOLE_BODY)) return [`--data-binary ${quoteForShell(`@${files.get(WHOLE_BODY)}`)}`];
  const isMultipart = /multipart\/form-data/i.test(type);
  if (!isMultipart && !/x-www-form-urlencoded/i.test(type))
    return [`-d ${quoteForShell(isJsonRange(type) ? serializeExactJson(value, 2) : toText(value))}`];
  const option = isMultipart ? "-F" : "--data-urlencode";
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, field]) => {
    const file = files.get(name);
    if (file !== undefined) return [`${option} ${quoteForShell(`${name}=@${file}`)}`];
    return [field].flat().map((item) => {
      const text = toText(item);
      // curl would read such a field from a file.
      const plainOption = option === "-F" && /^[@<]/.test(text) ? "--form-string" : option;
      const stated = partTypes.get(name) ?? (isObject(item) ? "application/json" : undefined);
      const partType = plainOption === "-F" && !text.includes(";") ? stated : undefined;
      return `${plainOption} ${quoteForShell(`${name}=${text}${partType === undefined ? "" : `;type=${partType}`}`)}`;
    });
  });
}

/** A word with a credential is in double quotes, so that the shell inserts the variable. */
function quoteForShell(text: string): string {
  if (text.includes(CREDENTIAL)) return `"${text.replaceAll(/["`\\]/g, "\\$&")}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : serializeExactJson(value);
}
