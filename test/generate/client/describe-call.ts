import { loadDocument } from "../../../src/document/index.js";
import { createClientModel } from "../../../src/generate/client/client-model.js";
import { type CodeValue, formatLiteral } from "../../../src/generate/code.js";

export type Row = Readonly<Record<string, CodeValue | undefined>>;

/** The row of the call of the only operation. */
export function describeCall(operation: object, { method = "post", path = "/a" } = {}): Row {
  const paths = { [path]: { [method]: { responses: {}, ...operation } } };
  const spec = { openapi: "3.2.0", info: { title: "T", version: "1" }, paths };
  return createClientModel(loadDocument("spec.json", () => JSON.stringify(spec))).calls[0]?.row ?? {};
}

/** Source text without line breaks and what is the same in every call. */
export function shorten(value: CodeValue | undefined): string {
  if (value === undefined) return "–";
  const text = formatLiteral(value).replaceAll(/\/\* @__PURE__ \*\/ |runtime\./g, "");
  return text.replaceAll(/,?\s+(?=[)}])|(?<=[({])\s+/g, "").replaceAll(/\s+/g, " ");
}
