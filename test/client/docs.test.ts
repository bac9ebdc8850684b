/** The examples of docs/client.md are programs: they compile as a stranger would have them, and run against the sandbox. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderId, orThrow } from "../../src/index.js";
import { DEMO, openWorld, type World } from "./integration/world.js";

const ROOT = join(import.meta.dirname, "../..");
const INDEX = JSON.stringify(join(ROOT, "src/index.js"));

/** What the examples have from elsewhere. */
const GIVEN = {
  baseUrl: "string",
  billingUrl: "string",
  applicationId: "string",
  privateKey: "string",
  audience: "string",
  businessId: "import(INDEX).BusinessId",
  orderId: "import(INDEX).OrderId",
  token: "string",
  username: "string",
  userPassword: "string",
  show: "(...values: unknown[]) => void",
} as const;

type Example = { readonly title: string; readonly path: string; readonly text: string };

/** What each shows; nothing of a section that is not here may show anything else. */
const SHOWN: Readonly<Record<string, readonly unknown[]>> = {
  "Begin 2": [200],
  Results: [expect.any(Number)],
  "Results 2": [
    "refused",
    404,
    expect.stringMatching(/^getOrder: the service refused \(attempt 1, status 404, request [-0-9a-f]{36}\)$/),
  ],
  "Signing in": [200],
  "Changing an order": [expect.stringMatching(/^\d{4}-.*Z$/)],
  "In development": ["listOrders: request /query/limit must be <= 100"],
};

const folder = mkdtempSync(join(tmpdir(), "client-docs-"));
const examples = examplesOf(readFileSync(join(ROOT, "docs/client.md"), "utf8"));
let world: World;

beforeAll(async () => {
  world = await openWorld();
  for (const { path, text } of examples) writeFileSync(path, text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every example compiles", () => {
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  };
  const program = ts.createProgram(
    examples.map(({ path }) => path),
    options,
  );
  const problems = examples.flatMap(({ title, path }) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${title}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
  expect(problems).toEqual([]);
});

test.each(examples)("$title runs", async ({ title, path }) => {
  const shown = await run(path);
  const wanted = SHOWN[title];
  if (wanted === undefined) expect(shown.length).toBeGreaterThan(title.startsWith("Repetition") ? -1 : 0);
  else expect(shown).toEqual(wanted);
});

test("there is one for every section that shows code", () => {
  expect(examples.map(({ title }) => title)).toEqual([
    ...["Begin", "Begin 2", "Results", "Results 2", "Signing in", "Lists", "Lists 2"],
    ...["Repetition", "Changing an order", "In development"],
  ]);
});

/** Gives an example what it needs, and gives back what it shows. */
async function run(path: string): Promise<unknown[]> {
  const { businessId, key, sandbox } = world;
  const client = world.client();
  const { orders = [] } = orThrow(
    await client.listOrders({ params: { path: { businessId }, query: { orderStatus: "OPENED" } } }),
  );
  const token = String(world.tokens.at(-1));
  const shown: unknown[] = [];
  const given = {
    ...key,
    ...{ baseUrl: sandbox.url, billingUrl: sandbox.url, businessId, orderId: orders[0]?.id as OrderId, token },
    ...{ username: DEMO.username, userPassword: DEMO.password, show: (...values: unknown[]) => shown.push(...values) },
  };
  const example = (await import(path)) as { readonly default: (from: typeof given) => Promise<void> };
  await example.default(given);
  return shown;
}

function examplesOf(page: string): Example[] {
  let title = "";
  const counts = new Map<string, number>();
  const found: Example[] = [];
  for (const [, heading, text] of page.matchAll(/^## (.*)$|^```ts\n([\s\S]*?)^```/gm)) {
    if (heading !== undefined) title = heading;
    if (text === undefined) continue;
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    const path = join(folder, `example-${found.length + 1}.ts`);
    found.push({ title: count === 1 ? title : `${title} ${count}`, path, text: moduleOf(text) });
  }
  return found;
}

/** An example as a module that is given what it does not say. */
function moduleOf(text: string): string {
  const lines = text.split("\n");
  const imports = lines.filter((line) => line.startsWith("import ")).join("\n");
  const body = lines.filter((line) => !line.startsWith("import ")).join("\n");
  const used = Object.entries(GIVEN).filter(([name]) => new RegExp(`(?<![.\\w])${name}\\b`).test(body));
  const types = used.map(([name, type]) => `readonly ${name}: ${type.replace("INDEX", INDEX)}`);
  return `${imports.replaceAll('"commerce-contract"', INDEX)}
export default async ({ ${used.map(([name]) => name).join(", ")} }: { ${types.join("; ")} }): Promise<void> => {
${body}
};
`;
}
