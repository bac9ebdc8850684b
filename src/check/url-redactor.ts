import { isApplied, type Subschema } from "../document/applicators.js";
import {
  type Document,
  isObject,
  type Json,
  joinPointer,
  listExpressions,
  memoize,
  memoizeByPair,
  type Operation,
  parsePointer,
  resolveChildren,
} from "../document/index.js";
import {
  decodeFieldName,
  isSecretName,
  REDACTED,
  redactEncoded,
  redactUrl,
  redactWhole,
  type TextRedactor,
} from "../recording/index.js";
import {
  getSchemaTypes,
  isSensitiveKey,
  isSensitiveSchema,
  maskSensitiveKeys,
  type Schemas,
  walkSchemas,
} from "../schema/index.js";
import { findPathEnd } from "./router/router.js";

/** Redacts what the spec marks as sensitive in URLs. */
export type UrlRedactor = ReturnType<typeof createUrlRedactor>;

export function createUrlRedactor(document: Document, schemas: Schemas, operations: readonly Operation[]) {
  const sensitiveNames = findSensitiveNames(document, operations);
  const sensitiveOf = memoize((operation: Operation) => findSensitiveParameters(schemas, operation));
  return {
    /** Parameters, headers and credentials with sensitive values, without those whose name already shows it. */
    sensitiveNames,
    /** The names of properties that the spec marks anywhere, for bodies that it does not describe. */
    getSensitiveProperties: () => findSensitiveProperties(document, operations),
    /**
     * Redacts what the spec marks in a URL, and values with a secret name or format. Without `hide`, it is for a report, in which
     * values and names that the operation does not declare are redacted too.
     */
    redact: (url: string, operation: Operation | undefined, hide?: TextRedactor) => {
      const sensitive = operation && sensitiveOf(operation);
      const isHidden = (name: string): boolean =>
        hasParameterName(sensitiveNames, name) ||
        sensitive?.isSensitiveInQuery(name) === true ||
        (hide === undefined && sensitive?.isDeclaredInQuery(name) === false);
      const path = operation && sensitive ? redactPath(url, operation.path, [sensitive.pathNames, hide]) : url;
      const shown = redactUrl(redactQuery(path, isHidden, hide), isHidden, hide);
      return hide === undefined && sensitive !== undefined ? redactKeys(shown, sensitive) : shown;
    },
  };
}

/** Collected from all operations: a value that is secret in one request must not appear in another. */
function findSensitiveNames(document: Document, operations: readonly Operation[]): ReadonlySet<string> {
  const keys = resolveChildren(document, "/components/securitySchemes").filter(({ value }) => value.type === "apiKey");
  const described = operations.flatMap(({ parameters, responses }) => [
    ...parameters,
    ...responses.flatMap(({ headers }) => headers),
  ]);
  const marked = described.filter((it) => hasSensitiveSchema(document, it));
  const names = [...keys.map(({ value }) => String(value.name)), ...marked.map(({ name }) => name)];
  // Values with secret names are redacted separately, which keeps what the credential check needs.
  return new Set(names.filter((name) => !isSecretName(name)));
}

const findSensitiveProperties = memoizeByPair((document: Document, operations: readonly Operation[]) => {
  const bodies = operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...responses].flatMap((it) => it?.content ?? []).flatMap(({ schema }) => schema ?? []),
  );
  const names = new Set<string>();
  const isUnnamed = (it: Subschema): boolean => isApplied(it) && !/^(property|name)$/.test(it.applies);
  for (const { pointer, schema } of walkSchemas(document.root, bodies, isApplied))
    for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
      const property = joinPointer(pointer, "properties", name);
      if ([...walkSchemas(document.root, [property], isUnnamed)].some(isSensitiveSchema)) names.add(name);
    }
  return names;
});

