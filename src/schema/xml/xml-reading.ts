import type { Json, Pointer } from "../../document/index.js";
import type { Schemas } from "../schemas.js";
import { Unjudged } from "../unjudged.js";
import type { View } from "../view.js";
import type { XmlElement, XmlPart } from "./xml-element.js";
import type { XmlNote } from "./xml-note.js";
import { type XmlPlace, type XmlPlaces, xmlPlaces } from "./xml-place.js";

/** The value of an element, and what is to be said of how it is written. */
export type XmlRead = { readonly value: Json; readonly notes: readonly XmlNote[] };

/** One document on its way to a value. */
export class XmlReading {
  readonly places: XmlPlaces;
  readonly schemas: Schemas;
  readonly view: View;
  /** How many ways of choosing are being tried one within the other: what is read meanwhile is read again. */
  tries = 0;
  readonly #parts = new WeakMap<object, ReadonlyMap<string, XmlPart> | readonly XmlPart[]>();
  readonly #known = new WeakMap<XmlElement, Map<XmlPlace, XmlRead>>();
  #budget: number;

  constructor(schemas: Schemas, view: View, length: number) {
    this.schemas = schemas;
    this.view = view;
    this.places = xmlPlaces(schemas);
    this.#budget = length * MOST_TIMES + LEAST_BUDGET;
  }

  /**
   * Whether a value is what the schemas at pointers ask for.
   *
   * @throws Unjudged when too much has been asked.
   */
  isValid(pointers: readonly Pointer[], value: Json, { start, end }: Pick<XmlPart, "start" | "end">): boolean {
    this.#budget -= end - start + 1;
    if (this.#budget < 0) throw new Unjudged("its schema has more alternatives than can be tried");
    return pointers.every((pointer) => this.schemas.isValid(pointer, this.view, value));
  }

  /** Notes where the properties or the items of a value stand. */
  note(value: object, parts: ReadonlyMap<string, XmlPart> | readonly XmlPart[]): void {
    this.#parts.set(value, parts);
  }

  partOf(value: object, token: string): XmlPart | undefined {
    const parts = this.#parts.get(value);
    return parts instanceof Map ? parts.get(token) : (parts as readonly XmlPart[] | undefined)?.[Number(token)];
  }

  /** What an element was read as before, where it is read again for each way of choosing around it. */
  once(element: XmlElement, place: XmlPlace, read: () => XmlRead): XmlRead {
    if (this.tries === 0) return read();
    const known = this.#known.get(element) ?? new Map<XmlPlace, XmlRead>();
    this.#known.set(element, known);
    const before = known.get(place) ?? read();
    known.set(place, before);
    return before;
  }
}

/** How often all of a document may be held against schemas on the way to its value. */
const MOST_TIMES = 200;
const LEAST_BUDGET = 1_000_000;
