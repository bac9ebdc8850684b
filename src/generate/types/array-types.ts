import { asArray, joinPointer } from "../../document/index.js";
import type { ApplicableSchema } from "../../schema/analysis/applicable-schema.js";
import type { Conjunction, SchemaTypes } from "./schema-types.js";
import { createType, formatOperand, formatType, intersect, type TypeText, UNKNOWN } from "./type-text.js";

/** Prints an array as a tuple if its first items have schemas of their own. */
export function printArray(types: SchemaTypes, { inline, scope }: Conjunction): TypeText {
  const minItems = Math.max(0, ...inline.map(({ schema }) => Number(schema.minItems ?? 0)));
  const maxItems = Math.min(...inline.map(({ schema }) => Number(schema.maxItems ?? Number.POSITIVE_INFINITY)));
  const printItem = (pointer: string): TypeText =>
    scope.isMultipart === true ? types.printPart([pointer]) : types.print(pointer, { direction: scope.direction });
  const describing = inline.filter(({ schema }) => ITEM_KEYWORDS.some((keyword) => schema[keyword] !== undefined));
  if (describing.length === 0) return createType("unknown[]");
  return intersect(
    describing.map((it) => {
      const { prefix, rest } = readItems(it);
      const items = prefix.map((pointer, index) => {
        const item = printItem(pointer);
        return index < minItems ? formatType(item) : `${formatOperand(item)}?`;
      });
      const further = rest === undefined ? UNKNOWN : printItem(rest);
      if (items.length === 0) return createType(`${formatOperand(further)}[]`);
      const isClosed = further.length === 0 || maxItems <= items.length;
      return createType(`[${[...items, ...(isClosed ? [] : [`...${formatOperand(further)}[]`])].join(", ")}]`);
    }),
  );
}

const ITEM_KEYWORDS = ["items", "prefixItems", "additionalItems", "unevaluatedItems"];

/** Before 2020-12, the keywords had other names. */
function readItems({ pointer, schema }: ApplicableSchema) {
  const [first, others] = Array.isArray(schema.items) ? ["items", "additionalItems"] : ["prefixItems", "items"];
  const rest = [others, "unevaluatedItems"].find((keyword) => schema[keyword] !== undefined);
  return {
    prefix: asArray(schema[first]).map((_, index) => joinPointer(pointer, first, index)),
    rest: rest === undefined ? undefined : joinPointer(pointer, rest),
  };
}
