import { type Document, isAlias, isMap, isNode, isScalar, isSeq } from "yaml";
import { type Pointer, pointerTokens } from "./pointer.js";

/** What stands where in a YAML file, in a fraction of the memory of its nodes: all places, parents before their children. */
type Places = {
  /** The key or the number by which a parent holds it, and where that begins in the text. */
  readonly names: string[];
  readonly offsets: number[];
  /** The place after its last child. */
  readonly ends: number[];
  /** Of an alias, the place of what it stands for. */
  readonly aliases: Map<number, number>;
};

/**
 * Where in the text the key (of a property) or the item (of an array) at a pointer begins; its closest parent when it is
 * absent.
 */
export function yamlPlaces(tree: Document.Parsed): (pointer: Pointer) => number {
  const { names, offsets, ends, aliases } = placesIn(tree);
  const childOf = (parent: number, token: string): number | undefined => {
    const end = ends[parent] ?? 0;
    for (let child = parent + 1; child < end; child = ends[child] ?? end) if (names[child] === token) return child;
    return undefined;
  };
  return (pointer) => {
    let place = 0;
    for (const token of pointerTokens(pointer)) {
      const child = childOf(aliases.get(place) ?? place, token);
      if (child === undefined) break;
      place = child;
    }
    return offsets[place] ?? 0;
  };
}

function placesIn(tree: Document.Parsed): Places {
  const places: Places = { names: [], offsets: [], ends: [], aliases: new Map() };
  // An alias stands for what had its name last; the parser's own search walks the whole file for each of them.
  const anchored = new Map<string, number>();
  const visit = (node: unknown, name: string, offset: number): void => {
    const place = places.names.push(name) - 1;
    places.offsets.push(offset);
    places.ends.push(0);
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (target !== undefined) places.aliases.set(place, target);
    } else {
      if (isNode(node) && node.anchor !== undefined) anchored.set(node.anchor, place);
      for (const [name, child, start] of childrenOf(node)) visit(child, name, start ?? offset);
    }
    places.ends[place] = places.names.length;
  };
  visit(tree.contents, "", startOf(tree.contents) ?? 0);
  return places;
}

function* childrenOf(node: unknown): Iterable<[name: string, child: unknown, start: number | undefined]> {
  if (isMap(node))
    for (const { key, value } of node.items) yield [String(isScalar(key) ? key.value : key), value, startOf(key)];
  else if (isSeq(node)) for (const [index, item] of node.items.entries()) yield [String(index), item, startOf(item)];
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
