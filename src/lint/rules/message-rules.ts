import {
  asObject,
  getLocalReferenceTarget,
  isObject,
  memoizeByObject,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import { isJsonType, type Json, type JsonObject } from "../../document/json.js";
import { isSequentialType, walkSchemas } from "../../schema/index.js";
import { listApplicableSchemas } from "../../schema/model/applicable-schema.js";
import { collectTypes } from "../../schema/parameters/decoding.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";
import { getKey, getPointer } from "../walk-document.js";
import { listParameters } from "./path-rules.js";

const ENCODING_FIELDS = ["encoding", "prefixEncoding", "itemEncoding"];

/** Rules about responses, links and the content of messages: https://spec.openapis.org/oas/v3.1.1#responses-object */
export const MESSAGE_RULES = {
  "spec.responses.empty": {
    level: "error",
    title: "An operation has no responses.",
    fix: "Document at least one response, such as default.",
    objectKinds: ["responses"],
    *find({ value }) {
      if (!Object.keys(value).some((status) => !status.startsWith("x-")))
        yield { message: "at least one response is required" };
    },
  },
  "spec.responses.status-unknown": {
    level: "error",
    title: "The key of a response is not a status code.",
    fix: "Use a code from 100 to 599, a range from 1XX to 5XX, or default.",
    objectKinds: ["responses"],
    *find({ value }) {
      for (const status in value)
        if (!/^([1-5](\d\d|XX)|default|x-.*)$/s.test(status))
          yield { message: `"${status}" is not a status code, a range such as 4XX, or default`, at: [status] };
    },
  },
  "spec.response.body-not-allowed": {
    level: "warn",
    title: "A response has content, but its status allows no body.",
    fix: "Remove the content, or change the status.",
    objectKinds: ["response"],
    fields: ["content"],
    *find(object) {
      const status = object.parent?.kind === "responses" ? getKey(object) : "";
      const { content } = object.value;
      if (/^(1..|204|205|304)$/.test(status) && isObject(content) && Object.keys(content).length > 0)
        yield { message: `a response with status ${status} has no body` };
    },
  },
  "spec.link.target-count": {
    level: "error",
    title: "A link does not have exactly one of operationId and operationRef.",
    fix: "Use one of the two.",
    objectKinds: ["link"],
    *find({ value }) {
      const count = [value.operationId, value.operationRef].filter((it) => it !== undefined).length;
      if (count !== 1)
        yield {
          message: `a link must have "operationId" or "operationRef"${count === 2 ? ", not both" : ""}`,
        };
    },
  },
  "spec.link.operation-unknown": {
    level: "error",
    title: "A link names an operation that does not exist.",
    fix: "Name an operation of the spec.",
    objectKinds: ["link"],
    fields: ["operationId", "operationRef"],
    *find(object, lint, field) {
      const name = object.value[field];
      const { paths, webhooks } = lint.document.root;
      // A file with only components is a library; the operations are in other files.
      if (paths === undefined && webhooks === undefined) return;
      if (typeof name !== "string" || findLinkedOperation(object, lint) !== undefined) return;
      if (field === "operationId") yield { message: `there is no operation with the operationId "${name}"` };
      else if (getLocalReferenceTarget(name) !== undefined)
        yield { message: `"${name}" does not refer to an operation` };
    },
  },
  "spec.link.parameter-unknown": {
    level: "warn",
    title: "A link sets a parameter that its operation does not have.",
    fix: "Name a parameter of the operation, such as id or path.id.",
    objectKinds: ["link"],
    fields: ["parameters"],
    *find(object, lint) {
      const operation = findLinkedOperation(object, lint);
      if (operation === undefined) return;
      const names = listParameterNames(operation, lint);
      for (const name in asObject(object.value.parameters))
        if (!names.has(name)) yield { message: `the operation has no parameter "${name}"`, at: ["parameters", name] };
    },
  },
  "spec.content.type-malformed": {
    level: "warn",
    title: "A key of content is not a media type or a media type range.",
    fix: "Use type/subtype, such as application/json or image/*.",
    objectKinds: ["mediaType"],
    *find(object) {
      // The key of a reusable media type is its name.
      if (object.parent?.kind === "components") return;
      const range = getKey(object);
      if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;.*)?$/s.test(range))
        yield { message: `"${range}" is not a media type, such as application/json` };
    },
  },
  "spec.content.binary-in-json": {
    level: "warn",
    title: "A schema of JSON content has the format binary, but JSON has no bytes.",
    fix: 'Use "format: byte" or contentEncoding for encoded bytes, or send the file as multipart/form-data or with its own media type.',
    objectKinds: ["openapi"],
    // From all contents at once, so that a schema is visited and reported once.
    *find(_, { document: { root }, objectsOfKind }) {
      const json = objectsOfKind("mediaType").filter((media) => isJsonType(getKey(media)));
      const roots = json.flatMap((media) => ["schema", "itemSchema"].map((field) => getPointer(media, field)));
      // A whole body of bytes is a file, whatever its media type.
      const bodies = new Set([...walkSchemas(root, roots, () => false)].map(({ pointer }) => pointer));
      for (const { pointer, schema } of walkSchemas(root, roots, ({ applies }) => applies !== "none"))
        if (schema.format === "binary" && !bodies.has(pointer))
          yield { message: "a JSON value cannot be bytes", at: parsePointer(`${pointer}/format`) };
    },
  },
  "spec.encoding.property-unknown": {
    level: "error",
    title: "An encoding is for a property that the schema does not declare.",
    fix: "Name a property of the schema.",
    objectKinds: ["mediaType"],
    fields: ["encoding"],
    *find(object, lint) {
      const names = listPropertyNames(object, lint);
      for (const name in asObject(object.value.encoding))
        if (names !== undefined && !names.has(name))
          yield { message: `the schema has no property "${name}" to encode`, at: ["encoding", name] };
    },
  },
  "spec.encoding.no-effect": {
    level: "warn",
    title:
      "An encoding has no effect: the content is not multipart or urlencoded, or has no schema of a suitable type.",
    fix: "Remove the encoding, change the media type, or add a schema. Encodings by position need an array or an itemSchema.",
    objectKinds: ["mediaType"],
    fields: ENCODING_FIELDS,
    *find(object, lint, field) {
      if (object.parent?.kind === "components") return;
      const range = getKey(object);
      const isUsed = field === "encoding" ? FORM_MEDIA_TYPE.test(range) : /^multipart\//i.test(range);
      if (!isUsed && !/^(\*\/\*|application\/\*)/.test(range))
        yield { message: `"${field}" has no effect in ${range}` };
      else if (field !== "encoding" && object.value.schema === undefined && object.value.itemSchema === undefined)
        yield { message: `"${field}" needs a schema or an itemSchema beside it` };
      else if (field !== "encoding" && hasNoItems(object, lint))
        yield { message: `"${field}" needs a schema of the type array, or an itemSchema` };
    },
  },
  "spec.encoding.by-name-and-position": {
    level: "error",
    title: "An object has encodings by name and by position.",
    fix: "Keep encoding, or prefixEncoding and itemEncoding.",
    objectKinds: ["mediaType", "encoding"],
    fields: ["encoding"],
    *find({ value }) {
      const other = ["prefixEncoding", "itemEncoding"].find((name) => value[name] !== undefined);
      if (other !== undefined) yield { message: `"encoding" and "${other}" are mutually exclusive` };
    },
  },
  "spec.content.item-schema-no-effect": {
    level: "warn",
    title: "An itemSchema has no effect, because the media type is not sequential.",
    fix: "Use schema, or a sequential media type such as application/jsonl, text/event-stream or multipart/mixed.",
    objectKinds: ["mediaType"],
    fields: ["itemSchema"],
    *find(object) {
      if (object.parent?.kind === "components") return;
      const range = getKey(object);
      if (!isSequentialType(range) && !/\*/.test(range)) yield { message: `"itemSchema" has no effect in ${range}` };
    },
  },
  "spec.xml.namespace-relative": {
    level: "error",
    title: "The namespace of an XML object is a relative reference.",
    fix: "Use an IRI with a scheme, such as https://shop.example/schema.",
    objectKinds: ["xml"],
    fields: ["namespace"],
    *find({ value: { namespace } }, { version }) {
      if (version === "3.2" && typeof namespace === "string" && !/^[a-z][a-z\d+.-]*:/i.test(namespace))
        yield { message: `"${namespace}" is a relative reference` };
    },
  },
  "spec.xml.name-missing": {
    level: "warn",
    title: "The schema of an XML body has no name for its root element.",
    fix: 'Add "xml: { name: … }", or refer to a component, which gives its name.',
    objectKinds: ["mediaType"],
    fields: ["schema"],
    *find(object, { version }) {
      const { schema } = object.value;
      // Only OpenAPI 3.2 says how names are inferred.
      if (version !== "3.2" || object.parent?.kind === "components" || !isObject(schema)) return;
      if (!/^[^;]*[/+]xml\b/i.test(getKey(object)) || isRootNamed(schema)) return;
      yield { message: "the inline schema has no name for the root element" };
    },
  },
  "spec.xml.node-type-exclusive": {
    level: "error",
    title: "An XML object has nodeType beside attribute or wrapped.",
    fix: "Keep nodeType.",
    objectKinds: ["xml"],
    fields: ["nodeType"],
    *find({ value }) {
      for (const other of ["attribute", "wrapped"])
        if (value[other] !== undefined)
          yield { message: `"nodeType" and "${other}" are mutually exclusive`, at: [other] };
    },
  },
} satisfies LintRules;

