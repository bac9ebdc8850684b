import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createRouter, type Match, type Router } from "../../../src/check/index.js";
import { listOperations, loadDocument } from "../../../src/document/index.js";

type Group = {
  readonly what: string;
  readonly servers?: readonly object[];
  readonly own?: readonly string[];
  readonly paths: Readonly<Record<string, string | readonly string[]>>;
  /** Operations with a server of their own. */
  readonly more?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly requests: Readonly<Record<string, string>>;
};

const groups = ["paths.yaml", "servers.yaml"].flatMap(
  (file) => parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly Group[],
);

describe.each(groups)("$what", (group) => {
  const router = routerOf(group);
  test.each(Object.entries(group.requests))("%s: %s", (request, expected) => {
    const [, method = "", url = ""] = /^(\S+) (.*)$/.exec(request) ?? [];
    expect(formatMatch(router.match(method, url))).toBe(expected);
  });
});

test("there are enough of them", () => {
  expect(groups.flatMap(({ requests }) => Object.keys(requests)).length).toBeGreaterThan(180);
});

test("a template with very many expressions is fast", () => {
  const template = `/${Array.from({ length: 40 }, (_, n) => `{p${n}}`).join("-")}x`;
  const router = routerOf({ what: "", paths: { [template]: "get" }, requests: {} });
  // Ways that are tried one by one would keep it beyond the time that a test has.
  expect(router.match("GET", `https://a.example/${"-".repeat(8000)}`).kind).toBe("path");
  expect(router.match("GET", `https://a.example/${"-".repeat(8000)}x`).kind).toBe("operation");
});

function routerOf({ servers = [{ url: "https://a.example" }], own, paths, more = {} }: Group): Router {
  const operation = { responses: { default: { description: "d" } } };
  const items = Object.entries(paths).map(([path, methods]): [string, object] => [
    path,
    Object.fromEntries([methods].flat().map((method) => [method, operation])),
  ]);
  const others = Object.entries(more).map(([path, methods]): [string, object] => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, url]) => [method, { ...operation, servers: [{ url }] }])),
  ]);
  const text = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers,
    paths: Object.fromEntries([...items, ...others]),
  });
  return createRouter(listOperations(loadDocument("openapi.json", () => text)), own);
}

function formatMatch(match: Match): string {
  if (match.kind === "method") return `method ${match.template}`;
  if (match.kind !== "operation") return match.kind;
  const values = [...match.path].map(([name, value]) => ` ${name}=${value}`).join("");
  const also = (match.ambiguousMatches ?? []).map(({ operation }) => ` also ${operation.path}`).join("");
  return `${match.operation.path}${values}${also}`;
}
