import {
  CORE_SCHEMA,
  constructFromEvents,
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  EVENT_ID,
  getScalarValue,
  load,
  mapTag,
  mergeTag,
  parseEvents,
  SCALAR_STYLE,
  type Schema,
  seqTag,
  strTag,
  type TagDefinition,
  YAMLException,
  type Event as YamlEvent,
} from "js-yaml";
import { countValues, type Pointer, parsePointer } from "./json.js";

/** More values than any spec has after YAML aliases are expanded; an alias bomb has billions. */
const MAX_VALUES = 5_000_000;

/** Deeper than any spec. The parser recurses, and 1,000 levels fit into the default stack. */
const PARSER_OPTIONS = { maxDepth: 1000 };

/** A tag that YAML does not define, such as `!Ref`, does not change the value below it. */
const YAML_SCHEMA = CORE_SCHEMA.withTags(
  mergeTag,
  defineScalarTag("", { ...strTag, matchByTagPrefix: true }),
  defineSequenceTag("", { ...seqTag, matchByTagPrefix: true }),
  defineMappingTag("", { ...mapTag, matchByTagPrefix: true }),
);

/** Why a text cannot be read. */
export class YamlError extends Error {
  /** In UTF-16 units; undefined if no place is to blame. */
  readonly offset: number | undefined;
  /** Whether the text is no YAML; otherwise it is beyond a limit. */
  readonly isSyntax: boolean;

  constructor(message: string, { offset, isSyntax }: Pick<YamlError, "offset" | "isSyntax">, options?: ErrorOptions) {
    super(message, options);
    this.name = "YamlError";
    this.offset = offset;
    this.isSyntax = isSyntax;
  }
}

/**
 * Parses a text that holds one YAML 1.2 document, with merge keys. A text without a value is null.
 *
 * @param options tags beside those of YAML, and whether a repeated key overwrites the earlier one or is an error.
 * @throws YamlError
 */
export function parseYaml(
  text: string,
  options: { readonly tags?: readonly TagDefinition[]; readonly overwritesKeys?: boolean } = {},
): unknown {
  return buildYamlValue(text, parseYamlEvents(text), options);
}

/** @throws YamlError */
export function buildYamlValue(
  text: string,
  events: YamlEvent[],
  { tags = [], overwritesKeys = false }: Parameters<typeof parseYaml>[1] = {},
): unknown {
  const documents = constructDocuments(text, events, { schema: YAML_SCHEMA.withTags(tags), json: overwritesKeys });
  if (documents.length > 1) {
    const second = events.findLastIndex(({ type }) => type === EVENT_ID.DOCUMENT);
    const offset = events
      .slice(second)
      .map((event) => getStart(text, event))
      .find((start) => start !== undefined);
    throw new YamlError(`holds ${documents.length} documents; expected one`, { offset, isSyntax: false });
  }
  const value = documents[0] ?? null;
  if (countValues(value, MAX_VALUES) <= MAX_VALUES) return value;
  const message = `holds more than ${MAX_VALUES} values once its YAML aliases are followed, as an alias bomb does; write the repeated parts once and refer to them`;
  throw new YamlError(message, { offset: undefined, isSyntax: false });
}

function constructDocuments(text: string, events: YamlEvent[], options: { schema: Schema; json: boolean }): unknown[] {
  try {
    return constructFromEvents(events, { source: text, maxTotalMergeKeys: MAX_VALUES, ...options });
  } catch (error) {
    if (!(error instanceof YAMLException) || error.mark === undefined) throw error;
    const { position } = error.mark;
    const offset = /["']/.test(text.charAt(position - 1)) ? position - 1 : position;
    if (error.reason !== DUPLICATE_KEY) throw new YamlError(error.reason, { offset, isSyntax: true }, { cause: error });
    const [key = ""] = /^"[^"]*"|^'[^']*'|^[^\n:]*/.exec(text.slice(offset)) ?? [];
    throw new YamlError(`the key ${key.trim()} is there twice`, { offset, isSyntax: true }, { cause: error });
  }
}

const DUPLICATE_KEY = "duplicated mapping key";

const BAD_INDENT = "deficient indentation";
const PADDING = " ".repeat(200);

/** How much to read again, in UTF-16 units, because each line that is moved costs another pass. */
const MAX_REREAD_LENGTH = 20_000_000;

