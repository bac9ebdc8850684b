/** Webhook listeners on loopback, well-behaved and misbehaving. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { listenOn } from "../../../src/cli/process/listen-on.js";
import { serveForTest } from "../../serve.js";

export type Received = {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Real time in milliseconds. */
  readonly at: number;
};

export type Listener = { readonly url: string; readonly port: number; readonly received: Received[] };

/** Responds to a delivery; the second argument is its number, from 0. */
export type Behaviour = (response: ServerResponse, index: number, received: Received) => void;

export const acknowledge: Behaviour = (response) => void response.writeHead(200).end();

/** A listener that does not respond until it is released; then it responds to waiting and new deliveries. */
export function silentUntilReleased(status = 200): { readonly behaviour: Behaviour; readonly release: () => void } {
  const waiting: ServerResponse[] = [];
  let isNotified = false;
  const end = (response: ServerResponse): void => void response.writeHead(status).end();
  return {
    behaviour: (response) => (isNotified ? end(response) : void waiting.push(response)),
    release: () => {
      isNotified = true;
      for (const response of waiting.splice(0)) end(response);
    },
  };
}

/** An HTTP listener that is closed at the end of the test. */
export async function listen(behaviour: Behaviour = acknowledge): Promise<Listener> {
  const received: Received[] = [];
  return { ...(await start(createServer(recording(received, behaviour)), "http:")), received };
}

/** An HTTPS listener with a self-signed certificate for `name`, valid for some days or expired. */
export async function listenTls(name: string, isExpired = false): Promise<Listener & { readonly certificate: string }> {
  const { key, certificate } = selfSigned(name, isExpired);
  const received: Received[] = [];
  const server = createTlsServer({ key, cert: certificate }, recording(received, acknowledge));
  return { ...(await start(server, "https:")), received, certificate };
}

/** A raw TCP listener. */
export async function listenTcp(behaviour: (socket: Socket) => void): Promise<Pick<Listener, "url" | "port">> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    behaviour(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return describeListener(await listenOn(server));
}

function describeListener(origin: string): Pick<Listener, "url" | "port"> {
  return { url: `${origin}/events`, port: Number(new URL(origin).port) };
}

function recording(received: Received[], behaviour: Behaviour): RequestListener {
  return (request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", method = "", headers } = request;
      const one = { url, method, headers, body: Buffer.concat(chunks), at };
      received.push(one);
      behaviour(response, received.length - 1, one);
    });
  };
}

async function start(server: Server, scheme: string): Promise<Pick<Listener, "url" | "port">> {
  return describeListener((await serveForTest(server)).replace("http:", scheme));
}

function selfSigned(name: string, isExpired: boolean): { readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), "listener-"));
  const openssl = (...args: readonly string[]): void =>
    void execFileSync("openssl", args, { stdio: "ignore", cwd: folder });
  const alternative = /^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`;
  writeFileSync(join(folder, "ca.cnf"), `${CONFIGURATION}\nsubjectAltName = ${alternative}\n`);
  writeFileSync(join(folder, "index.txt"), "");
  writeFileSync(join(folder, "serial"), "01");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem"];
  openssl("req", "-new", ...curve, "-out", "request.pem", "-subj", `/CN=${name}`);
  const year = isExpired ? 2020 : 2099;
  const time = ["-startdate", "20200101000000Z", "-enddate", `${year}0102000000Z`];
  const files = ["-selfsign", "-keyfile", "key.pem", "-in", "request.pem", "-out", "certificate.pem", "-notext"];
  openssl("ca", "-batch", "-config", "ca.cnf", ...files, ...time);
  const [key = "", certificate = ""] = ["key.pem", "certificate.pem"].map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );
  rmSync(folder, { recursive: true });
  return { key, certificate };
}

const CONFIGURATION = `[ca]
default_ca = own
[own]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = extensions
[any]
commonName = supplied
[extensions]
basicConstraints = CA:TRUE`;
