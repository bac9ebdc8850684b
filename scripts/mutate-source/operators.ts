/** The bugs that can be planted in a TypeScript source, each at its place in the syntax tree. */
import ts from "typescript";
import { callEdits } from "./call-operators.js";
import type { Edit } from "./edit.js";
import { literalEdits } from "./literal-operators.js";

/** How a node is changed: the replacement texts by operator. */
export type Changes = readonly (readonly [operator: string, text: string])[];

/** Every bug that can be planted in this source; none in types, imports or names. */
export function listEdits(file: string, text: string): Edit[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    edits.push(...editsAt(node));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return edits;
}

function isSkipped(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isHeritageClause(node) ||
    ts.isModuleDeclaration(node)
  );
}

function editsAt(node: ts.Node): Edit[] {
  const listed = listedEdit(node);
  if (ts.isStatement(node)) return [...listed, ...statementEdits(node)];
  if (!isReplaceable(node)) return listed;
  return [...listed, ...expressionChanges(node).map(([operator, text]) => expressionEdit(node, operator, text))];
}

/** Where an expression stands that may be put into brackets. */
function isReplaceable(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  if (!ts.isExpression(node) || parent === undefined) return false;
  if (ts.isExpressionWithTypeArguments(parent)) return false;
  if ((ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) && parent.name === node) return false;
  if (ts.isComputedPropertyName(parent) || ts.isTaggedTemplateExpression(parent)) return false;
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent.operatorToken.kind)) return false;
  return !ts.isDeleteExpression(parent) && !ts.isImportAttribute(parent);
}

/** Of an optional chain the whole is replaced, since brackets within would end it. */
function expressionEdit(node: ts.Expression, operator: string, text: string): Edit {
  let whole: ts.Node = node;
  while (ts.isOptionalChain(whole) && isChainOn(whole)) whole = whole.parent;
  const source = node.getSourceFile().text;
  const [start, end] = [whole.getStart(), whole.getEnd()];
  const before = source.slice(start, node.getStart());
  const after = source.slice(node.getEnd(), end);
  return { kind: "expression", start, end, text: before + text + after, operator };
}

function isChainOn(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isOptionalChain(parent) && parent.expression === node;
}

function expressionChanges(node: ts.Expression): Changes {
  if (ts.isBinaryExpression(node)) return binaryChanges(node);
  if (ts.isConditionalExpression(node)) {
    const [condition, yes, no] = [node.condition, node.whenTrue, node.whenFalse].map((it) => it.getText());
    return [
      ["swap the branches", `(${condition}) ? (${no}) : (${yes})`],
      ["always the first branch", `${yes}`],
      ["always the second branch", `${no}`],
    ];
  }
  if (ts.isPrefixUnaryExpression(node)) return unaryChanges(node, node.operand.getText());
  if (ts.isPostfixUnaryExpression(node))
    return [["count the other way", node.operand.getText() + (node.getText().endsWith("++") ? "--" : "++")]];
  if (ts.isAwaitExpression(node)) return [["do not wait", node.expression.getText()]];
  if (ts.isCallExpression(node)) return [...callEdits(node), ...chainChanges(node)];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return chainChanges(node);
  if (isCondition(node)) return [["negate the condition", `!(${node.getText()})`]];
  return literalEdits(node);
}

function chainChanges(node: ts.CallExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression): Changes {
  const { questionDotToken: token } = node;
  if (token === undefined) return isCondition(node) ? [["negate the condition", `!(${node.getText()})`]] : [];
  const text = node.getText();
  const at = token.getStart() - node.getStart();
  const isDot = ts.isPropertyAccessExpression(node);
  return [["no optional chaining", text.slice(0, at) + (isDot ? "." : "") + text.slice(at + 2)]];
}

function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

const SWAPPED: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "==": ["!="],
  "!=": ["=="],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "|": ["&"],
  "&": ["|"],
  "^": ["|"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "+=": ["-=", "="],
  "-=": ["+=", "="],
  "||=": ["="],
  "??=": ["="],
  "|=": ["&=", "="],
};

function binaryChanges(node: ts.BinaryExpression): Changes {
  const [left, operator, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()];
  const swapped = (SWAPPED[operator] ?? []).map((other) => [`${operator} to ${other}`, `${left} ${other} ${right}`]);
  const isChoice = operator === "&&" || operator === "||" || operator === "??";
  return [
    ...(swapped as [string, string][]),
    ...(isChoice
      ? ([
          [`only the left of ${operator}`, left],
          [`only the right of ${operator}`, right],
        ] as const)
      : []),
    ...(operator === "in" || operator === "instanceof" ? ([["negate", `!(${node.getText()})`]] as const) : []),
  ];
}

function unaryChanges({ operator }: ts.PrefixUnaryExpression, operand: string): Changes {
  if (operator === ts.SyntaxKind.ExclamationToken) return [["do not negate", operand]];
  if (operator === ts.SyntaxKind.MinusToken) return [["no minus", operand]];
  if (operator === ts.SyntaxKind.PlusPlusToken) return [["count the other way", `--${operand}`]];
  return operator === ts.SyntaxKind.MinusMinusToken ? [["count the other way", `++${operand}`]] : [];
}

function statementEdits(node: ts.Statement): Edit[] {
  const edit = (operator: string, text: string): Edit => ({
    kind: "statement",
    start: node.getStart(),
    end: node.getEnd(),
    text,
    operator,
  });
  if (ts.isExpressionStatement(node))
    return ts.isStringLiteral(node.expression) ? [] : [edit("remove the statement", "")];
  if (ts.isReturnStatement(node)) {
    if (node.expression === undefined) return [edit("remove the return", "")];
    return ["undefined", "true", "false", "[]", '""', "0"]
      .filter((value) => value !== node.expression?.getText())
      .map((value) => edit(`return ${value}`, `return ${value};`));
  }
  if (ts.isIfStatement(node) && node.elseStatement === undefined) return [edit("remove the if", "")];
  if (ts.isIfStatement(node)) return [edit("remove the else", node.getText().slice(0, lengthWithoutElse(node)))];
  if (ts.isThrowStatement(node) || ts.isBreakStatement(node)) return [edit("remove the statement", "")];
  if (ts.isContinueStatement(node)) return [edit("break instead of continue", "break;"), edit("do not continue", "")];
  return ts.isForOfStatement(node) ? [edit("remove the loop", "")] : [];
}

function lengthWithoutElse(node: ts.IfStatement): number {
  return node.thenStatement.getEnd() - node.getStart();
}

/** Elements and properties that can be left out. */
function listedEdit(node: ts.Node): Edit[] {
  const { parent } = node;
  const place = { start: node.getStart(), end: node.getEnd(), text: "" };
  if (ts.isArrayLiteralExpression(parent) && !ts.isOmittedExpression(node) && !isPattern(parent))
    return [{ kind: "element", ...place, operator: "drop the element" }];
  const isValue =
    ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isSpreadAssignment(node);
  return isValue && ts.isObjectLiteralExpression(parent) && !isPattern(parent)
    ? [{ kind: "property", ...place, operator: "drop the property" }]
    : [];
}

/** Whether a literal is in truth the left side of an assignment. */
function isPattern(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return parent.left === node && isAssignment(parent.operatorToken.kind);
  return ts.isForOfStatement(parent) && parent.initializer === node;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
