/** The programs that a cell runs. `ENTRIES` are the subpaths of the installed package that a program can load. */

type Exports = Readonly<Record<string, unknown>>;

/** Lists the subpaths that a program can load with this condition. JSON and YAML files have no conditions. */
export function listEntries(exports: Exports, condition: "import" | "require"): readonly string[] {
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object" && target !== null)
    .filter(([subpath]) => subpath !== "./testing/vitest")
    .filter(([, target]) => condition === "import" || Object.hasOwn(target as object, "require"))
    .map(([subpath]) => `commerce-contract${subpath.slice(1)}`);
}

/** A program that fails if an entry has no exports, and prints the number of entries. Only `types` has none at run time. */
export function createLoadProgram(entries: readonly string[], load: (entry: string) => string): string {
  const names = entries.map((entry) => `  ${JSON.stringify(entry)}: Object.keys(${load(entry)}).length,`);
  return `const counts = {\n${names.join("\n")}\n};
const empty = Object.keys(counts).filter((name) => counts[name] === 0 && !name.endsWith("/types"));
if (empty.length > 0) throw new Error("no exports: " + empty.join(", "));
console.log(Object.keys(counts).length);
`;
}

/** Uses the types of every entry, and checks that they are more than \`any\`. */
export function createTypesProgram(entries: readonly string[], more = ""): string {
  const imports = entries.map((entry, at) => `import * as entry${at} from ${JSON.stringify(entry)};`);
  const uses = entries.map((_, at) => `entry${at}`);
  return `${imports.join("\n")}
import { createClient, jwtBearer, operations, orThrow, type Order, type OrderId } from "commerce-contract";
import { verify, type WebhookEvent } from "commerce-contract/webhooks";

export const entries = [${uses.join(", ")}];
export const order: Order = { orderNumber: "A-1" };
// @ts-expect-error The order number is a string.
export const wrong: Order = { orderNumber: 1 };
// @ts-expect-error exactOptionalPropertyTypes does not allow undefined.
export const absent: Order = { orderNumber: undefined };
export const path: "/token" = operations.createToken.path;
export const event = (it: WebhookEvent): string | undefined => it.resourceId;
export const isValid: Promise<boolean> = verify("secret", "signature", "body");
const client = createClient({
  baseUrl: "https://service.example",
  signIn: { oauth2: jwtBearer({ applicationId: "a", privateKey: "k", audience: "https://service.example" }) },
});
export async function ids(businessId: string): Promise<(OrderId | undefined)[]> {
  const { orders = [] } = orThrow(await client.listOrders({ params: { path: { businessId: businessId as never } } }));
  return orders.map(({ id }) => id);
}
export const pair = (id: OrderId, it: WebhookEvent): readonly unknown[] => [id, it];
${more}`;
}

/** Checks that ids of the ES modules and of the CommonJS modules have the same type. */
export const SHARED_IDS = `import { pair as commonPair } from "./entries.cjs";
export const shared: typeof pair = (id, it) => commonPair(id, it);
`;

export const TSCONFIG = {
  compilerOptions: {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    // The libraries of the compiler are none of ours, and checking them takes a quarter of the time.
    skipDefaultLibCheck: true,
    noEmit: true,
  },
  files: ["entries.mts", "entries.cts"],
};

/** A vitest test with one exchange that conforms to the spec, and one that does not. */
export const VITEST_PROGRAM = `import "commerce-contract/testing/vitest";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Part = { readonly headers: readonly { readonly name: string; readonly value: string }[] };
type Entry = {
  readonly request: Part & { readonly method: string; readonly url: string };
  readonly response: Part & { readonly status: number; readonly content: { readonly text?: string } };
};
const { log } = JSON.parse(readFileSync("traffic.har", "utf8")) as { log: { entries: Entry[] } };
const found = log.entries.find((entry) => entry.request.method === "GET" && entry.response.status === 200);
if (found === undefined) throw new Error("traffic.har has no such exchange");
const { request, response } = found;
const headersOf = ({ headers }: Part): Headers =>
  new Headers(headers.map(({ name, value }): [string, string] => [name, value]));
const pair = (text: string) => ({
  request: new Request(request.url, { headers: headersOf(request) }),
  response: new Response(text, { status: 200, headers: headersOf(response) }),
});

test("conforms", async () => {
  await expect(pair(response.content.text ?? "")).toMatchSpec();
  await expect(expect(pair("[]")).toMatchSpec()).rejects.toThrow(/response\\.body/);
}, 120_000);
`;
