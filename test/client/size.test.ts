import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What a page pays for what it imports: minified, in bytes of gzip. Raise a limit only with a reason. */
const SIZES: readonly {
  readonly says: string;
  readonly imports: string;
  readonly from: string;
  readonly limit: number;
}[] = [
  { says: "verify", imports: "{ verify }", from: "./src/webhooks/index.ts", limit: 600 },
  { says: "a receiver for fetch", imports: "{ fetchHandler }", from: "./src/webhooks/index.ts", limit: 1600 },
  { says: "all of the webhooks", imports: "*", from: "./src/webhooks/index.ts", limit: 5000 },
  { says: "a client", imports: "{ createClient, orThrow }", from: "./src/index.ts", limit: 4055 },
  {
    says: "a client with one sign-in",
    imports: "{ createClient, jwtBearer, orThrow }",
    from: "./src/index.ts",
    limit: 5105,
  },
  { says: "all of the client", imports: "*", from: "./src/index.ts", limit: 6500 },
];

test.each(SIZES)("$says is within $limit bytes, and holds nothing of Node", async ({ imports, from, limit }) => {
  const { outputFiles } = await build({
    stdin: { contents: `export ${imports} from ${JSON.stringify(from)};`, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: "esm",
    // A module of Node's is an error here.
    platform: "browser",
    target: "es2022",
    // What only `validate` loads.
    external: ["./judge.js"],
    write: false,
  });
  const text = outputFiles[0]?.text ?? "";
  expect(text).not.toMatch(/\bnode:|\brequire\(|\bprocess\.|\bBuffer\b/);
  expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(limit);
});
