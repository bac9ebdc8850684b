/** References by `$id` and anchor in the files of a spec, of 3.0 and 3.1. */
import { describe, expect, test } from "vitest";
import { type Json, loadDocument } from "../../src/document/index.js";
import { createSchemas } from "../../src/schema/validation/schemas.js";

type Files = Readonly<Record<string, Json>>;

const coin = { type: "integer", minimum: 1 };
const wallet = (reference: string): Json => ({ type: "object", properties: { coin: { $ref: reference } } });

const CASES: Readonly<Record<string, Files>> = {
  "an anchor in another file": {
    "schemas/wallet.json": wallet("coin.json#small"),
    "schemas/coin.json": { $defs: { a: { $anchor: "small", ...coin } } },
  },
  "an anchor in the same file": {
    "schemas/wallet.json": { ...(wallet("#small") as object), $defs: { a: { $anchor: "small", ...coin } } },
  },
  "an anchor in a map of schemas": {
    "schemas/wallet.json": wallet("types.json#small"),
    "schemas/types.json": { Coin: { $anchor: "small", ...coin } },
  },
  "an embedded $id": {
    "schemas/wallet.json": {
      $id: "https://coins.example/wallet",
      ...(wallet("coin") as object),
      $defs: { a: { $id: "coin", ...coin } },
    },
  },
  "a relative $id, which moves the base to another folder": {
    "schemas/wallet.json": { $id: "coins/", ...(wallet("coin.json") as object) },
    "schemas/coins/coin.json": coin,
  },
  "an absolute $id, with a file beside it": {
    "schemas/wallet.json": { $id: "https://coins.example/wallet.json", ...(wallet("coin.json") as object) },
    "schemas/coin.json": coin,
  },
  "a pointer into a schema with $id": {
    "schemas/wallet.json": {
      ...(wallet("https://coins.example/all#/$defs/small") as object),
      $defs: { all: { $id: "https://coins.example/all", $defs: { small: coin } } },
    },
  },
  "a pointer from the start of the file in a schema with $id": {
    "schemas/wallet.json": {
      properties: { coin: { $id: "https://coins.example/c", allOf: [{ $ref: "#/$defs/small" }] } },
      $defs: { small: coin },
    },
  },
  "a file in which the dynamic anchor belongs to the file": {
    "schemas/wallet.json": {
      $dynamicAnchor: "node",
      properties: { coin: coin, inner: { $dynamicRef: "#node" } },
    },
  },
  "a dynamic anchor in another file": {
    "schemas/wallet.json": wallet("coin.json#/$defs/reference"),
    "schemas/coin.json": { $dynamicAnchor: "node", ...coin, $defs: { reference: { $dynamicRef: "#node" } } },
  },
};

const head = { info: { title: "t", version: "1" }, paths: {} };

describe.each(["3.0.3", "3.1.0"])("in OpenAPI %s", (openapi) => {
  test.each(Object.entries(CASES))("%s", (_, files) => {
    const all: Files = {
      "spec.json": { ...head, openapi, components: { schemas: { Wallet: { $ref: "schemas/wallet.json" } } } },
      ...files,
    };
    const read = (path: string): string => {
      if (all[path] === undefined) throw Object.assign(new Error(path), { code: "ENOENT" });
      return JSON.stringify(all[path]);
    };
    const document = loadDocument("spec.json", read);
    expect([...(document.unusable?.values() ?? [])]).toEqual([]);
    const schemas = createSchemas(document);
    const isValid = (value: Json): boolean => schemas.isValid("/components/schemas/Wallet", "response", value);
    expect([isValid({ coin: 1 }), isValid({ coin: 0 })]).toEqual([true, false]);
  });
});

test("the outermost resource with a dynamic anchor decides, also between files", () => {
  const tree = { $dynamicAnchor: "node", properties: { inner: { $dynamicRef: "#node" } } };
  const strict = { $dynamicAnchor: "node", $ref: "tree.json", unevaluatedProperties: false };
  const files: Files = {
    "spec.json": {
      ...head,
      openapi: "3.1.0",
      components: { schemas: { Tree: { $ref: "tree.json" }, Strict: { $ref: "strict.json" } } },
    },
    "tree.json": tree,
    "strict.json": strict,
  };
  const schemas = createSchemas(loadDocument("spec.json", (path) => JSON.stringify(files[path])));
  const isValid = (name: string): boolean =>
    schemas.isValid(`/components/schemas/${name}`, "response", { inner: { other: 1 } });
  expect([isValid("Tree"), isValid("Strict")]).toEqual([true, false]);
});
