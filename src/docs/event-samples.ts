import type { Operation } from "../document/index.js";
import { formatCurl } from "./code-samples.js";
import type { DocsContext } from "./docs-context.js";
import { formatFence } from "./normalize-markdown.js";
import { createSampleRequest } from "./sample-request.js";

/** Formats a receiver of an event, and the command that sends it an example. */
export function formatEventSamples(context: DocsContext, operation: Operation): string {
  const request = { ...createSampleRequest(context, operation), server: RECEIVER, path: "" };
  const status =
    operation.responses.map((response) => Number(response.status)).find((it) => it >= 200 && it < 300) ?? 204;
  return [
    formatFence('ts title="TypeScript"', formatReceiver(operation.method, status)),
    formatFence('sh title="curl"', formatCurl(request)),
  ].join("\n\n");
}

const RECEIVER = "http://localhost:3000/webhooks";

function formatReceiver(method: string, status: number): string {
  return `import { createServer } from "node:http";

createServer(async (request, response) => {
  if (request.method !== ${JSON.stringify(method)}) return response.writeHead(405).end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const event = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  console.log(event);
  response.writeHead(${status}).end();
}).listen(3000, "127.0.0.1");`;
}
