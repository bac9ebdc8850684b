import {
  type Document,
  isObject,
  type JsonObject,
  memoizeByObject,
  resolvePointer,
} from "../../../src/document/index.js";
import { getJson, getMediaType, type Side, withBody } from "./edit-exchange.js";
import type { Clean, Edited, Operator } from "./mutant.js";
import { getProperties, getTypes, type SchemaLocation, walkSchemas, withValueAt } from "./schema-locations.js";

/**
 * Mutation operators for JSON bodies, based on the schema of each value.
 *
 * @param documents the specs by name
 */
export function createBodyOperators(documents: ReadonlyMap<string, Document>): readonly Operator[] {
  const createOperator = (name: string, edit: LocationEdit, options: Partial<Operator> = {}): Operator => ({
    name,
    kind: "violation",
    because: "schema",
    ...options,
    *edits(clean) {
      const document = documents.get(clean.contract);
      for (const side of document === undefined ? [] : (["request", "response"] as const)) {
        for (const edited of listEdits(document, { clean, side, edit }))
          yield options.because === undefined ? edited : { exchange: edited.exchange, description: edited.description };
      }
    },
  });
  return [
    ...Object.entries(VALUES_BY_TYPE).map(([type, value]) =>
      createOperator(`body: ${type} where another type is due`, (location) => replaceType(location, type, value)),
    ),
    createOperator("body: fraction for integer", (location) =>
      getTypes(location.schema)?.includes("integer") && typeof location.value === "number"
        ? replaceValue(location, 1.5)
        : [],
    ),
    createOperator("body: number in quotes", (location) =>
      typeof location.value === "number" ? replaceValue(location, String(location.value)) : [],
    ),
    createOperator("body: required property taken away", removeRequired),
    createOperator("body: value off the enumeration", (location) =>
      Array.isArray(location.schema.enum) ? replaceValue(location, "zzOffList") : [],
    ),
    createOperator("body: constant (tag) changed", (location) =>
      location.schema.const === undefined ? [] : replaceValue(location, `${String(location.schema.const)}x`),
    ),
    ...Object.entries(INVALID_FORMATS).map(([format, value]) =>
      createOperator(`body: ${format} broken`, (location) =>
        location.schema.format === format && typeof location.value === "string" ? replaceValue(location, value) : [],
      ),
    ),
    createOperator("body: pattern broken", (location) =>
      typeof location.schema.pattern === "string" && typeof location.value === "string"
        ? replaceValue(location, `\u00a1${location.value}\u00a1`)
        : [],
    ),
    createOperator("body: bound missed by one", exceedBounds),
    createOperator("body: member of a closed object", (location) =>
      location.schema.additionalProperties === false && isObject(location.value)
        ? [{ at: [...location.path, "zzExtra"], value: 1, note: "extra" }]
        : [],
    ),
    createOperator("body: tag of another branch", changeTag),
    createOperator("body: invalid five levels down a recursion", nestInvalid),
    createOperator("body: readOnly sent, writeOnly returned", addOneSidedProperty, {
      because: "the property is readOnly or writeOnly",
    }),
    createOperator("drift: undeclared property", addUndeclared, {
      kind: "drift",
      because: "no schema of the object declares the name",
    }),
    createOperator(
      "drift: value beyond an open enumeration",
      (location) =>
        Array.isArray(location.schema["x-extensible-enum"]) && location.isCertain
          ? replaceValue(location, "ZZ_OTHER")
          : [],
      { kind: "drift", because: "x-extensible-enum does not have the value" },
    ),
  ];
}

function* listEdits(
  document: Document | undefined,
  { clean, side, edit }: { clean: Clean; side: Side; edit: LocationEdit },
): Iterable<Edited> {
  if (document === undefined) return;
  for (const { location, whole, schema } of getBodyLocations(document)(clean)[side]) {
    const isCertain = location.isCertain && location.schema.oneOf === undefined && location.schema.anyOf === undefined;
    for (const { at, value, note } of edit(location, { document, side })) {
      const body = withValueAt(whole, at, value);
      const exchange = withBody(clean.exchange, side, JSON.stringify(body));
      yield {
        exchange,
        description: `${side} /${at.join("/")}: ${note}`,
        claim: { side, schema, value: body, isCertain },
      };
    }
  }
}

type LocationEdit = (location: SchemaLocation, context: Context) => readonly Edit[];
type Context = { readonly document: Document; readonly side: Side };
type Edit = { readonly at: SchemaLocation["path"]; readonly value: unknown; readonly note: string };

const VALUES_BY_TYPE = { string: "seventeen", number: 17, boolean: true, null: null, array: [], object: {} } as const;

const INVALID_FORMATS = {
  "date-time": "2026-02-30T09:26:53Z",
  date: "2026-02-30",
  uuid: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c4",
  uri: "no uri at all",
  email: "nobody",
} as const;

/** All operators visit the same locations. */
const getBodyLocations = memoizeByObject((document: Document) =>
  memoizeByObject((clean: Clean) => ({
    request: listBodyLocations(document, clean, "request"),
    response: listBodyLocations(document, clean, "response"),
  })),
);

type BodyLocation = { readonly location: SchemaLocation; readonly whole: unknown; readonly schema: string };

function listBodyLocations(document: Document, clean: Clean, side: Side): readonly BodyLocation[] {
  const { exchange } = clean;
  // A request that is rejected with 4xx may be invalid.
  if (side === "request" && exchange.response.status >= 400) return [];
  const whole = getJson(exchange, side);
  if (whole === undefined) return [];
  const schema = findBodySchema(clean, side);
  if (schema === undefined) return [];
  const start = { pointer: schema, path: [], value: whole, isCertain: true, parents: [] };
  return [...walkSchemas(document, start)].map((location) => ({ location, whole, schema }));
}

