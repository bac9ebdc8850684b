/** The mutators of StrykerJS 9, each applied at its place in the syntax tree. */
import ts from "typescript";
import type { Edit } from "./edit.js";
import { mutateRegex } from "./mutate-regex.js";

/** How a node is changed: the replacement texts by operator. */
type Changes = readonly (readonly [operator: string, text: string])[];

/** Every bug that can be planted in this source; none in types, imports or names. */
export function listEdits(file: string, text: string): Edit[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    edits.push(...listEditsAt(node));
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

function listEditsAt(node: ts.Node): Edit[] {
  if (ts.isBlock(node)) return node.statements.length === 0 ? [] : [blockEdit(node)];
  if (!isReplaceable(node)) return [];
  return [...mutateExpression(node), ...mutateCondition(node)].map(([operator, text]) =>
    expressionEdit(node, operator, text),
  );
}

function blockEdit(node: ts.Block): Edit {
  return { kind: "statement", start: node.getStart(), end: node.getEnd(), text: "", operator: "BlockStatement" };
}

/** Where an expression stands that may be put into brackets. */
function isReplaceable(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  if (!ts.isExpression(node) || parent === undefined) return false;
  if (ts.isExpressionWithTypeArguments(parent)) return false;
  if ((ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) && parent.name === node) return false;
  if (ts.isComputedPropertyName(parent) || ts.isTaggedTemplateExpression(parent)) return false;
  if (ts.isBinaryExpression(parent) && parent.left === node && isAssignment(parent.operatorToken.kind)) return false;
  if (ts.isExpressionStatement(parent) && ts.isStringLiteral(node)) return false;
  return !ts.isDeleteExpression(parent) && !ts.isImportAttribute(parent) && !isPattern(node);
}

/** Of an optional chain the whole is replaced, since brackets within would end it. */
function expressionEdit(node: ts.Expression, operator: string, text: string): Edit {
  let whole: ts.Node = node;
  while (ts.isOptionalChain(whole) && isInChain(whole)) whole = whole.parent;
  const source = node.getSourceFile().text;
  const [start, end] = [whole.getStart(), whole.getEnd()];
  const before = source.slice(start, node.getStart());
  const after = source.slice(node.getEnd(), end);
  return { kind: "expression", start, end, text: before + text + after, operator };
}

function isInChain(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isOptionalChain(parent) && parent.expression === node;
}

function mutateExpression(node: ts.Expression): Changes {
  if (ts.isBinaryExpression(node)) return mutateBinary(node);
  if (ts.isPrefixUnaryExpression(node)) return mutateUnary(node, node.operand.getText());
  if (ts.isPostfixUnaryExpression(node))
    return [["UpdateOperator", node.operand.getText() + (node.getText().endsWith("++") ? "--" : "++")]];
  if (ts.isCallExpression(node)) return [...mutateMethod(node), ...mutateChain(node)];
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return mutateChain(node);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [["ArrowFunction", "() => undefined"]];
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0 ? [] : [["ObjectLiteral", "{}"]];
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0 ? [] : [["ArrayDeclaration", "[]"]];
  return mutateLiteral(node);
}

const OPERATORS: Readonly<Record<string, readonly [operator: string, ...others: string[]]>> = {
  "+": ["ArithmeticOperator", "-"],
  "-": ["ArithmeticOperator", "+"],
  "*": ["ArithmeticOperator", "/"],
  "/": ["ArithmeticOperator", "*"],
  "%": ["ArithmeticOperator", "*"],
  "<": ["EqualityOperator", "<=", ">="],
  "<=": ["EqualityOperator", "<", ">"],
  ">": ["EqualityOperator", ">=", "<="],
  ">=": ["EqualityOperator", ">", "<"],
  "===": ["EqualityOperator", "!=="],
  "!==": ["EqualityOperator", "==="],
  "&&": ["LogicalOperator", "||"],
  "||": ["LogicalOperator", "&&"],
  "??": ["LogicalOperator", "&&"],
  "+=": ["AssignmentOperator", "-="],
  "-=": ["AssignmentOperator", "+="],
  "*=": ["AssignmentOperator", "/="],
  "/=": ["AssignmentOperator", "*="],
  "%=": ["AssignmentOperator", "*="],
  "<<=": ["AssignmentOperator", ">>="],
  ">>=": ["AssignmentOperator", "<<="],
  "&=": ["AssignmentOperator", "|="],
  "|=": ["AssignmentOperator", "&="],
  "&&=": ["AssignmentOperator", "||="],
  "||=": ["AssignmentOperator", "&&="],
  "??=": ["AssignmentOperator", "&&="],
};

function mutateBinary(node: ts.BinaryExpression): Changes {
  const [left, sign, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()];
  const [operator, ...others] = OPERATORS[sign] ?? [""];
  return others.map((other) => [operator, `(${left}) ${other} (${right})`] as const);
}

function mutateUnary({ operator }: ts.PrefixUnaryExpression, operand: string): Changes {
  if (operator === ts.SyntaxKind.ExclamationToken) return [["BooleanLiteral", operand]];
  if (operator === ts.SyntaxKind.MinusToken) return [["UnaryOperator", `+${operand}`]];
  if (operator === ts.SyntaxKind.PlusToken) return [["UnaryOperator", `-${operand}`]];
  if (operator === ts.SyntaxKind.TildeToken) return [["UnaryOperator", operand]];
  return [["UpdateOperator", (operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++") + operand]];
}

/** Each method with the one that takes its place; an empty text leaves the call out. */
const METHODS: Readonly<Record<string, string>> = {
  charAt: "",
  endsWith: "startsWith",
  every: "some",
  filter: "",
  max: "min",
  min: "max",
  reverse: "",
  setDate: "setTime",
  slice: "",
  some: "every",
  sort: "",
  startsWith: "endsWith",
  substr: "",
  substring: "",
  toLocaleLowerCase: "toLocaleUpperCase",
  toLocaleUpperCase: "toLocaleLowerCase",
  toLowerCase: "toUpperCase",
  toUpperCase: "toLowerCase",
  trim: "",
  trimEnd: "trimStart",
  trimStart: "trimEnd",
};

function mutateMethod(node: ts.CallExpression): Changes {
  const { expression: callee } = node;
  if (!ts.isPropertyAccessExpression(callee) || !Object.hasOwn(METHODS, callee.name.text)) return [];
  const other = METHODS[callee.name.text];
  const receiver = callee.expression.getText();
  if (other === "") return [["MethodExpression", receiver]];
  const from = callee.name.getStart() - node.getStart();
  const text = node.getText();
  return [["MethodExpression", text.slice(0, from) + other + text.slice(from + callee.name.text.length)]];
}

function mutateChain(node: ts.CallExpression | ts.PropertyAccessExpression | ts.ElementAccessExpression): Changes {
  const { questionDotToken: token } = node;
  if (token === undefined) return [];
  const text = node.getText();
  const at = token.getStart() - node.getStart();
  const isDot = ts.isPropertyAccessExpression(node);
  return [["OptionalChaining", text.slice(0, at) + (isDot ? "." : "") + text.slice(at + 2)]];
}

const COMPARISONS = new Set(["<", "<=", ">", ">=", "===", "!==", "&&", "||"]);

/** What decides becomes true, and false; what a loop goes on by becomes false. */
function mutateCondition(node: ts.Expression): Changes {
  const { parent } = node;
  const isLoop = ts.isWhileStatement(parent) || ts.isDoStatement(parent) || ts.isForStatement(parent);
  if (isLoop) return conditionOf(parent) === node ? [["ConditionalExpression", "false"]] : [];
  const decides = (ts.isIfStatement(parent) || ts.isConditionalExpression(parent)) && conditionOf(parent) === node;
  const compares = ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.getText());
  if (!decides && !compares) return [];
  return (decides ? ["true", "false"] : neighbourValues(parent)).map(
    (value) => ["ConditionalExpression", value] as const,
  );
}

/** The values that leave the other side of `&&` and `||` something to decide. */
function neighbourValues(parent: ts.Node): readonly string[] {
  const sign = ts.isBinaryExpression(parent) ? parent.operatorToken.getText() : "";
  if (sign === "||") return ["false"];
  return sign === "&&" ? ["true"] : ["true", "false"];
}

function conditionOf(node: ts.Node): ts.Node | undefined {
  return ts.isForStatement(node) || ts.isConditionalExpression(node)
    ? node.condition
    : (node as ts.IfStatement | ts.WhileStatement | ts.DoStatement).expression;
}

function mutateLiteral(node: ts.Expression): Changes {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [["BooleanLiteral", "false"]];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [["BooleanLiteral", "true"]];
  if (ts.isStringLiteralLike(node)) return [["StringLiteral", node.text === "" ? '"Stryker was here!"' : '""']];
  if (ts.isTemplateExpression(node)) return [["StringLiteral", "``"]];
  if (ts.isTaggedTemplateExpression(node)) return [["StringLiteral", `${node.tag.getText()}\`\``]];
  return ts.isRegularExpressionLiteral(node) ? mutateRegex(node.text).map((text) => ["Regex", text]) : [];
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
