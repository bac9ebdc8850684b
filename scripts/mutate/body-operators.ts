import { type Document, isObject, type JsonObject, resolvePointer } from "../../src/document/index.js";
import { essence, jsonOf, type Side, withBody } from "./edit-exchange.js";
import type { Clean, Edited, Operator } from "./mutant.js";
import { type Place, placesOf, propertiesOf, typesOf, withValueAt } from "./schema-places.js";

/** Operators on JSON bodies, led by the schema that speaks of each value. `documents`: the description by its name. */
export function bodyOperators(documents: ReadonlyMap<string, Document>): readonly Operator[] {
  const overPlaces = (name: string, edit: PlaceEdit, options: Partial<Operator> = {}): Operator => ({
    name,
    kind: "violation",
    because: "schema",
    ...options,
    *edits(clean) {
      const document = documents.get(clean.contract);
      for (const side of document === undefined ? [] : (["request", "response"] as const)) {
        for (const edited of editsOf(document, { clean, side, edit }))
          yield options.because === undefined ? edited : { exchange: edited.exchange, what: edited.what };
      }
    },
  });
  return [
    ...Object.entries(OF_TYPE).map(([type, value]) =>
      overPlaces(`body: ${type} where another type is due`, (place) => wrongType(place, type, value)),
    ),
    overPlaces("body: fraction for integer", (place) =>
      typesOf(place.schema)?.includes("integer") && typeof place.value === "number" ? replaced(place, 1.5) : [],
    ),
    overPlaces("body: number in quotes", (place) =>
      typeof place.value === "number" ? replaced(place, String(place.value)) : [],
    ),
    overPlaces("body: required property taken away", requiredTaken),
    overPlaces("body: value off the enumeration", (place) =>
      Array.isArray(place.schema.enum) ? replaced(place, "zzOffList") : [],
    ),
    overPlaces("body: constant (tag) changed", (place) =>
      place.schema.const === undefined ? [] : replaced(place, `${String(place.schema.const)}x`),
    ),
    ...Object.entries(BROKEN_FORMATS).map(([format, value]) =>
      overPlaces(`body: ${format} broken`, (place) =>
        place.schema.format === format && typeof place.value === "string" ? replaced(place, value) : [],
      ),
    ),
    overPlaces("body: pattern broken", (place) =>
      typeof place.schema.pattern === "string" && typeof place.value === "string"
        ? replaced(place, `\u00a1${place.value}\u00a1`)
        : [],
    ),
    overPlaces("body: bound missed by one", missedBounds),
    overPlaces("body: member of a closed object", (place) =>
      place.schema.additionalProperties === false && isObject(place.value)
        ? [{ at: [...place.path, "zzExtra"], value: 1, note: "extra" }]
        : [],
    ),
    overPlaces("body: tag of another branch", otherTag),
    overPlaces("body: wrong five levels down a recursion", deepWrong),
    overPlaces("body: readOnly sent, writeOnly answered", sideProperty, { because: "the property is marked so" }),
    overPlaces("drift: undeclared property", undeclared, {
      kind: "drift",
      because: "no schema of the place declares the name",
    }),
    overPlaces(
      "drift: value beyond an open enumeration",
      (place) => (Array.isArray(place.schema["x-extensible-enum"]) && place.certain ? replaced(place, "ZZ_OTHER") : []),
      { kind: "drift", because: "the list does not have the value" },
    ),
  ];
}

function* editsOf(
  document: Document | undefined,
  { clean, side, edit }: { clean: Clean; side: Side; edit: PlaceEdit },
): Iterable<Edited> {
  if (document === undefined) return;
  for (const { place, whole, schema } of bodyPlaces(document, clean, side)) {
    const certain = place.certain && place.schema.oneOf === undefined && place.schema.anyOf === undefined;
    for (const { at, value, note } of edit(place, { document, side })) {
      const body = withValueAt(whole, at, value);
      const exchange = withBody(clean.exchange, side, JSON.stringify(body));
      yield {
        exchange,
        what: `${side} /${at.join("/")}: ${note}`,
        claim: { side, schema, value: body, certain },
      };
    }
  }
}

type PlaceEdit = (place: Place, context: Context) => readonly Edit[];
type Context = { readonly document: Document; readonly side: Side };
type Edit = { readonly at: Place["path"]; readonly value: unknown; readonly note: string };

const OF_TYPE = { string: "seventeen", number: 17, boolean: true, null: null, array: [], object: {} } as const;

const BROKEN_FORMATS = {
  "date-time": "2026-02-30T09:26:53Z",
  date: "2026-02-30",
  uuid: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c4",
  uri: "no uri at all",
  email: "nobody",
} as const;

