import type { Parameter } from "../../document/index.js";
import { getSchemaTypes, readParameter, type Schemas } from "../../schema/index.js";
import type { BodyAcceptor } from "../wasm-validator/index.js";
import { encodeText } from "./fast-body-reader.js";

/** Whether the text of a path or header parameter certainly conforms to its schema. */
export type ParameterAcceptor = (parameter: Parameter, text: string) => boolean;

export function createParameterAcceptor(schemas: Schemas, accept: BodyAcceptor): ParameterAcceptor {
  const plain = new Map<Parameter, boolean>();
  return (parameter, text) => {
    const { schema } = parameter;
    if (schema === undefined) return false;
    // The texts of identifiers are rarely repeated, so that they are not parsed.
    const isPlain = plain.get(parameter) ?? isPlainString(schemas, parameter);
    plain.set(parameter, isPlain);
    if (isPlain && IDENTIFIER.test(text)) {
      const end = SCRATCH_BUFFER.write(`\\"${text}\\"`, "latin1");
      if (accept(schema, "request", SCRATCH_BUFFER.subarray(0, end))) return true;
    }
    const reading = readParameter(schemas, parameter, { in: parameter.in === "path" ? "path" : "header", text });
    return reading.kind === "value" && accept(schema, "request", encodeText(JSON.stringify(reading.value)));
  };
}

/** Whether the raw text of an identifier is its value. */
function isPlainString(schemas: Schemas, { style, content, schema }: Parameter): boolean {
  const types = getSchemaTypes(schemas, schema);
  return style === "simple" && content === undefined && types.size === 1 && types.has("string");
}

const IDENTIFIER = /^[A-Za-z0-9_-]{1,100}$/;
const SCRATCH_BUFFER = Buffer.alloc(128);
