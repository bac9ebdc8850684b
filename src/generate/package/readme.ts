import {
  asObject,
  asString,
  type Document,
  getParameterLocation,
  type Operation,
  type Parameter,
  type SecurityAlternative,
  valueAt,
} from "../../document/index.js";
import { makeParameterValue } from "../../samples/example-values.js";
import type { SampleContext } from "../../samples/sample-context.js";
import { getSchemas } from "../../schema/index.js";
import { chooseMedia, isWithoutBody } from "../client/bodies.js";
import type { ClientModel, ModelledCall } from "../client/client-model.js";
import { chooseSampleSchemes } from "../client/security.js";
import { explainOpenHost, getSampleUrl, hasUsableDefault } from "../client/server-table.js";
import { type CodeValue, formatLiteral, formatPropertyKey } from "../code.js";
import type { PackageFacts } from "./package-json.js";
import { chooseSampleType, createSampleFile, formatSampleValue, makeBodyValue } from "./sample-value.js";

/** Formats the README of a package, with a sample for each operation. */
export function formatReadme(document: Document, model: ClientModel, facts: PackageFacts): string {
  const context = { schemas: getSchemas(document) };
  const { calls } = model;
  const operations = calls.map((call) => formatOperation(context, call));
  const start = formatStart(context, model);
  const [server] = Object.values(model.servers);
  const openHost = server && explainOpenHost(document, server);
  const brands = listBrands(start);
  const further = listBrands(operations.join("")).filter((name) => !brands.includes(name));
  return [
    README_MARK,
    `# ${facts.name}\n`,
    `${facts.description ?? `A client of ${facts.title}.`}\n`,
    `${formatFence("sh", `npm install ${facts.name}`)}\n`,
    `${formatFence("ts", `${formatTypeImport(facts.name, brands)}${formatImport(facts.name)}\n${start}`)}\n`,
    ...(openHost === undefined ? [] : [`Server: ${openHost}.\n`]),
    "A result has `ok`, `status`, and `data` or `error`. `orThrow` returns `data`, and throws a `CallError` for error responses.",
    "Calls that are safe to repeat are repeated after connection errors and temporary statuses.\n",
    "## Operations\n",
    ...(further.length === 0
      ? []
      : ["These samples also use types of ids:\n", `${formatFence("ts", formatTypeImport(facts.name, further))}\n`]),
    ...operations,
    ...(facts.license === undefined ? [] : [`## License\n\n${facts.license}\n`]),
  ].join("\n");
}

/** The first line, by which `contract generate` recognizes its own file. */
const README_MARK = "<!-- @generated from the OpenAPI spec. Do not edit: change the spec and generate again. -->\n";

function formatImport(name: string): string {
  return `import { createClient, orThrow } from ${JSON.stringify(name)};\n`;
}

function formatTypeImport(name: string, brands: readonly string[]): string {
  return brands.length === 0 ? "" : `import type { ${brands.join(", ")} } from ${JSON.stringify(name)};\n`;
}

function formatStart(context: SampleContext, model: ClientModel): string {
  const [first] = model.calls;
  const call = first === undefined ? [] : [`const data = orThrow(await ${formatSampleCall(context, first)});`];
  const signed = model.calls.map(({ operation }) => chooseSampleSchemes(operation));
  return [formatClient(model, signed.find((it) => it.length > 0) ?? []), ...call].join("\n");
}

/** A program that calls one operation and prints the result. */
export function formatSampleProgram(
  context: SampleContext,
  model: ClientModel,
  { call, clientModule, needsUrl = false }: { call: ModelledCall; clientModule: string; needsUrl?: boolean },
): string {
  // A column of a page is narrower than a file.
  const statement = `const data = orThrow(await ${formatSampleCall(context, call, 80)});`;
  return [
    `${formatTypeImport(clientModule, listBrands(statement))}${formatImport(clientModule)}`,
    formatClient(model, chooseSampleSchemes(call.operation), needsUrl),
    statement,
    "console.log(data);",
  ].join("\n");
}

