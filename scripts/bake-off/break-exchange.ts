import type { Random } from "../mutate/random.js";
import { sample } from "../mutate/random.js";
import type { Made, PlainBody, PlainExchange, PlainParameter } from "./make-exchanges.js";
import { isRecord, type Json, type PlainSpec, type Side } from "./plain-spec.js";

type Broken = Made["broken"][number];

/** Makes broken exchanges. The edit decides the label, and for values Ajv confirms that they are invalid. */
export function breakExchange(
  spec: PlainSpec,
  clean: PlainExchange,
  parameters: readonly PlainParameter[],
  { random, count }: { readonly random: Random; readonly count: number },
): readonly Broken[] {
  const bodies = [
    ...sample(random, [...breakBody(spec, "request", clean, random)], Math.ceil(count / 2)),
    ...sample(random, [...breakBody(spec, "response", clean, random)], Math.ceil(count / 2)),
  ];
  return [...bodies, ...sample(random, [...breakMessage(spec, clean, parameters)], Math.ceil(count / 2))];
}

function* breakMessage(spec: PlainSpec, clean: PlainExchange, parameters: readonly PlainParameter[]): Iterable<Broken> {
  const operation = ((spec.root.paths as Json)[clean.path] as Json)[clean.method] as Json;
  for (const parameter of parameters) yield* breakParameter(spec, clean, parameter);
  if (clean.requestBody !== undefined && spec.resolve(operation.requestBody).required === true) {
    const { requestBody: _, ...exchange } = clean;
    yield { label: "required request body missing", exchange };
  }
  if (clean.responseBody !== undefined)
    yield { label: "response content type not documented", exchange: { ...clean, responseType: "text/x-other" } };
  const responses = operation.responses as Json;
  if (!("default" in responses || "2XX" in responses || "299" in responses))
    yield { label: "response status not documented", exchange: { ...clean, status: 299 } };
  const security = (operation.security ?? spec.root.security ?? []) as readonly Json[];
  const { Authorization, ...headers } = clean.headers;
  if (Authorization !== undefined && security.every((it) => Object.keys(it).length > 0) && security.length === 1)
    yield { label: "credentials missing", exchange: { ...clean, headers } };
}

function* breakParameter(
  spec: PlainSpec,
  clean: PlainExchange,
  { name, in: location, required, pointer }: PlainParameter,
): Iterable<Broken> {
  const place = ({ query: "query", header: "headers", path: "pathValues" } as const)[location as "query"];
  const values = place === undefined ? undefined : clean[place];
  if (place === undefined || values?.[name] === undefined) return;
  const { [name]: _, ...others } = values;
  if (required && location !== "path")
    yield { label: `required ${location} parameter missing`, exchange: { ...clean, [place]: others } };
  // The text is neither a number nor a boolean, so it can only be a string.
  const text = "~no~";
  if (spec.accepts("request", pointer, text)) return;
  yield { label: `${location} parameter invalid`, exchange: { ...clean, [place]: { ...others, [name]: text } } };
}

function* breakBody(spec: PlainSpec, side: Side, clean: PlainExchange, random: Random): Iterable<Broken> {
  const key = side === "request" ? "requestBody" : "responseBody";
  const body = clean[key];
  if (body === undefined) return;
  for (const { label, value } of editValue(body, random))
    if (!spec.accepts(side, body.pointer, value))
      yield { label: `${side} body: ${label}`, exchange: { ...clean, [key]: { ...body, value } } };
}

/** Edits a value at one random place for each kind of edit. */
function* editValue(
  { value }: PlainBody,
  random: Random,
): Iterable<{ readonly label: string; readonly value: unknown }> {
  const places = listPlaces(value);
  const take = (test: (it: unknown) => boolean): readonly (string | number)[] | undefined => {
    const fitting = places.filter(({ at }) => test(at));
    return fitting[random.below(fitting.length)]?.path;
  };
  const edits: readonly [label: string, test: (it: unknown) => boolean, edit: (it: unknown) => unknown][] = [
    ["null", () => true, () => null],
    ["number for a string", (it) => typeof it === "string", () => 17],
    ["string for a number", (it) => typeof it === "number", String],
    ["string for a boolean", (it) => typeof it === "boolean", String],
    ["fraction for an integer", (it) => Number.isInteger(it), (it) => Number(it) + 0.5],
    ["number out of range", (it) => typeof it === "number", () => -1e9],
    ["other text", (it) => typeof it === "string", (it) => `${it}~`],
    ["empty text", (it) => typeof it === "string", () => ""],
    ["long text", (it) => typeof it === "string", (it) => String(it).padEnd(70_000, "x")],
    ["list for an object", isRecord, (it) => [it]],
    ["object for a list", Array.isArray, (it) => ({ ...(it as object) })],
    ["empty object", isRecord, () => ({})],
    ["property missing", (it) => isRecord(it) && Object.keys(it).length > 0, (it) => dropProperty(it as Json, random)],
    ["property added", isRecord, (it) => ({ ...(it as Json), zzUnknown: 1 })],
  ];
  for (const [label, test, edit] of edits) {
    const path = take(test);
    if (path !== undefined) yield { label, value: replaceAt(value, path, edit) };
  }
}

function dropProperty(value: Json, random: Random): Json {
  const names = Object.keys(value);
  const { [names[random.below(names.length)] ?? ""]: _, ...others } = value;
  return others;
}

type Place = { readonly path: readonly (string | number)[]; readonly at: unknown };

function listPlaces(value: unknown, path: readonly (string | number)[] = []): readonly Place[] {
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : [];
  return [{ path, at: value }, ...entries.flatMap(([key, item]) => listPlaces(item, [...path, key]))];
}

function replaceAt(
  value: unknown,
  [key, ...rest]: readonly (string | number)[],
  edit: (it: unknown) => unknown,
): unknown {
  if (key === undefined) return edit(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaceAt(item, rest, edit) : item));
  return { ...(value as Json), [key]: replaceAt((value as Json)[key], rest, edit) };
}
