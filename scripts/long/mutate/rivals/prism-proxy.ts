import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { closeServer, listenOn } from "../../../../src/cli/process/listen-on.js";
import type { Exchange } from "../../../../src/recording/index.js";
import { findFreePort } from "../../../../test/free-port.js";
import type { OtherTool, ToolFindings } from "./rival.js";

const CLI = join(import.meta.dirname, "../../../../node_modules/@stoplight/prism-cli/dist/index.js");
const INDEX = "x-exchange-index";

/** Runs `prism proxy` in front of a server that replays the recorded responses. Its result is the header `sl-violations`. */
export const prismProxy: OtherTool = {
  name: "prism proxy 5.14.2",
  checkExchanges: async (spec, exchanges) => {
    const upstream = createReplayServer(exchanges);
    const port = await findFreePort();
    const target = await listenOn(upstream);
    const args = [CLI, "proxy", spec, target, "-p", String(port), "-h", "127.0.0.1"];
    const prism = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
    try {
      await waitUntilListening(prism.stdout);
      // Discard the rest of its log.
      prism.stdout.resume();
      const findings: ToolFindings[] = [];
      for (const [index, exchange] of exchanges.entries()) findings.push(await sendExchange(port, exchange, index));
      return findings;
    } finally {
      prism.kill();
      await closeServer(upstream);
    }
  },
};

function createReplayServer(exchanges: readonly Exchange[]): Server {
  const server = createServer((incoming, response) => {
    incoming.resume();
    const { status, headers, body } = exchanges[Number(incoming.headers[INDEX])]?.response ?? { status: 599 };
    for (const [name, value] of headers ?? []) {
      if (!/^(content-length|transfer-encoding|connection|content-encoding)$/i.test(name))
        response.appendHeader(name, value);
    }
    response.statusCode = status;
    response.end(body?.kind === "text" ? body.text : undefined);
  });
  return server;
}

async function waitUntilListening(output: Readable): Promise<void> {
  let text = "";
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes("listening")) return;
  }
  throw new Error(`prism did not start: ${text}`);
}

async function sendExchange(
  port: number,
  { request: recorded, response }: Exchange,
  index: number,
): Promise<ToolFindings> {
  // Node cannot send a body with these status codes.
  if ([204, 304].includes(response.status) && response.body.kind === "text") return undefined;
  const { pathname, search } = new URL(recorded.url);
  const text = recorded.body.kind === "text" ? recorded.body.text : undefined;
  const headers = [...recorded.headers, [INDEX, String(index)] as const].filter(
    ([name]) => !/^(host|content-length)$/i.test(name),
  );
  try {
    const sent = request({
      host: "127.0.0.1",
      port,
      method: recorded.method,
      path: pathname.replace(/^\/v1(?=\/)/, "") + search,
      headers: [
        ...headers,
        ["host", `127.0.0.1:${port}`],
        ...(text === undefined ? [] : [["content-length", String(Buffer.byteLength(text))]]),
      ].flat() as string[],
      agent: false,
    });
    sent.end(text);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    let body = "";
    for await (const chunk of response) body += String(chunk);
    return readFindings(response, body);
  } catch {
    return undefined;
  }
}

function readFindings({ headers }: IncomingMessage, body: string): string[] {
  const header = headers["sl-violations"];
  const violations =
    typeof header === "string" ? (JSON.parse(header) as { message?: string; location?: string[] }[]) : [];
  // Responses of Prism itself name its errors. A failure to read the recorded response counts as found.
  const own = /"type":"(?:https:\/\/stoplight\.io\/prism\/errors#(?:\w+)|FetchError)"/.exec(body)?.[0];
  return [
    ...violations.map(({ message, location }) => `${(location ?? []).join("/")} ${message ?? ""}`),
    ...(own === undefined ? [] : [own]),
  ];
}
