/** Generated clients of public specs: their requests are checked by the gate and by openapi-backend. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Document as BackendDocument, OpenAPIBackend } from "openapi-backend";
import { afterAll, expect, test } from "vitest";
import { createContract } from "../../src/check/contract.js";
import { createClient } from "../../src/client/index.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel, type ModelledCall } from "../../src/generate/client/client-model.js";
import { formatSampleCall } from "../../src/generate/package/readme.js";
import { makeBodyValue } from "../../src/generate/package/sample-value.js";
import { createFetchExchange } from "../../src/recording/index.js";
import type { SampleContext } from "../../src/samples/sample-context.js";
import { getSchemas } from "../../src/schema/index.js";
import { VENDORED_SPECS } from "../material/specs.js";

const RUNTIME = join(import.meta.dirname, "../../src/client/index.ts");
const MAX_CALLS = 20;

/** openapi-backend requires read-only properties in requests too; `required` does not apply to them there (OpenAPI 3.1, 4.8.24.3). */
const READ_ONLY = ["createPlanet", "updatePlanet", "createCelestialBody"].map((name) => `${name}: openapi-backend: id`);
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = { "scalar-galaxy-3.1": READ_ONLY };
const folder = mkdtempSync(join(tmpdir(), "public-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(VENDORED_SPECS))("%s", async (name, path) => {
  const document = loadDocument(path);
  const model = createClientModel(document, { runtime: RUNTIME });
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, generateCalls(document, model));
  const requests = { schemas: getSchemas(document) };
  const responses = { ...requests, direction: "response" as const };
  const contract = createContract(document, { servers: ["https://api.example"] });
  const backend = new OpenAPIBackend({
    definition: document.root as unknown as BackendDocument,
    quick: true,
    ajvOpts: { logger: false },
  });
  await backend.init();
  const found: string[] = [];
  let current: ModelledCall | undefined;

  const send: typeof fetch = async (url, init) => {
    const request = new Request(url, init);
    const response = createSuccess(responses, current);
    const at = { source: name, index: 0, startedAt: "2026-01-01T00:00:00Z" };
    const text = await request.clone().text();
    const result = contract.check(await createFetchExchange(request.clone(), response.clone(), at));
    if (result.operation?.id !== current?.operation.id) found.push(`${current?.name}: matched ${result.operation?.id}`);
    for (const { code, message } of result.findings)
      if (code.startsWith("request")) found.push(`${current?.name}: ${code}: ${message}`);
    const { pathname, search } = new URL(request.url);
    const { valid, errors } = backend.validateRequest({
      ...{ method: request.method, path: pathname, query: search.slice(1) },
      headers: Object.fromEntries(request.headers),
      ...(text === ""
        ? {}
        : { body: /json/.test(request.headers.get("content-type") ?? "") ? JSON.parse(text) : text }),
    });
    if (!valid)
      found.push(`${current?.name}: openapi-backend: ${errors?.[0]?.params.missingProperty ?? errors?.[0]?.message}`);
    return response;
  };

  const calls = await import(file);
  const client = createClient(calls, { baseUrl: "https://api.example", fetch: send, signIn: createCredentials(model) });
  const step = Math.max(1, Math.floor(model.calls.length / MAX_CALLS));
  const chosen = model.calls.filter((_, index) => index % step === 0).slice(0, MAX_CALLS);
  for (const call of chosen) {
    current = call;
    const { ok } = await new Function("client", `return ${formatSampleCall(requests, call)}`)(client);
    if (!ok) found.push(`${call.name}: no success`);
  }
  expect({ found, count: chosen.length }).toEqual({
    found: DIFFERENCES[name] ?? [],
    count: Math.min(MAX_CALLS, model.calls.length),
  });
});

/** The first success of an operation, with its example or a value made from its schema. */
function createSuccess(context: SampleContext, call: ModelledCall | undefined): Response {
  const success = call?.operation.responses.find(({ status }) => status.startsWith("2"));
  const media = success?.content.find(({ range }) => /json/.test(range));
  const status = Number(success?.status ?? 200);
  if (media === undefined) return new Response(null, { status });
  const body = JSON.stringify(makeBodyValue(context, media) ?? null);
  return new Response(body, { status, headers: { "content-type": media.range } });
}

function createCredentials({ schemeNames }: { readonly schemeNames: readonly string[] }) {
  return Object.fromEntries(schemeNames.map((name) => [name, "user:secret"]));
}