function findLinkedOperation({ value }: SpecObject, lint: LintContext): SpecObject | undefined {
  const operations = indexOperations(lint);
  if (typeof value.operationId === "string") return operations.get(value.operationId);
  const target = getLocalReferenceTarget(value.operationRef);
  const found = target === undefined ? undefined : valueAt(lint.document.root, target);
  return found === undefined ? undefined : operations.get(found);
}

/** Indexes operations by object and by operationId. The result is cached per document. */
const indexOperations = memoizeByObject((lint: LintContext): ReadonlyMap<Json, SpecObject> => {
  const operations = new Map<Json, SpecObject>();
  for (const object of lint.objectsOfKind("operation")) {
    operations.set(object.value, object);
    const { operationId } = object.value;
    if (typeof operationId === "string" && !operations.has(operationId)) operations.set(operationId, object);
  }
  return operations;
});

/** Lists parameter names, with and without their location as a prefix, such as `path.id`. */
function listParameterNames(operation: SpecObject, lint: LintContext): ReadonlySet<string> {
  const parameters = [operation, operation.parent].flatMap((it) => listParameters(it, lint));
  return new Set(parameters.flatMap((it) => [String(it?.name), `${String(it?.in)}.${String(it?.name)}`]));
}

const FORM_MEDIA_TYPE = /^(multipart\/|application\/x-www-form-urlencoded)/i;

