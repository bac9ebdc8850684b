/** Extracts the prose of the repository: Markdown, comments, messages, titles of tests, descriptions in YAML, and text in HTML. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { isMap, isScalar, LineCounter, parseDocument, visit } from "yaml";

export type Kind = "markdown" | "comment" | "message" | "title" | "yaml" | "html";

/** A piece of prose and the number of its first line. */
export type Passage = { readonly file: string; readonly line: number; readonly kind: Kind; readonly text: string };

/** YAML keys whose values are prose. */
const PROSE_KEYS = new Set(["description", "summary", "question", "says", "answer", "sandbox", "reason", "title"]);

/** Generated files, vendored material, sentences of prose.test.ts, and seed.yaml, which quotes its source. */
const LEFT_OUT =
  /^(generated|bench|test\/(material|descriptions))\/|^test\/prose\.test\.ts$|\/(built-page|module)\.ts$|^spec\/seed\.yaml$/;

/** Lists the files with prose, relative to the root. Deleted files can still be in the index of Git. */
export function listProseFiles(root: string): string[] {
  const options = { cwd: root, encoding: "utf8" } as const;
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], options).split("\n");
  return files.filter(
    (file) =>
      /\.(md|html)$|^(src|scripts|test)\/.*\.ts$|^spec\/.*\.yaml$/.test(file) &&
      !LEFT_OUT.test(file) &&
      existsSync(join(root, file)),
  );
}

export function extractFile(root: string, file: string): Passage[] {
  return extractText(file, readFileSync(join(root, file), "utf8"));
}

/** @param file a path from the root; its extension decides what is prose. */
export function extractText(file: string, text: string): Passage[] {
  if (file.endsWith(".md")) return [{ file, line: 1, kind: "markdown", text }];
  if (file.endsWith(".yaml")) return extractYaml(file, text);
  if (file.endsWith(".html")) return extractHtml(file, text);
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const source = ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode });
  return [...extractComments(file, source), ...extractMessages(file, source)];
}

function extractYaml(file: string, text: string): Passage[] {
  const counter = new LineCounter();
  const passages: Passage[] = [];
  visit(parseDocument(text, { lineCounter: counter }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !PROSE_KEYS.has(String(key.value)) || !isScalar(value) || isMap(value)) return;
      if (typeof value.value !== "string" || value.range == null) return;
      passages.push({ file, line: counter.linePos(value.range[0]).line, kind: "yaml", text: value.value });
    },
  });
  return passages;
}

function extractHtml(file: string, text: string): Passage[] {
  const blank = text.replaceAll(/<(script|style)\b.*?<\/\1>/gs, (it) => it.replaceAll(/[^\n]/g, " "));
  return [...blank.matchAll(/>([^<>]*[A-Za-z]{2}[^<>]*)</g)].map((match) => ({
    file,
    line: text.slice(0, match.index).split("\n").length,
    kind: "html" as const,
    text: (match[1] ?? "").trim(),
  }));
}

/** Extracts comments without their delimiters. Consecutive line comments are one passage. */
function extractComments(file: string, source: ts.SourceFile): Passage[] {
  const passages: Passage[] = [];
  for (const { index: pos, 0: raw } of maskLiterals(source).matchAll(/\/\*.*?\*\/|\/\/[^\r\n]*/gs)) {
    if (/^\/\/ biome-ignore|^\/\/\/ </.test(raw)) continue;
    const isLine = raw.startsWith("//");
    const words = isLine ? raw.replace(/^\/\/ ?/, "") : unwrap(raw);
    const last = passages.at(-1);
    const line = lineOf(source, pos);
    if (isLine && last?.text.startsWith("\0") === true && lineEnd(last) === line - 1)
      passages[passages.length - 1] = { ...last, text: `${last.text}\n${words}` };
    else passages.push({ file, line, kind: "comment", text: isLine ? `\0${words}` : words });
  }
  return passages.map((it) => ({ ...it, text: it.text.replace("\0", "") }));
}

const lineEnd = ({ line, text }: Passage): number => line + text.split("\n").length - 1;

/** Returns the text of a block comment. A tag starts a paragraph. */
function unwrap(raw: string): string {
  return raw
    .replace(/^\/\*\*?\s?/, "")
    .replace(/\s*\*\/$/, "")
    .replaceAll(/^[ \t]*\* ?/gm, "")
    .replace(/^@example[\s\S]*?(?=^@|(?![\s\S]))/m, "")
    .replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
    .replaceAll(/^@\w+( \w+ -?)?/gm, "");
}

/** The source with spaces instead of strings, templates and regular expressions, which can contain what looks like a comment. */
function maskLiterals(source: ts.SourceFile): string {
  const { text } = source;
  const parts: string[] = [];
  let done = 0;
  const look = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node)) {
      const start = node.getStart(source);
      parts.push(text.slice(done, start), " ".repeat(node.end - start));
      done = node.end;
    } else ts.forEachChild(node, look);
  };
  look(source);
  return parts.join("") + text.slice(done);
}

/** Extracts titles of tests, and string literals that look like prose. Substitutions in templates become `…`. */
function extractMessages(file: string, source: ts.SourceFile): Passage[] {
  const passages: Passage[] = [];
  const look = (node: ts.Node, kind: Kind = "message"): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const words = textOf(node);
    // Texts of several lines in tests are input data.
    const isData = file.startsWith("test/") && words?.includes("\n") === true;
    if (words !== undefined && (kind === "title" || (isProse(words) && !isData)))
      passages.push({ file, line: lineOf(source, node.getStart(source)), kind, text: words });
    const title = ts.isCallExpression(node) && isTestFunction(node.expression) ? node.arguments[0] : undefined;
    ts.forEachChild(node, (child) => look(child, child === title ? "title" : "message"));
  };
  look(source);
  return passages;
}

/** Whether an expression is `test`, `describe`, or a function of them such as `test.each(cases)`. */
function isTestFunction(node: ts.Expression): boolean {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return isTestFunction(node.expression);
  return ts.isIdentifier(node) && /^(test|describe)$/.test(node.text);
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("");
}

/** Whether a text has three words in a row and is not code, SQL or a shell command. */
function isProse(text: string): boolean {
  if (/[;{}]\s*$|=>| && |^exec |^\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|WITH|DROP|BEGIN|COPY|LOCK)\b/.test(text))
    return false;
  return /[A-Za-z][a-z'’]+,? [a-z][a-z'’]*,? [a-z]/.test(text);
}

function lineOf(source: ts.SourceFile, offset: number): number {
  return source.getLineAndCharacterOfPosition(offset).line + 1;
}
