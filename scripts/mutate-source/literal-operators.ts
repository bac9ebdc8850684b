import ts from "typescript";
import type { Changes } from "./operators.js";

/** How a literal can be wrong. */
export function literalEdits(node: ts.Expression): Changes {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [["true to false", "false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [["false to true", "true"]];
  if (ts.isNumericLiteral(node)) return numberChanges(node);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return textChanges(node);
  if (ts.isTemplateExpression(node)) return templateChanges(node);
  if (ts.isTaggedTemplateExpression(node) && ts.isTemplateExpression(node.template))
    return templateChanges(node.template).map(([operator, text]) => [operator, node.tag.getText() + text]);
  if (ts.isRegularExpressionLiteral(node)) return patternChanges(node.text);
  const isFilled = ts.isArrayLiteralExpression(node) && node.elements.length > 1;
  return isFilled ? [["empty the array", "[]"]] : [];
}

function numberChanges(node: ts.NumericLiteral): Changes {
  const value = Number(node.text);
  if (!Number.isSafeInteger(value)) return [["another number", String(value * 2)]];
  return [
    ["one more", String(value + 1)],
    ["one less", String(value - 1)],
  ];
}

function textChanges({ text }: ts.StringLiteralLike): Changes {
  if (text === "") return [["another text", '"mutated"']];
  const shorter = text.length > 1 ? ([["cut the last character", JSON.stringify(text.slice(0, -1))]] as const) : [];
  return [["empty the text", '""'], ...shorter];
}

/** The fixed parts left out, one by one. */
function templateChanges(node: ts.TemplateExpression): Changes {
  const text = node.getText();
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].flatMap((part) => {
    const [open, close] = [part.kind === ts.SyntaxKind.TemplateHead ? "`" : "}", ts.isTemplateTail(part) ? "`" : "${"];
    if (part.getText() === open + close) return [];
    const [start, end] = [part.getStart() - node.getStart(), part.getEnd() - node.getStart()];
    return [["cut a part of the text", text.slice(0, start) + open + close + text.slice(end)] as const];
  });
}

const PATTERN_CHANGES: readonly (readonly [string, RegExp, string])[] = [
  ["no start", /^\/\^/, "/"],
  ["no end", /\$(?=\/[a-z]*$)/, ""],
  ["no flag", /(?<=\/[a-z]*)[a-z](?=[a-z]*$)/, ""],
  ["+ to *", /(?<!\\|\(\?)\+/, "*"],
  ["* to +", /(?<!\\)\*/, "+"],
  ["not optional", /(?<![\\(*+?}])\?/, ""],
  ["negate the class", /(?<!\\)\[(?!\^)/, "[^"],
  ["do not negate the class", /(?<!\\)\[\^/, "["],
  ["fewer alternatives", /\|[^|()[\]]+(?=[/)|])/, ""],
  ["another class", /\\d/, "\\w"],
  ["another class", /\\s/, "\\S"],
];

function patternChanges(text: string): Changes {
  return PATTERN_CHANGES.flatMap(([operator, from, to]) => {
    const changed = text.replace(from, to);
    return changed !== text && isPattern(changed) ? [[operator, changed] as const] : [];
  });
}

function isPattern(text: string): boolean {
  const end = text.lastIndexOf("/");
  try {
    new RegExp(text.slice(1, end), text.slice(end + 1));
    return end > 1;
  } catch {
    return false;
  }
}
