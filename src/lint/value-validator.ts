import { type Document, type Json, joinPointer, type Pointer } from "../document/index.js";
import {
  createSchemas,
  describeViolation,
  isJsonLines,
  type MessageDirection,
  readForm,
  readJsonLinesBody,
  readServerSentEvents,
  reduceToClosestBranch,
  type Schemas,
  toPrintable,
} from "../schema/index.js";

/** Returns why a value is invalid in all of the given directions, or undefined if it is valid in one. */
export type ValueValidator = (pointer: Pointer, sides: readonly MessageDirection[], value: Json) => string | undefined;

/** Reads the text of a media type, other than JSON, as the value that its schemas describe, or returns undefined. */
export type TextReader = (media: Pointer, essence: string, isItem: boolean, text: string) => TextReading | undefined;

export type TextReading =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "malformed"; readonly reason: string };

/** Creates a validator that ignores schemas that cannot be evaluated; other rules report them. */
export function createValueValidator(document: Document): {
  readonly validateValue: ValueValidator;
  readonly readText: TextReader;
  readonly reinterpreted: Schemas["reinterpreted"];
} {
  const schemas = createSchemas(document);
  const validateValue: ValueValidator = (pointer, sides, value) => {
    let reason: string | undefined;
    try {
      for (const side of sides) {
        if (schemas.isValid(pointer, side, value)) return undefined;
        const [failure] = reduceToClosestBranch(schemas, side, schemas.validate(pointer, side, value));
        if (failure === undefined) return undefined;
        const { expected, actual } = describeViolation(failure);
        reason ??= `${failure.instance === "" ? "" : `${toPrintable(failure.instance)}: `}expected ${expected}, got ${actual}`;
      }
    } catch {
      return undefined;
    }
    return reason;
  };
  const read: TextReader = (media, essence, isItem, text) => {
    if (essence === "application/x-www-form-urlencoded") return isItem ? undefined : readForm(schemas, media, text);
    const stream = { schema: joinPointer(media, isItem ? "itemSchema" : "schema"), isItem, essence };
    const reading = isJsonLines(essence)
      ? readJsonLinesBody(schemas, stream, text)
      : essence === "text/event-stream" && isItem
        ? readServerSentEvents(schemas, stream, text)
        : undefined;
    return reading?.kind === "not-checked" ? undefined : reading;
  };
  const readText: TextReader = (...input) => {
    try {
      return read(...input);
    } catch {
      return undefined;
    }
  };
  return { validateValue, readText, reinterpreted: schemas.reinterpreted };
}
