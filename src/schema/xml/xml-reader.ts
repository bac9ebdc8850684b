import type { Json, Pointer } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import type { Schemas } from "../validation/schemas.js";
import type { XmlDiagnostic } from "./xml-diagnostic.js";
import type { XmlElement, XmlPart } from "./xml-element.js";
import { getXmlSchemaLookup, type XmlSchema, type XmlSchemaLookup } from "./xml-schema.js";

/** The value of an element, and what is to be said of how it is written. */
export type XmlValue = { readonly value: Json; readonly diagnostics: readonly XmlDiagnostic[] };

/** One document on its way to a value. */
export class XmlReader {
  readonly getSchema: XmlSchemaLookup;
  readonly schemas: Schemas;
  readonly direction: MessageDirection;
  /** How many ways of choosing are being tried one within the other: what is read meanwhile is read again. */
  openAttempts = 0;
  readonly #parts = new WeakMap<object, ReadonlyMap<string, XmlPart> | readonly XmlPart[]>();
  readonly #known = new WeakMap<XmlElement, Map<XmlSchema, XmlValue>>();
  #budget: number;

  constructor(schemas: Schemas, view: MessageDirection, length: number) {
    this.schemas = schemas;
    this.direction = view;
    this.getSchema = getXmlSchemaLookup(schemas);
    this.#budget = length * BUDGET_PER_CHARACTER + MIN_BUDGET;
  }

  /**
   * Whether a value is what the schemas at pointers ask for.
   *
   * @throws Unjudged when too much has been asked.
   */
  isValid(pointers: readonly Pointer[], value: Json, { start, end }: Pick<XmlPart, "start" | "end">): boolean {
    this.#budget -= end - start + 1;
    if (this.#budget < 0) throw new CannotValidateError("its schema has more alternatives than can be tried");
    return pointers.every((pointer) => this.schemas.isValid(pointer, this.direction, value));
  }

  /** Notes where the properties or the items of a value stand. */
  setParts(value: object, parts: ReadonlyMap<string, XmlPart> | readonly XmlPart[]): void {
    this.#parts.set(value, parts);
  }

  getPart(value: object, token: string): XmlPart | undefined {
    const parts = this.#parts.get(value);
    return parts instanceof Map ? parts.get(token) : (parts as readonly XmlPart[] | undefined)?.[Number(token)];
  }

  /** What an element was read as before, where it is read again for each way of choosing around it. */
  readOnce(element: XmlElement, place: XmlSchema, read: () => XmlValue): XmlValue {
    if (this.openAttempts === 0) return read();
    const known = this.#known.get(element) ?? new Map<XmlSchema, XmlValue>();
    this.#known.set(element, known);
    const before = known.get(place) ?? read();
    known.set(place, before);
    return before;
  }
}

/** How often all of a document may be held against schemas on the way to its value. */
const BUDGET_PER_CHARACTER = 200;
const MIN_BUDGET = 1_000_000;
