import { type Document, isAlias, isMap, isNode, isScalar, isSeq } from "yaml";
import { type Pointer, parsePointer } from "./pointer.js";

/** The positions of all values in a YAML file, parents before children, in a fraction of the memory of YAML nodes. */
type YamlPositions = {
  /** The key or index in the parent, and its offset in the text. */
  readonly names: string[];
  readonly offsets: number[];
  /** The index after its last child. */
  readonly ends: number[];
  /** For an alias, the index of its target. */
  readonly aliases: Map<number, number>;
};

/**
 * Where in the text the key (of a property) or the item (of an array) at a pointer begins; its closest parent when it is
 * absent.
 */
export function createYamlLocator(tree: Document.Parsed): (pointer: Pointer) => number {
  const { names, offsets, ends, aliases } = collectPositions(tree);
  const childOf = (parent: number, token: string): number | undefined => {
    const end = ends[parent] ?? 0;
    for (let child = parent + 1; child < end; child = ends[child] ?? end) if (names[child] === token) return child;
    return undefined;
  };
  return (pointer) => {
    let offset = 0;
    for (const token of parsePointer(pointer)) {
      const child = childOf(aliases.get(offset) ?? offset, token);
      if (child === undefined) break;
      offset = child;
    }
    return offsets[offset] ?? 0;
  };
}

function collectPositions(tree: Document.Parsed): YamlPositions {
  const positions: YamlPositions = { names: [], offsets: [], ends: [], aliases: new Map() };
  // An alias refers to the last anchor of its name. The search of the parser would walk the file for each alias.
  const anchored = new Map<string, number>();
  const visit = (node: unknown, name: string, offset: number): void => {
    const index = positions.names.push(name) - 1;
    positions.offsets.push(offset);
    positions.ends.push(0);
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (target !== undefined) positions.aliases.set(index, target);
    } else {
      if (isNode(node) && node.anchor !== undefined) anchored.set(node.anchor, index);
      for (const [name, child, start] of listChildren(node)) visit(child, name, start ?? offset);
    }
    positions.ends[index] = positions.names.length;
  };
  visit(tree.contents, "", getStart(tree.contents) ?? 0);
  return positions;
}

function* listChildren(node: unknown): Iterable<[name: string, child: unknown, start: number | undefined]> {
  if (isMap(node))
    for (const { key, value } of node.items) yield [String(isScalar(key) ? key.value : key), value, getStart(key)];
  else if (isSeq(node)) for (const [index, item] of node.items.entries()) yield [String(index), item, getStart(item)];
}

function getStart(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