/** Returns the pointer of the schema of this body. */
export function findBodySchema({ exchange, operation }: Clean, side: Side): string | undefined {
  const { status } = exchange.response;
  const response = [String(status), `${Math.floor(status / 100)}XX`, "default"]
    .map((name) => operation.responses.find((it) => it.status === name))
    .find((it) => it !== undefined);
  const content = side === "request" ? operation.requestBody?.content : response?.content;
  return content?.find(({ range }) => range === getMediaType(exchange, side))?.schema;
}

function replaceValue(location: SchemaLocation, value: unknown): Edit[] {
  return [{ at: location.path, value, note: `${formatValue(location.value)} becomes ${formatValue(value)}` }];
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function replaceType(location: SchemaLocation, type: string, value: unknown): Edit[] {
  const allowed = getTypes(location.schema);
  if (allowed === undefined || allowed.includes(type) || (type === "number" && allowed.includes("integer"))) return [];
  return replaceValue(location, value);
}

function removeRequired(location: SchemaLocation, { side }: Context): Edit[] {
  const { value, schema } = location;
  if (!isObject(value) || !Array.isArray(schema.required)) return [];
  return schema.required
    .map(String)
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => ({ at: [...location.path, name], value: undefined, note: `required, taken from the ${side}` }));
}

function exceedBounds(location: SchemaLocation): Edit[] {
  const { schema, value } = location;
  const bound = (name: string): readonly number[] => (typeof schema[name] === "number" ? [schema[name]] : []);
  const exceeding: unknown[] = [];
  if (typeof value === "number") {
    exceeding.push(...bound("minimum").map((it) => it - 1), ...bound("maximum").map((it) => it + 1));
    exceeding.push(...bound("exclusiveMinimum"), ...bound("exclusiveMaximum"));
  } else if (typeof value === "string") {
    exceeding.push(...bound("minLength").map((it) => value.slice(0, Math.max(0, it - 1))));
    exceeding.push(...bound("maxLength").map((it) => value.padEnd(it + 1, "x")));
  } else if (Array.isArray(value)) {
    exceeding.push(...bound("minItems").map((it) => value.slice(0, Math.max(0, it - 1))));
    if (schema.uniqueItems === true && value.length > 0) exceeding.push([...value, value[0]]);
  }
  return exceeding.flatMap((it) => replaceValue(location, it));
}

function changeTag({ schema, value, path }: SchemaLocation, { document }: Context): Edit[] {
  if (!isObject(value)) return [];
  const branches = [
    ...(Array.isArray(schema.oneOf) ? schema.oneOf : []),
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []),
  ];
  const tags = branches.flatMap((branch) => {
    const at =
      isObject(branch) && typeof branch.$ref === "string"
        ? resolvePointer(document, branch.$ref.slice(1))?.value
        : branch;
    const properties = isObject(at) && isObject(at.properties) ? Object.entries(at.properties) : [];
    return properties.flatMap(([name, it]) =>
      isObject(it) && it.const !== undefined ? [[name, it.const] as const] : [],
    );
  });
  return tags
    .filter(([name, tag]) => Object.hasOwn(value, name) && value[name] !== tag)
    .map(([name, tag]) => ({
      at: [...path, name],
      value: tag,
      note: `tag ${formatValue(value[name])} becomes ${formatValue(tag)}`,
    }));
}

/** Nests a value of a recursive schema five more times and makes the innermost one invalid. */
function nestInvalid(location: SchemaLocation, { document }: Context): Edit[] {
  if (!isObject(location.value)) return [];
  const outer = location.parents.findLast(({ pointer }) => pointer === location.pointer);
  const [name] = [...getProperties(document, location.pointer)].find(([, it]) => getTypes(it)?.[0] === "string") ?? [];
  if (outer === undefined || name === undefined) return [];
  const step = location.path.slice(outer.path.length);
  if (step.some((token) => typeof token === "number")) return [];
  let deep: unknown = { ...location.value, [name]: 5 };
  for (let level = 0; level < 5; level += 1) deep = withValueAt(location.value, step, deep);
  return [{ at: location.path, value: deep, note: `"${name}" is a number five levels down` }];
}

function addOneSidedProperty(location: SchemaLocation, { document, side }: Context): Edit[] {
  const { value } = location;
  if (!isObject(value) || !location.isCertain) return [];
  const keyword = side === "request" ? "readOnly" : "writeOnly";
  return [...getProperties(document, location.pointer)]
    .filter(([name, schema]) => schema[keyword] === true && !Object.hasOwn(value, name))
    .map(([name, schema]) => ({
      at: [...location.path, name],
      value: createPlainValue(schema),
      note: `${keyword} in the ${side}`,
    }));
}

function createPlainValue(schema: JsonObject): unknown {
  if (schema.pattern === "^[0-9]{4}$") return "1234";
  return getTypes(schema)?.[0] === "integer" ? 1 : "text";
}

function addUndeclared(location: SchemaLocation, { document }: Context): Edit[] {
  const { schema, value } = location;
  const isOpen = schema.additionalProperties === undefined && schema.patternProperties === undefined;
  const isDeclaring = isObject(schema.properties) && isOpen && location.isCertain && isObject(value);
  // In a map, any name is declared.
  const parent = location.parents.at(-1);
  const parentSchema = parent === undefined ? undefined : resolvePointer(document, parent.pointer)?.value;
  if (!isDeclaring || parentSchema?.additionalProperties !== undefined) return [];
  return [{ at: [...location.path, "zzUndeclared"], value: 1, note: "an undeclared property" }];
}