/**
 * Reads the events of a text.
 *
 * YAML wants a closing bracket and the lines of a quoted text to be indented further than the key before them; many files
 * have them below the key, and most tools accept that. The parser gets such a file with these lines moved to the right.
 *
 * @throws YamlError
 */
export function parseYamlEvents(text: string): YamlEvent[] {
  let starts: readonly number[] = [];
  let failure: unknown;
  for (let pass = 0; ; pass += 1) {
    const { padded, toOriginal } = moveLines(text, starts);
    try {
      const events = parseEvents(padded, PARSER_OPTIONS);
      return starts.length === 0 ? events : events.map((event) => moveEvent(event, toOriginal));
    } catch (error) {
      if (!(error instanceof YAMLException) || error.reason !== BAD_INDENT || error.mark === undefined)
        throw failure ?? toYamlError(error, toOriginal);
      const line = text.lastIndexOf("\n", toOriginal(error.mark.position) - 1) + 1;
      const brackets = pass > 0 ? [] : [...text.matchAll(/^(?=[ \t]*[\]}])/gm)].map(({ index }) => index);
      // If moving it does not help, the first line is to blame.
      if (!brackets.includes(line)) failure ??= toYamlError(error, toOriginal);
      if (starts.includes(line) || pass * text.length > MAX_REREAD_LENGTH) throw failure;
      starts = [...new Set([...starts, ...brackets, line])].sort((one, other) => one - other);
    }
  }
}

/** Moves the lines that begin at some offsets to the right. */
function moveLines(text: string, starts: readonly number[]) {
  const moved = starts.map((start, index) => start + index * PADDING.length);
  const padded = [0, ...starts].map((start, index) => text.slice(start, starts[index])).join(PADDING);
  const toOriginal = (offset: number): number => {
    const count = countBelow(moved, offset + 1);
    const last = moved[count - 1];
    const inLine = last === undefined ? 0 : Math.min(offset - last, PADDING.length);
    return offset - Math.max(0, count - 1) * PADDING.length - inLine;
  };
  return { padded, toOriginal };
}

function toYamlError(error: unknown, toOriginal: (offset: number) => number): unknown {
  if (!(error instanceof YAMLException) || error.mark === undefined) return error;
  const offset = toOriginal(error.mark.position);
  if (error.reason.includes("maxDepth")) {
    return new YamlError("nested too deeply to be read", { offset, isSyntax: false }, { cause: error });
  }
  const hint = error.reason === BAD_INDENT ? "; indent this line further, also if other tools accept it" : "";
  return new YamlError(`${error.reason}${hint}`, { offset, isSyntax: true }, { cause: error });
}

/** How many of the sorted numbers are below a value. */
export function countBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const OFFSETS = ["start", "valueStart", "valueEnd", "anchorStart", "anchorEnd", "tagStart", "tagEnd"] as const;

function moveEvent(event: YamlEvent, toOriginal: (offset: number) => number): YamlEvent {
  const moved: { [name in (typeof OFFSETS)[number]]?: number } & { type: number } = { ...event };
  for (const name of OFFSETS) {
    const offset = moved[name];
    if (offset !== undefined && offset !== -1) moved[name] = toOriginal(offset);
  }
  return moved as YamlEvent;
}

/** The positions of all values in a YAML file, parents before children. */
type YamlPositions = {
  /** The key or index in the parent. */
  readonly names: string[];
  /** Where the key or the item begins in the text. */
  readonly offsets: number[];
  /** The index after its last child. */
  readonly ends: number[];
  /** Where a scalar begins and ends in the text; -1 for a collection. */
  readonly scalarStarts: number[];
  readonly scalarEnds: number[];
  /** For an alias, the index of its target. */
  readonly aliases: Map<number, number>;
  /** The last value with an anchor of each name. */
  readonly anchored: Map<string, number>;
};

