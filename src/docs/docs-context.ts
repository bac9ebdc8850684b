import {
  asArray,
  asObject,
  asString,
  type Document,
  getLocalReferenceTarget,
  isObject,
  type JsonObject,
  joinPointer,
  lastToken,
  listOperations,
  type Operation,
  type Pointer,
  parentPointer,
  resolveChildren,
  takeName,
  valueAt,
} from "../document/index.js";
import { groupBy } from "../document/memoize.js";
import { createClientModel } from "../generate/client/client-model.js";
import { completeOperations } from "../generate/generate.js";
import { GenerateError } from "../generate/generate-error.js";
import { formatSampleProgram } from "../generate/package/readme.js";
import type { SampleContext } from "../samples/sample-context.js";
import { getSchemas } from "../schema/index.js";
import { escapeLabel } from "./normalize-markdown.js";
import { createSlug } from "./shared-names.js";

/** What the entries of one spec share. */
export type DocsContext = SampleContext & {
  readonly document: Document;
  readonly paths: EntryPaths;
  /** The tags that the spec declares, by name. */
  readonly tags: ReadonlyMap<string, JsonObject>;
  /** A call of each operation with the generated client, by its method and path. */
  readonly clientSamples: ReadonlyMap<string, string>;
};

/**
 * @param clientModule what programs import the generated client from.
 * @param needsUrl whether the spec, from which the client is generated, lacks the servers of this document.
 */
export function createDocsContext(
  document: Document,
  clientModule = "./generated/client.js",
  needsUrl = false,
): DocsContext {
  const schemas = getSchemas(document);
  const clientSamples = createClientSamples(document, clientModule, needsUrl);
  const declared = asArray(document.root.tags).filter(isObject);
  const tags = new Map(declared.map((tag) => [asString(tag.name) ?? "", tag]));
  return { document, paths: createEntryPaths(document), tags, clientSamples, schemas };
}

/** Creates a program for each operation that calls it with the generated client. */
function createClientSamples(document: Document, clientModule: string, needsUrl: boolean): Map<string, string> {
  try {
    const complete = completeOperations(document).document;
    const model = createClientModel(complete);
    const context = { schemas: getSchemas(complete) };
    return new Map(
      model.calls.map((call) => {
        const { method, path } = call.operation;
        return [`${method} ${path}`, formatSampleProgram(context, model, { call, clientModule, needsUrl })];
      }),
    );
  } catch (error) {
    // A spec without a client still has a reference.
    if (error instanceof GenerateError) return new Map();
    throw error;
  }
}

/** Formats the type of a schema in a few words, with links to the entries of components. */
export function formatType(context: Pick<DocsContext, "document" | "paths">, pointer: Pointer): string {
  const { document, paths } = context;
  const value = valueAt(document.root, pointer);
  if (!isObject(value)) return "any";
  const target = getLocalReferenceTarget(value.$ref);
  const path = target === undefined ? undefined : paths.schemas.get(target);
  if (target !== undefined && path !== undefined) return `[${escapeLabel(lastToken(target))}](/reference/${path}/)`;
  const types = [value.type].flat().filter((it) => typeof it === "string");
  const format = asString(value.format) === undefined ? "" : ` (${escapeLabel(String(value.format))})`;
  const own = types.map((type) => {
    if (type !== "array" || !isObject(value.items)) return type;
    const items = formatType(context, joinPointer(pointer, "items"));
    return `array of ${items.includes(" or ") ? `(${items})` : items}`;
  });
  const composed = COMPOSITIONS.filter((it) => types.length === 0 && Array.isArray(value[it])).map((keyword) => {
    const parts = asArray(value[keyword]).map((_, at) => formatType(context, joinPointer(pointer, keyword, at)));
    const known = parts.filter((it) => keyword !== "allOf" || it !== "any");
    return [...new Set(known)].join(keyword === "allOf" ? " and " : " or ");
  });
  const text = own.join(" or ") || composed.filter((it) => it !== "").join(" and ") || "any";
  return `${text}${format}${value.nullable === true && text !== "any" ? " or null" : ""}`;
}

const COMPOSITIONS = ["allOf", "oneOf", "anyOf"];

/** The paths of the entries of a spec. Paths are distinct, also on file systems that ignore case. */
type EntryPaths = ReturnType<typeof createEntryPaths>;

/** Gives each operation, event and schema an entry of its own. */
function createEntryPaths(document: Document) {
  const taken = new Set<string>();
  const take = (folder: string, name: string): string => takeName(`${folder}/${createSlug(name)}`, taken, "-");
  const operations = listInOrder(document, listOperations(document)).map((operation) => {
    const isEvent = operation.kind === "webhook";
    return [operation, isEvent ? take("events", operation.path) : take("operations", operation.id)] as const;
  });
  const schemas = resolveChildren(document, "/components/schemas").map(
    ({ key }) => [joinPointer("/components/schemas", key), take("schemas", key)] as const,
  );
  return {
    operations: new Map(operations),
    /** By the pointer of the component. */
    schemas: new Map(schemas),
  };
}

/** The operations in the order of the spec, also those of one path. */
function listInOrder({ root }: Document, operations: readonly Operation[]): Operation[] {
  // Several paths may refer to one definition, and one definition has methods in two places.
  const groups = groupBy(operations, ({ path, pointer }) => `${parentPointer(pointer)} ${path}`);
  return [...groups.values()].flatMap((own) => {
    const names = Object.keys(asObject(valueAt(root, parentPointer(own[0].pointer))) ?? {});
    const getIndex = ({ pointer }: Operation): number => names.indexOf(lastToken(pointer));
    return own.toSorted((a, b) => getIndex(a) - getIndex(b));
  });
}
