/** Finds what belongs to our own service in code that works with any spec. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const SPEC = join(import.meta.dirname, "../generated/openapi.json");

/** The name of our own service, its first path segments, headers and server variables, and the parameters of its paths. */
export function listServiceWords(): string[] {
  const spec = JSON.parse(readFileSync(SPEC, "utf8")) as {
    readonly paths: Readonly<Record<string, { readonly servers?: readonly SpecServer[] }>>;
    readonly servers: readonly SpecServer[];
    readonly components: {
      readonly parameters: Readonly<Record<string, { readonly name: string; readonly in: string }>>;
    };
  };
  const segments = Object.keys(spec.paths).map((path) => path.split("/").slice(0, 2).join("/"));
  const parameters = Object.values(spec.components.parameters)
    .filter((parameter) => parameter.in === "header" || parameter.in === "path")
    .map(({ name }) => name);
  const servers = [...spec.servers, ...Object.values(spec.paths).flatMap((item) => item.servers ?? [])];
  const variables = servers
    .flatMap((server) => Object.keys(server.variables ?? {}))
    .filter((name) => name !== "baseUrl");
  return [...new Set(["commerce", ...segments, ...parameters, ...variables].map((word) => word.toLowerCase()))];
}

type SpecServer = { readonly variables?: Readonly<Record<string, unknown>> };

/** The words in string literals and templates; module specifiers and comments may have them. */
export function findServiceWords(code: string, words: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      for (const word of words) if (node.text.toLowerCase().includes(word)) found.add(word);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("code.ts", code, ts.ScriptTarget.Latest, true));
  return [...found];
}