/** @param needsUrl whether the base URL is an option also if it could be a default */
function formatClient({ servers }: ClientModel, schemes: SecurityAlternative, needsUrl = false): string {
  const urls = Object.entries(servers)
    .filter(([, server], index) => index === 0 && (needsUrl || !hasUsableDefault(server)))
    .map(([name, server]) => `${name}: ${JSON.stringify(getSampleUrl(server))}`);
  const credentials = schemes.map(({ name, scheme }) => {
    const isBasic = /^basic$/i.test(asString(scheme?.value.scheme) ?? "");
    const value = isBasic ? '[process.env.USERNAME, process.env.PASSWORD].join(":")' : 'process.env.TOKEN ?? ""';
    return `${formatPropertyKey(name)}: ${value}`;
  });
  const options = [...urls, ...(credentials.length === 0 ? [] : [`signIn: { ${credentials.join(", ")} }`])];
  return `const client = createClient(${options.length === 0 ? "" : `{ ${options.join(", ")} }`});`;
}

function formatOperation(context: SampleContext, call: ModelledCall): string {
  const { operation, name, traits } = call;
  const { summary, description, deprecated } = asObject(valueAt(context.schemas.root, operation.pointer)) ?? {};
  const text = asString(summary) ?? asString(description)?.split(/\n\s*\n/)[0];
  const sample = `const result = await ${formatSampleCall(context, call)};`;
  const [list] = traits.list ?? [];
  const loop = `\nfor await (const item of ${formatSampleCall(context, { ...call, name: list ?? "" })}) console.log(item);`;
  return [
    `### ${name}\n`,
    `\`${operation.method} ${operation.path}\`${deprecated === true ? " (deprecated)" : ""}\n`,
    ...(text === undefined ? [] : [`${text}\n`]),
    `${formatFence("ts", list === undefined ? sample : sample + loop)}\n`,
  ].join("\n");
}

/** A fenced code block, with a fence longer than those in the code. */
export function formatFence(language: string, code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`;
}

/** A call of an operation with its required parameters and its body, as source text: `client.getNote({ … })`. */
export function formatSampleCall(
  context: SampleContext,
  { name, operation, optionTraits }: ModelledCall,
  before = name.length + 30,
): string {
  const places = (["path", "query", "header", "cookie"] as const).flatMap((place) => {
    const required = operation.parameters.filter(
      (it) =>
        getParameterLocation(it) === place &&
        it.required &&
        !(place === "header" && optionTraits.filled?.includes(it.name)),
    );
    const values = required.map((it) => [it.name, sampleParameter(context, it)] as const);
    return values.length === 0 ? [] : [[place, Object.fromEntries(values)] as const];
  });
  const body = isWithoutBody(operation) ? undefined : sampleBody(context, operation);
  const options = {
    ...(places.length === 0 ? {} : { params: Object.fromEntries(places) }),
    ...(body === undefined ? {} : { body }),
  };
  return `client.${name}(${Object.keys(options).length === 0 ? "" : formatLiteral(options, "", before)})`;
}

/** The types that samples name, which a program has to import. */
export function listBrands(samples: string): readonly string[] {
  return [...new Set([...samples.matchAll(/(?<!\\)" as ([\w$]+)/g)].map(([, name = ""]) => name))].sort();
}

function sampleParameter(context: SampleContext, parameter: Parameter): CodeValue {
  const { schema, content, name } = parameter;
  const value = makeParameterValue(context, parameter)?.value ?? name;
  return formatSampleValue(context, schema ?? content?.schema, value);
}

function sampleBody(context: SampleContext, { requestBody }: Operation): CodeValue | undefined {
  const media = chooseMedia(requestBody?.content ?? []);
  if (media === undefined) return undefined;
  const type = chooseSampleType(context, media);
  if (/^(image|audio|video|font)\/|octet-stream|\/(pdf|zip)$/i.test(type)) return createSampleFile(type, media.range);
  if (!/json|x-www-form-urlencoded|multipart\//i.test(media.range)) return "text";
  const value = makeBodyValue(context, media) ?? {};
  const multipart = media.range.startsWith("multipart/") ? media.pointer : undefined;
  return formatSampleValue(context, media.schema, value, multipart);
}