/** Finds values in a text that can be parsed. */
export function createYamlLocator(text: string, events: readonly YamlEvent[]) {
  const { names, offsets, ends, scalarStarts, scalarEnds, aliases } = collectPositions(text, events);
  const childOf = (parent: number, token: string): number | undefined => {
    const end = ends[parent] ?? 0;
    for (let child = parent + 1; child < end; child = ends[child] ?? end) if (names[child] === token) return child;
    return undefined;
  };
  const find = (pointer: Pointer): { readonly index: number; readonly isThere: boolean } => {
    let index = 0;
    for (const token of parsePointer(pointer)) {
      const child = childOf(aliases.get(index) ?? index, token);
      if (child === undefined) return { index, isThere: false };
      index = child;
    }
    return { index, isThere: true };
  };
  return {
    /** Where the key of a property or an item of an array begins; its closest parent if it is absent. */
    findOffset: (pointer: Pointer) => offsets[find(pointer).index] ?? 0,
    /** The source text of a scalar. */
    textAt: (pointer: Pointer) => {
      const { index, isThere } = find(pointer);
      const target = aliases.get(index) ?? index;
      const start = scalarStarts[target] ?? -1;
      return isThere && start !== -1 ? text.slice(start, scalarEnds[target]) : undefined;
    },
  };
}

type OpenCollection = {
  readonly index: number;
  readonly isMap: boolean;
  key: string | undefined;
  offset: number;
  count: number;
};

function collectPositions(text: string, events: readonly YamlEvent[]): YamlPositions {
  const positions: YamlPositions = {
    names: [],
    offsets: [],
    ends: [],
    scalarStarts: [],
    scalarEnds: [],
    aliases: new Map(),
    anchored: new Map(),
  };
  const open: OpenCollection[] = [{ index: -1, isMap: false, key: "", offset: 0, count: 0 }];
  for (const event of events) {
    const parent = open.at(-1);
    if (event.type === EVENT_ID.DOCUMENT || parent === undefined) continue;
    if (event.type === EVENT_ID.POP) {
      positions.ends[parent.index] = positions.names.length;
      open.pop();
    } else if (parent.isMap && parent.key === undefined) {
      parent.key = event.type === EVENT_ID.SCALAR ? readKey(text, event) : "";
      parent.offset = getStart(text, event) ?? parent.offset;
    } else {
      const opened = addNode(text, event, parent, positions);
      if (opened !== undefined) open.push(opened);
    }
  }
  return positions;
}

/** Adds the next value of a collection, which begins at its key if it has one. Returns it if it is a collection itself. */
function addNode(
  text: string,
  event: YamlNodeEvent,
  parent: OpenCollection,
  { names, offsets, ends, scalarStarts, scalarEnds, aliases, anchored }: YamlPositions,
): OpenCollection | undefined {
  const offset = parent.isMap ? parent.offset : (getStart(text, event) ?? parent.offset);
  const index = names.push(parent.key ?? String(parent.count)) - 1;
  offsets.push(offset);
  ends.push(index + 1);
  parent.key = undefined;
  parent.count += 1;
  const [start, end] = event.type === EVENT_ID.SCALAR ? [event.valueStart, event.valueEnd] : [-1, -1];
  scalarStarts.push(start);
  scalarEnds.push(end);
  if (event.anchorStart !== -1) {
    const anchor = text.slice(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.ALIAS) aliases.set(index, anchored.get(anchor) ?? index);
    else anchored.set(anchor, index);
  }
  if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) return undefined;
  return { index, isMap: event.type === EVENT_ID.MAPPING, key: undefined, offset, count: 0 };
}

type YamlNodeEvent = Exclude<YamlEvent, { type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP }>;

/** The offset of a node without its anchor and tag; undefined for a value that is left out. */
function getStart(text: string, event: YamlEvent): number | undefined {
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return undefined;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  if (event.valueStart === -1) return undefined;
  if (event.style === SCALAR_STYLE.PLAIN) return event.valueStart;
  if (event.style === SCALAR_STYLE.LITERAL_BLOCK) return text.lastIndexOf("|", event.valueStart);
  if (event.style === SCALAR_STYLE.FOLDED_BLOCK) return text.lastIndexOf(">", event.valueStart);
  return event.valueStart - 1;
}

/** The name of a property, which is "1" for the key 1.0 as in the value. */
function readKey(text: string, event: Extract<YamlEvent, { type: typeof EVENT_ID.SCALAR }>): string {
  const key = getScalarValue(text, event);
  if (event.style !== SCALAR_STYLE.PLAIN || !/^(?:[-+.]?\d|[-+]?\.|~|null|true|false|$)/i.test(key)) return key;
  return String(load(key === "" ? "~" : key, { schema: YAML_SCHEMA }));
}