/** Aligns the path with the end of the template, because it may start with a base path. */
function redactPath(
  url: string,
  templatePath: string,
  [names, hide = redactWhole]: readonly [ReadonlySet<string>, TextRedactor | undefined],
): string {
  if (names.size === 0) return url;
  const end = findPathEnd(url);
  const segments = url.slice(0, end).split("/");
  const template = templatePath.split("/");
  const offset = segments.length - template.length - (segments.at(-1) === "" && template.at(-1) !== "" ? 1 : 0);
  const isSecret = (segment: string): boolean => listExpressions(segment).some((name) => names.has(name));
  const path = segments.map((text, index) =>
    isSecret(template[index - offset] ?? "") ? redactEncoded(text, hide) : text,
  );
  return path.join("/") + url.slice(end);
}

function redactQuery(url: string, isHidden: (name: string) => boolean, hide = redactWhole): string {
  return url.replaceAll(/([?&])([^?&#=]*)=([^&#]*)/g, (whole, separator, name, value) =>
    isHidden(decodeFieldName(name)) ? `${separator}${name}=${redactEncoded(value, hide)}` : whole,
  );
}

/** Redacts the names in the query that are secret keys of an object. */
function redactKeys(url: string, { redactKey }: SensitiveParameters): string {
  return url.replaceAll(/([?&])([^?&#=]*)/g, (whole, separator, name) => {
    const decoded = decodeFieldName(name);
    const shown = redactKey(decoded);
    return shown === decoded ? whole : separator + shown;
  });
}

/** The parameters of an operation that the spec marks as sensitive. A parameter with a sensitive part counts as a whole. */
type SensitiveParameters = ReturnType<typeof findSensitiveParameters>;

type ValueDefinition = Pick<Operation["parameters"][number], "schema" | "content">;

/** Whether the schema of a parameter or header has a sensitive part. */
export function hasSensitiveSchema(document: { readonly root: Json }, { schema, content }: ValueDefinition): boolean {
  const pointer = schema ?? content?.schema;
  return pointer !== undefined && [...walkSchemas(document.root, [pointer], isApplied)].some(isSensitiveSchema);
}

function findSensitiveParameters(schemas: Schemas, { parameters }: Operation) {
  const query = parameters.filter((it) => it.in === "query");
  const marked = parameters.filter((it) => hasSensitiveSchema(schemas, it));
  const declared = new Set(query.map(({ name }) => name));
  const names = new Set(marked.map(({ name }) => name));
  // An exploded form object puts its properties into the query under their own names.
  const spread = query.filter(
    ({ style, explode, schema }) => style === "form" && explode && getSchemaTypes(schemas, schema).has("object"),
  );
  const hidesRest = spread.some((it) => marked.includes(it));
  const secretPath = parameters.filter((it) => it.in === "path" && (marked.includes(it) || isSecretName(it.name)));
  return {
    /** Takes a name in the query, which may be the name of an object's property. */
    isSensitiveInQuery: (name: string) =>
      hasParameterName(names, name) || (hidesRest && !hasParameterName(declared, name)),
    /** Whether the spec declares the name. */
    isDeclaredInQuery: (name: string) => spread.length > 0 || hasParameterName(declared, name),
    /** Replaces a name in the query that is or contains a secret key of an object. */
    redactKey: (name: string) => {
      const owner = marked.find((it) => it.style === "deepObject" && name.startsWith(`${it.name}[`));
      if (owner === undefined)
        return spread.some(({ schema }) => isSensitiveKey(schemas, schema, joinPointer("", name))) ? REDACTED : name;
      const instance = joinPointer("", ...name.slice(owner.name.length + 1, -1).split("]["));
      const shown = maskSensitiveKeys(schemas, owner.schema, { instance, mask: REDACTED });
      return shown === instance ? name : `${owner.name}[${parsePointer(shown).join("][")}]`;
    },
    /** The names of sensitive path parameters. */
    pathNames: new Set(secretPath.map(({ name }) => name)),
  };
}

/** `filter[name]` belongs to the parameter `filter`. */
function hasParameterName(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || names.has(name.replace(/\[.*$/s, ""));
}
