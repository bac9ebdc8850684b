import type { HeaderDefinition, Pointer } from "../document/index.js";
import type { Comparison, OperationPart, Pair } from "./comparison.js";
import { RESPONSE_FLOW } from "./message-flow.js";
import { compareSchemas } from "./schemas.js";
import { compareSerialization, describeSerializationChange } from "./serialization.js";
import { createHeaderCodec } from "./wire/wire-channel.js";

/** Compares the headers of a response. */
export function compareHeaders(
  comparison: Comparison,
  part: OperationPart,
  pair: Pair<{ readonly pointer: Pointer; readonly headers: readonly HeaderDefinition[] }>,
): void {
  const [oldHeaders, newHeaders] = [indexHeaders(pair.old.headers), indexHeaders(pair.new.headers)];
  for (const [name, header] of oldHeaders) {
    const newHeader = newHeaders.get(name);
    const affected = { ...part, part: `${part.part} header ${header.name}` };
    const pointers = { old: header.pointer, new: newHeader?.pointer ?? pair.new.pointer };
    if (header.required && newHeader?.required !== true)
      comparison.report({
        code: "response.header.optional",
        message: `the header "${header.name}" is now optional or removed; keep it required to stay compatible`,
        ...pointers,
        affected,
      });
    else if (newHeader === undefined)
      comparison.report({
        code: "response.header.removed",
        message: `the header "${header.name}" was removed`,
        ...pointers,
        affected,
      });
    if (newHeader !== undefined) compareHeaderValues(comparison, affected, { old: header, new: newHeader });
  }
  for (const [name, header] of newHeaders)
    if (!oldHeaders.has(name))
      comparison.report({
        code: "response.header.added",
        message: `the header "${header.name}" was added`,
        old: pair.old.pointer,
        new: header.pointer,
        affected: { ...part, part: `${part.part} header ${header.name}` },
      });
}

function indexHeaders(headers: readonly HeaderDefinition[]): Map<string, HeaderDefinition> {
  return new Map(headers.map((header) => [header.name.toLowerCase(), header]));
}

function compareHeaderValues(comparison: Comparison, affected: OperationPart, pair: Pair<HeaderDefinition>): void {
  const { old, new: next } = pair;
  const pointers = { old: old.pointer, new: next.pointer };
  const codecs = { old: createHeaderCodec(comparison.old, old), new: createHeaderCodec(comparison.new, next) };
  const schemas = { old: codecs.old.schema, new: codecs.new.schema };
  // The style of OpenAPI does not define the text of Set-Cookie, so only its schemas are compared.
  if (old.name.toLowerCase() === "set-cookie") {
    compareSchemas(comparison, RESPONSE_FLOW, affected, schemas);
    return;
  }
  const channel = { key: `${old.pointer} ${next.pointer}`, ...codecs };
  const change = describeSerializationChange(pair, `the serialization of the header "${next.name}"`);
  const part = { flow: RESPONSE_FLOW, affected, pointers, channel, change } as const;
  const isRefused = compareSerialization(comparison, { ...part, refusedCode: "response.header.serialization" });
  if (!isRefused) compareSchemas(comparison, RESPONSE_FLOW, affected, { ...schemas, channel });
}
