import {
  asArray,
  asObject,
  type Document,
  type HeaderDefinition,
  type JsonObject,
  joinPointer,
  type Pointer,
  readHeaderDefinitions,
  resolvePointer,
} from "../../document/index.js";
import { isEqual } from "../../document/values/exact-number.js";
import type { Comparison, Pair, PartComparison } from "../comparison.js";
import { matchItems } from "../match-items.js";
import { compareSchemas } from "../schemas.js";
import { createHeaderCodec } from "../wire/wire-channel.js";

/** Reads how the encodings of a media type or encoding object serialize its parts, without the schemas of their headers. */
function readEncodings(document: Document, owner: Pointer): JsonObject {
  const entries = [...listEncodings(document, owner)].map(([key, { pointer, value }]) => {
    const { contentType, style, explode, allowReserved } = value;
    const headers = readHeaderDefinitions(document, pointer).map((it) => [it.name.toLowerCase(), formatHeader(it)]);
    const nested = readEncodings(document, pointer);
    return [key, { contentType, style, explode, allowReserved, headers: Object.fromEntries(headers.sort()), nested }];
  });
  return Object.fromEntries(entries);
}

/** Whether parts are written alike, in a body or in the form of a parameter. */
export function hasSameEncodings({ old, new: next }: Comparison, owners: Pair<Pointer>): boolean {
  return isEqual(readEncodings(old.document, owners.old), readEncodings(next.document, owners.new));
}

function formatHeader({ required, style, explode, content }: HeaderDefinition): string {
  return [required ? "required" : "optional", style, explode, content?.range].join(" ");
}

/** Compares the schemas of the headers that both specs describe for a part, also in nested multipart bodies. */
export const comparePartHeaders: PartComparison<Pair<Pointer>> = (comparison, flow, affected, owners) => {
  const others = listEncodings(comparison.new.document, owners.new);
  for (const [key, { pointer: old }] of listEncodings(comparison.old.document, owners.old)) {
    const next = others.get(key)?.pointer;
    if (next === undefined) continue;
    const part = { ...affected, part: `${affected.part}, ${key}` };
    const before = readHeaderDefinitions(comparison.old.document, old);
    const after = readHeaderDefinitions(comparison.new.document, next);
    for (const [header, match] of matchItems(before, after, [isSameHeader])[0])
      compareHeader(comparison, flow, part, { old: header, new: match });
    comparePartHeaders(comparison, flow, part, { old, new: next });
  }
};

/** The names of headers have no case. */
export function isSameHeader(one: HeaderDefinition, other: HeaderDefinition): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}

const compareHeader: PartComparison<Pair<HeaderDefinition>> = (comparison, flow, part, { old, new: next }) => {
  const ends = {
    old: createHeaderCodec(comparison.old, old, flow.direction),
    new: createHeaderCodec(comparison.new, next, flow.direction),
  };
  compareSchemas(
    comparison,
    flow,
    { ...part, part: `${part.part}, header ${next.name}` },
    { old: ends.old.schema, new: ends.new.schema, channel: { key: `${old.pointer} ${next.pointer}`, ...ends } },
  );
};

type Encoding = { readonly pointer: Pointer; readonly value: JsonObject };

/** Lists the encodings of a media type or encoding object, by the field of the part or its position. */
function listEncodings(document: Document, owner: Pointer): ReadonlyMap<string, Encoding> {
  const { encoding, prefixEncoding } = resolvePointer(document, owner)?.value ?? {};
  const keys: readonly (readonly [string, ...(string | number)[]])[] = [
    ...Object.keys(asObject(encoding) ?? {}).map((name) => [`part ${name}`, "encoding", name] as const),
    ...asArray(prefixEncoding).map((_, index) => [`part ${index}`, "prefixEncoding", index] as const),
    ["each further part", "itemEncoding"],
  ];
  const found = new Map<string, Encoding>();
  for (const [key, ...steps] of keys) {
    const at = resolvePointer(document, joinPointer(owner, ...steps));
    if (at !== undefined) found.set(key, at);
  }
  return found;
}