/** Whether a schema names the root element, refers to a schema that does, or is not one of an element. */
function isRootNamed({ xml, properties, ...schema }: JsonObject): boolean {
  if (isObject(xml) && (xml.name !== undefined || xml.nodeType !== undefined)) return true;
  // Without properties, such as for text, nothing says that there is an element.
  return (
    !isObject(properties) || ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"].some((it) => schema[it] !== undefined)
  );
}

/** Whether a schema without an encoding by name describes no array, so that nothing has a position. */
function hasNoItems(object: SpecObject, { document }: LintContext): boolean {
  const { itemSchema, encoding } = object.value;
  if (itemSchema !== undefined || encoding !== undefined) return false;
  const types = collectTypes(listApplicableSchemas(document.root, getPointer(object, "schema")));
  return types.size > 0 && !types.has("array");
}

/** Returns the property names of a form's schema, or undefined if it does not list them. */
function listPropertyNames(object: SpecObject, { document }: LintContext): ReadonlySet<string> | undefined {
  if (!isObject(object.value.schema)) return undefined;
  const names = new Set<string>();
  for (const { schema } of listApplicableSchemas(document.root, getPointer(object, "schema"))) {
    for (const name in asObject(schema.properties)) names.add(name);
    if (isObject(schema.patternProperties)) return undefined;
  }
  return names;
}