export function bodyPlaces(
  document: Document,
  clean: Clean,
  side: Side,
): { place: Place; whole: unknown; schema: string }[] {
  const { exchange } = clean;
  // A request that is refused with 4xx may be wrong.
  if (side === "request" && exchange.response.status >= 400) return [];
  const whole = jsonOf(exchange, side);
  if (whole === undefined) return [];
  const schema = schemaOf(clean, side);
  if (schema === undefined) return [];
  const start = { pointer: schema, path: [], value: whole, certain: true, above: [] };
  return [...placesOf(document, start)].map((place) => ({ place, whole, schema }));
}

/** Where the schema stands that the contract gives this body. */
export function schemaOf({ exchange, operation }: Clean, side: Side): string | undefined {
  const { status } = exchange.response;
  const answer = [String(status), `${Math.floor(status / 100)}XX`, "default"]
    .map((name) => operation.responses.find((it) => it.status === name))
    .find((it) => it !== undefined);
  const content = side === "request" ? operation.requestBody?.content : answer?.content;
  return content?.find(({ range }) => range === essence(exchange, side))?.schema;
}

function replaced(place: Place, value: unknown): Edit[] {
  return [{ at: place.path, value, note: `${show(place.value)} becomes ${show(value)}` }];
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function wrongType(place: Place, type: string, value: unknown): Edit[] {
  const allowed = typesOf(place.schema);
  if (allowed === undefined || allowed.includes(type) || (type === "number" && allowed.includes("integer"))) return [];
  return replaced(place, value);
}

function requiredTaken(place: Place, { side }: Context): Edit[] {
  const { value, schema } = place;
  if (!isObject(value) || !Array.isArray(schema.required)) return [];
  return schema.required
    .map(String)
    .filter((name) => Object.hasOwn(value, name))
    .map((name) => ({ at: [...place.path, name], value: undefined, note: `required, taken from the ${side}` }));
}

function missedBounds(place: Place): Edit[] {
  const { schema, value } = place;
  const bound = (name: string): readonly number[] => (typeof schema[name] === "number" ? [schema[name]] : []);
  const missed: unknown[] = [];
  if (typeof value === "number") {
    missed.push(...bound("minimum").map((it) => it - 1), ...bound("maximum").map((it) => it + 1));
    missed.push(...bound("exclusiveMinimum"), ...bound("exclusiveMaximum"));
  } else if (typeof value === "string") {
    missed.push(...bound("minLength").map((it) => value.slice(0, Math.max(0, it - 1))));
    missed.push(...bound("maxLength").map((it) => value.padEnd(it + 1, "x")));
  } else if (Array.isArray(value)) {
    missed.push(...bound("minItems").map((it) => value.slice(0, Math.max(0, it - 1))));
    if (schema.uniqueItems === true && value.length > 0) missed.push([...value, value[0]]);
  }
  return missed.flatMap((it) => replaced(place, it));
}

function otherTag({ schema, value, path }: Place, { document }: Context): Edit[] {
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
    .map(([name, tag]) => ({ at: [...path, name], value: tag, note: `tag ${show(value[name])} becomes ${show(tag)}` }));
}

/** Where a value has a holder of the same schema, the way between them is walked five times more. */
function deepWrong(place: Place, { document }: Context): Edit[] {
  if (!isObject(place.value)) return [];
  const outer = place.above.findLast(({ pointer }) => pointer === place.pointer);
  const [name] = [...propertiesOf(document, place.pointer)].find(([, it]) => typesOf(it)?.[0] === "string") ?? [];
  if (outer === undefined || name === undefined) return [];
  const step = place.path.slice(outer.path.length);
  if (step.some((token) => typeof token === "number")) return [];
  let deep: unknown = { ...place.value, [name]: 5 };
  for (let level = 0; level < 5; level += 1) deep = withValueAt(place.value, step, deep);
  return [{ at: place.path, value: deep, note: `"${name}" is a number five levels down` }];
}

function sideProperty(place: Place, { document, side }: Context): Edit[] {
  const { value } = place;
  if (!isObject(value) || !place.certain) return [];
  const mark = side === "request" ? "readOnly" : "writeOnly";
  return [...propertiesOf(document, place.pointer)]
    .filter(([name, schema]) => schema[mark] === true && !Object.hasOwn(value, name))
    .map(([name, schema]) => ({ at: [...place.path, name], value: plain(schema), note: `${mark} in the ${side}` }));
}

function plain(schema: JsonObject): unknown {
  if (schema.pattern === "^[0-9]{4}$") return "1234";
  return typesOf(schema)?.[0] === "integer" ? 1 : "text";
}

function undeclared(place: Place, { document }: Context): Edit[] {
  const { schema, value } = place;
  const isOpen = schema.additionalProperties === undefined && schema.patternProperties === undefined;
  const isDeclaring = isObject(schema.properties) && isOpen && place.certain && isObject(value);
  // What stands in a map of anything may be called anything.
  const parent = place.above.at(-1);
  const holder = parent === undefined ? undefined : resolvePointer(document, parent.pointer)?.value;
  if (!isDeclaring || holder?.additionalProperties !== undefined) return [];
  return [{ at: [...place.path, "zzUndeclared"], value: 1, note: "a name that nobody declares" }];
}
