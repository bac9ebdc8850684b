import { getOrCreate, type Json, type Pointer } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import type { Schemas } from "../validation/schemas.js";
import type { XmlElement, XmlPart } from "./xml-element.js";
import type { XmlNote } from "./xml-note.js";
import { getXmlSchemaLookup, type XmlSchema, type XmlSchemaLookup } from "./xml-schema.js";

/** The value of an element, and notes about its XML form. */
export type XmlValue = { readonly value: Json; readonly notes: readonly XmlNote[] };

/** The state of reading one document. */
export class XmlReader {
  readonly getSchema: XmlSchemaLookup;
  readonly schemas: Schemas;
  readonly direction: MessageDirection;
  /** The number of nested elements whose variants are being tried; elements in them are read repeatedly. */
  openAttempts = 0;
  readonly #parts = new WeakMap<object, ReadonlyMap<string, XmlPart> | readonly XmlPart[]>();
  readonly #cache = new WeakMap<XmlElement, Map<XmlSchema, XmlValue>>();
  #budget: number;

  constructor(schemas: Schemas, direction: MessageDirection, length: number) {
    this.schemas = schemas;
    this.direction = direction;
    this.getSchema = getXmlSchemaLookup(schemas);
    this.#budget = length * BUDGET_PER_CHARACTER + MIN_BUDGET;
  }

  /**
   * Whether a value is valid for all schemas at the pointers.
   *
   * @throws {CannotValidateError} if the budget is used up.
   */
  isValid(pointers: readonly Pointer[], value: Json, { start, end }: Pick<XmlPart, "start" | "end">): boolean {
    this.#budget -= end - start + 1;
    if (this.#budget < 0) throw new CannotValidateError("its schema has too many alternatives");
    return pointers.every((pointer) => this.schemas.isValid(pointer, this.direction, value));
  }

  /** Records the elements or attributes that the properties or items of a value were read from. */
  setParts(value: object, parts: ReadonlyMap<string, XmlPart> | readonly XmlPart[]): void {
    this.#parts.set(value, parts);
  }

  getPart(value: object, token: string): XmlPart | undefined {
    const parts = this.#parts.get(value);
    return parts instanceof Map ? parts.get(token) : (parts as readonly XmlPart[] | undefined)?.[Number(token)];
  }

  /** Caches the value of an element while the variants of its ancestors are tried. */
  readOnce(element: XmlElement, xmlSchema: XmlSchema, read: () => XmlValue): XmlValue {
    if (this.openAttempts === 0) return read();
    const bySchema = getOrCreate(this.#cache, element, () => new Map<XmlSchema, XmlValue>());
    return getOrCreate(bySchema, xmlSchema, read);
  }
}

/** How often all of a document may be validated while it is read. */
const BUDGET_PER_CHARACTER = 200;
const MIN_BUDGET = 1_000_000;
