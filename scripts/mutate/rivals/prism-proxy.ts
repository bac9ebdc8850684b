import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Exchange } from "../../../src/exchange/index.js";
import type { Rival, Told } from "./rival.js";

const CLI = join(import.meta.dirname, "../../../node_modules/@stoplight/prism-cli/dist/index.js");
const INDEX = "x-exchange-index";

/** `prism proxy` before a server that replays the recorded answers. Its verdict is the header `sl-violations`. */
export const prismProxy: Rival = {
  name: "prism proxy 5.14.2",
  judge: async (spec, exchanges) => {
    const upstream = await replay(exchanges);
    const port = await freePort();
    const target = `http://127.0.0.1:${portOf(upstream)}`;
    const args = [CLI, "proxy", spec, target, "-p", String(port), "-h", "127.0.0.1"];
    const prism = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
    try {
      await listening(prism.stdout);
      // Nobody reads what it logs from here on.
      prism.stdout.resume();
      const told: Told[] = [];
      for (const [index, exchange] of exchanges.entries()) told.push(await ask(port, exchange, index));
      return told;
    } finally {
      prism.kill();
      upstream.closeAllConnections();
      upstream.close();
    }
  },
};

async function replay(exchanges: readonly Exchange[]): Promise<Server> {
  const server = createServer((incoming, answer) => {
    incoming.resume();
    const { status, headers, body } = exchanges[Number(incoming.headers[INDEX])]?.response ?? { status: 599 };
    for (const [name, value] of headers ?? []) {
      if (!/^(content-length|transfer-encoding|connection|content-encoding)$/i.test(name))
        answer.appendHeader(name, value);
    }
    answer.statusCode = status;
    answer.end(body?.kind === "text" ? body.text : undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  server.close();
  await once(server, "close");
  return port;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function listening(output: Readable): Promise<void> {
  let text = "";
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes("listening")) return;
  }
  throw new Error(`prism did not start: ${text}`);
}

async function ask(port: number, { request: asked, response }: Exchange, index: number): Promise<Told> {
  // A server of Node's cannot send a body with these.
  if ([204, 304].includes(response.status) && response.body.kind === "text") return undefined;
  const { pathname, search } = new URL(asked.url);
  const text = asked.body.kind === "text" ? asked.body.text : undefined;
  const headers = [...asked.headers, [INDEX, String(index)] as const].filter(
    ([name]) => !/^(host|content-length)$/i.test(name),
  );
  try {
    const sent = request({
      host: "127.0.0.1",
      port,
      method: asked.method,
      path: pathname.replace(/^\/v1(?=\/)/, "") + search,
      headers: [
        ...headers,
        ["host", `127.0.0.1:${port}`],
        ...(text === undefined ? [] : [["content-length", String(Buffer.byteLength(text))]]),
      ].flat() as string[],
      agent: false,
    });
    sent.end(text);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    let body = "";
    for await (const chunk of answer) body += String(chunk);
    return toldBy(answer, body);
  } catch {
    return undefined;
  }
}

function toldBy({ headers }: IncomingMessage, body: string): string[] {
  const written = headers["sl-violations"];
  const violations =
    typeof written === "string" ? (JSON.parse(written) as { message?: string; location?: string[] }[]) : [];
  // What it answers itself names its own errors; that it failed to read the answer counts as noticing.
  const own = /"type":"(?:https:\/\/stoplight\.io\/prism\/errors#(?:\w+)|FetchError)"/.exec(body)?.[0];
  return [
    ...violations.map(({ message, location }) => `${(location ?? []).join("/")} ${message ?? ""}`),
    ...(own === undefined ? [] : [own]),
  ];
}
