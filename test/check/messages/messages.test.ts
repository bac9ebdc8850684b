/** The messages about exchanges that fail, in one file that is read like a report. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createExchange, createInlineContract } from "../inline-contract.js";
import { MESSAGE_ROWS, type MessageRow } from "./exchange-rows.js";

const SECURITY_SCHEMES = {
  key: { type: "apiKey", name: "X-Api-Key", in: "header" },
  session: { type: "apiKey", name: "sid", in: "cookie" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: {} },
};

test("each message names what decides", async () => {
  const lines = Object.entries(MESSAGE_ROWS).flatMap(([group, rows]) => [
    `# ${group}`,
    ...rows.flatMap((row) => [row.what, ...check(row).map((line) => `  ${line}`)]),
    "",
  ]);
  await expect(lines.join("\n")).toMatchFileSnapshot(join(import.meta.dirname, "messages.txt"));
});

function check(row: MessageRow): string[] {
  const { operation = {}, schema, path = "/a", method = "GET", url = "/a", headers = [], body, response } = row;
  const content = schema === undefined ? {} : { content: { "application/json": { schema } } };
  const contract = createInlineContract({
    "spec.json": JSON.stringify({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      servers: [{ url: "https://a.example" }],
      paths: {
        [path]: { [method.toLowerCase()]: { responses: { 200: { description: "d", ...content } }, ...operation } },
      },
      components: { securitySchemes: SECURITY_SCHEMES },
    }),
  });
  const exchange = createExchange({
    method,
    url: `https://a.example${url}`,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(response === undefined ? { responseHeaders: [] } : { response }),
  });
  const { findings, reasons } = contract.check(exchange);
  const causes = findings.filter(({ code }) => code !== "response.status.invalid-accepted");
  return [...causes.map(({ code, message }) => `${code}: ${message}`), ...reasons.map((it) => `not checked: ${it}`)];
}
