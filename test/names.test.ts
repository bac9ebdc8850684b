/** Tests of names: one meaning per name, verbs for functions, `MAX_…` for limits. See scripts/check/prose/glossary.yaml. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

type Declared = { readonly name: string; readonly file: string; readonly kind: "function" | "type" | "value" };

/** The declarations of a file at its top level. */
type Declarations = { readonly all: readonly Declared[]; readonly exported: readonly Declared[] };

const ROOT = join(import.meta.dirname, "..");

/** Exports that a script writes, with the same meaning in both directories. */
const GENERATED = ["MODULE", "SOURCE_DIGEST"];

/** Disallowed words; the glossary has their replacements. */
const BANNED =
  /^(told|tell|tells|teller|said|says|judge|judged|judges|judging|judgement|witness|witnesses|settle|misfit|misfits|trouble|troubles|remark|remarks|shortfall|shortfalls|story|stories|mend|unlogged|unlisted|unjudged|disagreement|heard|living|oddity|glance|worthwhile|rival|rivals|alike|unlike|hole|parcel|housekeeping|founding|answers?|answered|answering|mended)$/;

const LIMITS = /^(MOST|DEEPEST|LONGEST|FEW|FEWEST|GREATEST|LEAST|BIGGEST|LARGEST|SHORTEST|MANY|ENOUGH)(_|$)/;

/** First words of functions that return a boolean, which need no verb of action. */
const PREDICATES =
  /^(is|are|has|can|should|needs|accepts|accept|allows|fails|matches|exceeds|belongs|contains|includes|reaches|may|isnt|skips)$/;

/** Files whose functions have given names: finding codes, keywords and formats of JSON Schema, and public functions. */
const NAMED_ELSEWHERE =
  /^src\/(check\/rules\/(body|body-drift|head|request|values|webhook)(\.ts|\/)|(schema\/(formats|validation\/interpreter)|client|webhooks)\/)/;

const VERBS =
  /^(adapt|add|advance|align|allocate|append|apply|assert|authenticate|build|bundle|capture|check|choose|capitalize|classify|clear|close|coerce|collect|combine|compare|compile|complete|compute|configure|convert|count|create|decode|define|delete|derive|describe|detect|diff|disable|discard|drop|dedupe|empty|enable|encode|end|enqueue|enter|escape|estimate|evaluate|exchange|expand|explain|extend|extract|fill|find|finish|follow|format|freeze|generate|get|grant|group|handle|hash|import|include|index|infer|initialize|insert|intersect|invoke|issue|iterate|join|kill|lease|leave|lift|lint|list|markup|listen|load|lock|make|map|mask|match|memoize|merge|migrate|move|normalize|notify|open|pack|parse|patch|pause|percent|pick|plan|pluralize|post|prioritize|probe|propose|publish|purge|put|quote|read|record|redact|reduce|refresh|register|reject|relay|release|remove|render|replace|replay|report|request|require|reseed|reserve|resolve|restore|revoke|rewrite|round|run|save|select|send|serialize|serve|set|shorten|show|sign|singularize|skip|sort|split|start|stop|store|stream|stringify|suggest|summarize|take|throw|track|trim|truncate|try|unescape|update|use|validate|verify|visit|wait|walk|wrap|write|assemble|mark|measure|note|parent|to|as|from|with|without|where|once|fully|fast|nearest|self|last|value|exchange|compress|confirm|connect|decompress|expect|feed|prepare|refuse|repeat|when)$/;

const { all, exported } = listSourceDeclarations();

test("an exported name has one meaning in src", () => {
  const files = new Map<string, string[]>();
  for (const { name, file } of exported) files.set(name, [...(files.get(name) ?? []), file]);
  expect([...files].filter(([name, places]) => new Set(places).size > 1 && !GENERATED.includes(name))).toEqual([]);
});

test("exported names and files of src have no banned word", () => {
  expect(exported.filter(hasBannedWord)).toEqual([]);
  expect(sources().filter((file) => file.split(/[/.-]/).some((word) => BANNED.test(word)))).toEqual([]);
});

/** Files that read `says` and `answer` from files of spec/, and examples about parcels. */
const QUOTING = /^(test\/spec\/|scripts\/build\/docs\/|test\/generate\/(validators|generated)\.test\.ts)/;

test("no declaration in test and scripts has a banned word", () => {
  const files = [...listFiles("test"), ...listFiles("scripts")].filter((file) => !QUOTING.test(file));
  const names = files.flatMap((file) => listAllNames(file, readFileSync(join(ROOT, file), "utf8")));
  expect(names.length).toBeGreaterThan(10_000);
  expect(names.filter(hasBannedWord)).toEqual([]);
});

