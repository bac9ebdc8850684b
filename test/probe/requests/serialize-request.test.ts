import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type Json, listOperations, loadDocument, type Operation } from "../../../src/document/index.js";
import { getGenerationContext } from "../../../src/probe/cases/generation-context.js";
import { NO_CREDENTIALS, serializeCaseRequest } from "../../../src/probe/requests/serialize-request.js";

type Vector = {
  readonly in: "path" | "query" | "header" | "cookie";
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly schema?: Json;
  readonly content?: Json;
  readonly value: unknown;
  readonly text: string;
};

const vectors = parse(readFileSync(join(import.meta.dirname, "written.yaml"), "utf8")) as readonly Vector[];

test.each(vectors.map((vector) => [JSON.stringify(vector), vector] as const))(
  "%s",
  (_, { value, text, ...written }) => {
    const { document, operation } = described(written);
    const request = { path: {}, query: {}, header: {}, cookie: {}, [written.in]: { x: value } };
    const it = { operation, method: "GET", request };
    const made = serializeCaseRequest(document, it, { server: "https://a.example/", credentials: NO_CREDENTIALS });
    const header = made.headers.find(([name]) => name === (written.in === "cookie" ? "Cookie" : "x"))?.[1];
    const wrote = {
      path: made.url.replace("https://a.example/a/", ""),
      query: made.url.replace(/^[^?]*\??/, ""),
      header,
      cookie: header,
    };
    expect(wrote[written.in]).toBe(text);
    expect(getGenerationContext({ document }).validate(it)).toMatchObject({
      isMatched: true,
      isRoundTripped: true,
      errors: [],
    });
  },
);

function described(written: Omit<Vector, "value" | "text">) {
  const path = written.in === "path" ? "/a/{x}" : "/a";
  const parameter = { name: "x", required: true, ...written };
  const paths = { [path]: { get: { parameters: [parameter], responses: { "200": { description: "d" } } } } };
  const servers = [{ url: "https://a.example" }];
  const description = { openapi: "3.1.0", info: { title: "t", version: "1" }, servers, paths };
  const document = loadDocument("spec.json", () => JSON.stringify(description));
  return { document, operation: listOperations(document)[0] as Operation };
}
