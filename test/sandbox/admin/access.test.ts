import { describe, expect, test } from "vitest";
import { checkAccess } from "../../../src/sandbox/admin/serve-admin.js";
import { Refusal } from "../../../src/sandbox/context/request-context.js";

type RequestInput = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

const HOST = { host: "127.0.0.1:4011" };
const JSON_TYPE = { "content-type": "application/json" };

/** The code of the error, or "let through". */
function outcome({ method = "GET", path = "/clock", headers = HOST }: RequestInput, token?: string): string {
  try {
    const request = { method, path, headers, query: new URLSearchParams(), body: new Uint8Array() };
    checkAccess(request, { address: () => ({ host: "127.0.0.1", port: 4011 }), token });
    return "let through";
  } catch (error) {
    return error instanceof Refusal ? `${error.status} ${error.code}` : "thrown";
  }
}

describe("without a token", () => {
  const cases: readonly (readonly [request: RequestInput, outcome: string])[] = [
    [{}, "let through"],
    [{ headers: { host: "localhost:4011" } }, "let through"],
    [{ headers: { host: "LOCALHOST:4011" } }, "let through"],
    [{ headers: { host: "[::1]:4011" } }, "let through"],
    [{ headers: {} }, "403 FOREIGN_HOST"],
    [{ headers: { host: "localhost" } }, "403 FOREIGN_HOST"],
    [{ headers: { host: "localhost:4010" } }, "403 FOREIGN_HOST"],
    [{ headers: { host: "rebound.example:4011" } }, "403 FOREIGN_HOST"],
    [{ headers: { host: "127.0.0.1:4011, rebound.example" } }, "403 FOREIGN_HOST"],
    [{ headers: { ...HOST, origin: "http://127.0.0.1:4011" } }, "let through"],
    [{ headers: { ...HOST, origin: "http://127.0.0.1:4010" } }, "403 FOREIGN_ORIGIN"],
    [{ headers: { ...HOST, origin: "https://127.0.0.1:4011" } }, "403 FOREIGN_ORIGIN"],
    [{ headers: { ...HOST, origin: "https://evil.example" } }, "403 FOREIGN_ORIGIN"],
    [{ headers: { ...HOST, origin: "null" } }, "403 FOREIGN_ORIGIN"],
    [{ headers: { ...HOST, "sec-fetch-site": "cross-site" } }, "403 FOREIGN_ORIGIN"],
    [{ headers: { ...HOST, "sec-fetch-site": "same-site" } }, "403 FOREIGN_ORIGIN"],
    [{ headers: { ...HOST, "sec-fetch-site": "none" } }, "let through"],
    [{ path: "/", headers: { host: "rebound.example:4011" } }, "403 FOREIGN_HOST"],
    [{ method: "POST", headers: HOST }, "400 CONTENT_TYPE"],
    [{ method: "POST", headers: { ...HOST, "content-type": "text/plain" } }, "400 CONTENT_TYPE"],
    [{ method: "POST", headers: { ...HOST, "content-type": "application/x-www-form-urlencoded" } }, "400 CONTENT_TYPE"],
    [{ method: "POST", headers: { ...HOST, "content-type": "application/json; charset=utf-8" } }, "let through"],
    [{ method: "DELETE", headers: HOST }, "400 CONTENT_TYPE"],
    [{ method: "PUT", path: "/snapshot", headers: { ...HOST, "content-type": "application/x-ndjson" } }, "let through"],
    [{ method: "PUT", headers: { ...HOST, "content-type": "application/x-ndjson" } }, "400 CONTENT_TYPE"],
  ];
  test.each(cases)("%j: %s", (request, expected) => expect(outcome(request)).toBe(expected));
});

describe("with a token", () => {
  const cases: readonly (readonly [request: RequestInput, outcome: string])[] = [
    [{}, "401 ADMIN_TOKEN"],
    [{ path: "/" }, "let through"],
    [{ path: "/health" }, "let through"],
    [{ method: "POST", path: "/", headers: { ...HOST, ...JSON_TYPE } }, "401 ADMIN_TOKEN"],
    [{ path: "/snapshot" }, "401 ADMIN_TOKEN"],
    [{ headers: { ...HOST, authorization: "Bearer secret" } }, "let through"],
    [{ headers: { ...HOST, authorization: "Bearer secre" } }, "401 ADMIN_TOKEN"],
    [{ headers: { ...HOST, authorization: "Bearer " } }, "401 ADMIN_TOKEN"],
    [{ headers: { ...HOST, authorization: "Basic secret" } }, "401 ADMIN_TOKEN"],
    [{ method: "PUT", headers: { ...HOST, ...JSON_TYPE, authorization: "Bearer secret" } }, "let through"],
  ];
  test.each(cases)("%j: %s", (request, expected) => expect(outcome(request, "secret")).toBe(expected));
});
