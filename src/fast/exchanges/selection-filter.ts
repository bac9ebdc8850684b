import { type CheckContext, type CheckedParameter, readWanted, type Wanted } from "../../check/index.js";
import {
  isObject,
  type Json,
  type Operation,
  type Parameter,
  type Pointer,
  parsePointer,
} from "../../document/index.js";
import { getListFacts, getSelections, type Selection } from "../../resources/index.js";
import type { Schemas } from "../../schema/index.js";
import type { WasmValidator } from "../wasm-validator/index.js";

/** Reads the parameters of an exchange that are not in its signature. */
type ParameterReader = {
  /** The text of a parameter; undefined if it is absent. */
  readonly readText: (parameter: Parameter) => string | undefined;
  /** The parameters of the exchange, of which the given ones are read again. */
  readonly readAgain: (individual: readonly Parameter[]) => readonly CheckedParameter[];
};

/**
 * Whether the response body that was read last may have what its request does not select. False is certain; if it is true,
 * `checkSelections` decides, which needs the value of the body.
 *
 * @param signed has the parameters of the first exchange with the signature; `schema` is that of the body
 */
type SelectionFilter = (signed: SignedExchange, reader: ParameterReader) => boolean;

type SignedExchange = { readonly context: CheckContext; readonly schema: Pointer };

/**
 * Creates a filter for the exchanges of an operation. It looks only at the properties that the spec states, which the validator of the
 * bytes records from the second body on.
 *
 * @param individual the parameters that are not in signatures
 */
export function createSelectionFilter(
  { document }: Schemas,
  operation: Operation,
  { watch, hasWatched }: Pick<WasmValidator, "watch" | "hasWatched">,
  individual: readonly Parameter[],
): SelectionFilter {
  const items = getListFacts(document, operation)?.items;
  const selections = getSelections(document, operation);
  const watchProperties = (schema: Pointer, { properties }: Selection): WatchedProperties => {
    const paths = properties.flatMap((property) => {
      const path = parsePointer(property);
      // Without a stated location, the response is the list or the resource.
      return items === undefined ? [path, ["*", ...path]] : [[...parsePointer(items), "*", ...path]];
    });
    const watched = paths.map((path) => watch(schema, "response", path));
    return watched.every((it) => it !== undefined) ? watched : undefined;
  };
  // Properties are recorded from their first use on, because each costs time.
  const watchedBySchema = new Map<Pointer, Map<Selection, WatchedProperties>>();
  const createConditions = ({ context, schema }: SignedExchange): readonly Condition[] => {
    const watched = watchedBySchema.get(schema) ?? new Map<Selection, WatchedProperties>();
    watchedBySchema.set(schema, watched);
    return selections.flatMap((selection) => {
      const own = individual.filter((it) => it === selection.parameter || selection.unless.includes(it.name));
      const wanted = own.length > 0 ? undefined : readWanted(context, selection);
      if (own.length === 0 && wanted === undefined) return [];
      const isText = /^(equal|one-of)$/.test(selection.by) && selection.values === undefined;
      return { selection, own, isText, wanted, text: undefined, watched };
    });
  };
  const conditionsOf = new WeakMap<SignedExchange, readonly Condition[]>();
  /** Whether the last body has records of what an exchange selects. */
  const prepare = (condition: Condition, { readText }: ParameterReader, schema: Pointer): boolean => {
    const { selection, own, watched } = condition;
    if (own.length > 0) {
      condition.text = selection.parameter && readText(selection.parameter);
      condition.wanted = undefined;
      if (condition.text === undefined && own.includes(selection.parameter as Parameter)) return true;
    }
    if (watched.has(selection)) return watched.get(selection) !== undefined;
    watched.set(selection, watchProperties(schema, selection));
    return false;
  };
  return (signed, reader) => {
    const conditions = conditionsOf.get(signed) ?? createConditions(signed);
    conditionsOf.set(signed, conditions);
    let isRecorded = true;
    for (const condition of conditions) isRecorded = prepare(condition, reader, signed.schema) && isRecorded;
    if (!isRecorded || conditions.length === 0) return !isRecorded;
    return hasWatched((property, value) =>
      conditions.some((condition) => {
        const { selection, isText, text = "", watched } = condition;
        if (watched.get(selection)?.includes(property) !== true) return false;
        // Most values are the text of the parameter.
        if (isText && value === text && PLAIN_TEXT.test(text)) return false;
        return isOther(condition, value as Json, () => ({
          parameters: reader.readAgain(condition.own),
          schemas: signed.context.schemas,
        }));
      }),
    );
  };
}

/** What the validator calls them; undefined if it cannot record them. */
type WatchedProperties = readonly number[] | undefined;

/** What the items of a response have to have. */
type Condition = {
  readonly selection: Selection;
  /** The individual parameters that decide what the request selects. */
  readonly own: readonly Parameter[];
  /** Whether the text of the parameter is a value that matches. */
  readonly isText: boolean;
  /** The text of the individual parameter in the last exchange. */
  text: string | undefined;
  /** Read when it is needed, if it depends on individual parameters. */
  wanted: Wanted | undefined;
  readonly watched: Map<Selection, WatchedProperties>;
};

/** A text that is a value without decoding. */
const PLAIN_TEXT = /^[\w-]+$/;

function isOther(
  condition: Condition,
  value: Json,
  readRequest: () => Pick<CheckContext, "parameters" | "schemas">,
): boolean {
  if (condition.own.length > 0) condition.wanted ??= readWanted(readRequest(), condition.selection);
  const { wanted } = condition;
  if (wanted === undefined) return false;
  const isScalar = value !== null && !Array.isArray(value) && !isObject(value);
  return wanted.isAbsence === true || (isScalar && wanted.matches(value) === false);
}
