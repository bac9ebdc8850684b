import type { BodyContent } from "../../checks/index.js";
import type { Operation } from "../../document/index.js";
import { parseMediaType } from "../../exchange/index.js";
import type { RecordedBodyReader } from "../../gate/validation/check-context.js";
import { isJsonBody, readBody } from "../../gate/validation/read-body.js";
import { parseJson } from "../../schema/index.js";
import type { BodyAcceptor } from "../wasm-validator/index.js";
import { encodeText } from "./fast-body-reader.js";

/** Selects the reader of bodies for the next exchange of an operation; undefined is the regular one. */
export type ReaderSelection = {
  /** Whether there were enough exchanges of an operation, so that compiling its schemas pays. */
  readonly isFrequent: (operation: Operation) => boolean;
  readonly selectReader: (operation: Operation) => RecordedBodyReader | undefined;
};

export function createReaderSelection(accept: BodyAcceptor, fastAfter: number): ReaderSelection {
  const counts = new Map<Operation, number>();
  const readAccepted = createAcceptingBodyReader(accept);
  const isFrequent = (operation: Operation): boolean => (counts.get(operation) ?? 0) >= fastAfter;
  return {
    isFrequent,
    selectReader: (operation) => {
      const reader = isFrequent(operation) ? readAccepted : undefined;
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
      return reader;
    },
  };
}

/** Creates a reader that accepts JSON bodies from their bytes. They are parsed only if a check needs their value. */
function createAcceptingBodyReader(accept: BodyAcceptor): RecordedBodyReader {
  return (schemas, media, recorded) => {
    const { direction, body, contentType } = recorded;
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    const isJson = media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type);
    return isJson &&
      body.kind === "text" &&
      body.text.length >= MIN_LENGTH &&
      accept(media.schema, direction, encodeText(body.text))
      ? createAcceptedContent(body.text)
      : readBody(schemas, media, recorded);
  };
}

/** Parsing smaller bodies is as fast, and saves compiling their schemas. */
const MIN_LENGTH = 2048;

function createAcceptedContent(text: string): BodyContent {
  let parsed: { readonly value: unknown } | undefined;
  return {
    kind: "value",
    conformity: "documented",
    get value() {
      parsed ??= { value: parseJson(text) };
      return parsed.value;
    },
  };
}