/** What else ends in such a word, and differs from the three types. */
const OTHER_DEFECTS = [
  // The public type of the client, which imports nothing but generated types: of one call, without positions in a spec.
  "CallViolation",
  // Of two schemas: where one may accept what the other rejects, with makers of counterexamples.
  "ContainmentViolation",
  "CheckedViolation",
  // As Standard Schema names it.
  "StandardSchemaIssue",
];

test("what is wrong is a Violation, a Finding or a Diagnostic", () => {
  const types = exported.filter(({ kind }) => kind === "type");
  const names = types.filter(isDefect).map(({ name }) => name);
  expect(names.sort()).toEqual([...OTHER_DEFECTS, "Diagnostic", "Violation"].sort());
  expect(types.filter(({ name }) => name === "Finding").map(({ file }) => file)).toEqual([
    "src/check/exchange/finding.ts",
  ]);
});

test("a limit is called MAX_… or MIN_…", () => {
  expect(all.filter(({ name }) => LIMITS.test(name))).toEqual([]);
});

test("exported functions begin with a verb", () => {
  expect(exported.filter(lacksVerb)).toEqual([]);
});

test.each([
  ["export const toldOf = (): number => 1;", hasBannedWord],
  ["export type Judgement = number;", hasBannedWord],
  ["export function orders(): number { return 1; }", lacksVerb],
  ["export type XmlProblem = string;", isDefect],
  ["export const MOST_ITEMS = 5;", ({ name }: Declared) => LIMITS.test(name)],
] as const)("%s is found", (text, breaks) => {
  const { exported: planted } = listDeclarations("src/planted.ts", text);
  expect(planted.filter(breaks)).toHaveLength(1);
});

test.each([
  "const toldLines = 1;",
  "function judge(): void {}",
  "const run = (answer: string) => answer.length;",
  "type Case = { readonly says: string };",
  "const { story } = read();",
])("a test with %s is found", (text) => {
  const names = listAllNames("test/planted.test.ts", `test("a", () => { ${text} });`);
  expect(names.filter(hasBannedWord)).toHaveLength(1);
});

function hasBannedWord({ name }: Pick<Declared, "name">): boolean {
  return splitWords(name).some((word) => BANNED.test(word));
}

function isDefect({ name }: Declared): boolean {
  return /(Problem|Issue|Diagnostic|Violation|Complaint|Trouble)s?$/.test(name);
}

function lacksVerb({ name, file, kind }: Declared): boolean {
  if (kind !== "function" || NAMED_ELSEWHERE.test(file)) return false;
  const [first = ""] = splitWords(name);
  return !VERBS.test(first) && !PREDICATES.test(first) && !/[a-z]Of$/.test(name);
}

/** Splits a name into words: `readFileSync` and `READ_FILE` begin with read and file. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _]/);
}

function sources(): string[] {
  return listFiles("src").filter((path) => !path.endsWith(".d.ts") && !path.includes("/assembly/"));
}

function listFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path}`);
}

/** Lists the names of all declarations of a file, local ones and properties of types too. */
function listAllNames(file: string, text: string): { readonly name: string; readonly line: string }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names: { name: string; line: string }[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as Partial<ts.NamedDeclaration>).name;
    const isUse = ts.isObjectLiteralElement(node) || ts.isImportSpecifier(node) || ts.isPropertyAccessExpression(node);
    if (name !== undefined && ts.isIdentifier(name) && !isUse)
      names.push({ name: name.text, line: `${file}:${source.getLineAndCharacterOfPosition(name.pos).line + 1}` });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function listSourceDeclarations(): Declarations {
  const files = sources().map((file) => listDeclarations(file, readFileSync(join(ROOT, file), "utf8")));
  return { all: files.flatMap((it) => it.all), exported: files.flatMap((it) => it.exported) };
}

function listDeclarations(file: string, text: string): Declarations {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const isExported = (statement: ts.Statement): boolean =>
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  const list = (wanted: readonly ts.Statement[]): Declared[] => wanted.flatMap((it) => listDeclared(file, it));
  return { all: list(statements), exported: list(statements.filter(isExported)) };
}

function listDeclared(file: string, statement: ts.Statement): Declared[] {
  if (ts.isFunctionDeclaration(statement))
    return statement.name ? [{ name: statement.name.text, file, kind: "function" }] : [];
  if (ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name ? [{ name: statement.name.text, file, kind: "type" }] : [];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (!ts.isIdentifier(name)) return [];
    const isFunction = initializer !== undefined && ts.isArrowFunction(initializer) && /^[a-z]/.test(name.text);
    return [{ name: name.text, file, kind: isFunction ? "function" : "value" } as const];
  });
}
