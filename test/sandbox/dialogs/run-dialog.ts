/**
 * Runs a dialog with a sandbox. A dialog is a text file: lines with `> ` are requests, the line after each is the response. Both
 * clocks are frozen and the seed is fixed, so that the same requests give the same bytes.
 *
 * - `> GET /path {Header: value} body`: a request to the service, with the usual headers; `{Header}` omits one of them.
 * - `> admin PUT /path body`: a request to the admin API.
 * - `> listen 200 500`: starts a listener for events, which responds with these statuses and then with 200.
 * - `> sign-in {"jti":"2"}`: takes a new token, with these claims.
 * - `> received`: what the listener has received since.
 * - `# text`: a comment.
 *
 * `$NAME` stands for a value of this run, `$REFRESH` and `$ACCESS` for the latest tokens, `$ASSERTION({"jti":"1"})` for a JWT of the demo application with these changes.
 */
import { createPrivateKey } from "node:crypto";
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { SignJWT } from "jose";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox/index.js";

const START = Date.parse("2026-03-01T08:00:00Z");
const REAL_CLOCK = { now: () => START, randomBytes: (size: number) => new Uint8Array(size).fill(7) };

type Listener = { readonly url: string; readonly received: string[]; readonly close: () => Promise<void> };

type Dialog = {
  readonly sandbox: Sandbox;
  readonly names: Map<string, string>;
  listener: Listener | undefined;
  count: number;
};

/** Returns the text of the dialog with the responses of this run. */
export async function runDialog(text: string, options: SandboxOptions = {}): Promise<string> {
  const sandbox = await createSandbox({
    ...{ database: ":memory:", seed: "dialog", data: "none", startAt: { time: START, freeze: true } },
    ...{
      baseUrl: "http://sandbox.example",
      billingUrl: "http://billing.example",
      realClock: REAL_CLOCK,
      versions: { sandbox: "1" },
      ...options,
    },
  });
  const dialog: Dialog = { sandbox, names: new Map(), listener: undefined, count: 0 };
  try {
    return await runLines(dialog, text);
  } finally {
    await dialog.listener?.close();
    await sandbox.close();
  }
}

async function runLines(dialog: Dialog, text: string): Promise<string> {
  const { sandbox, names } = dialog;
  const { applicationId = "", businessId = "" } = sandbox.demo ?? {};
  names.set("APP", applicationId).set("BUSINESS", businessId);
  names.set("URL", "http://sandbox.example").set("LONG", "x".repeat(9000));
  await signIn(dialog, '{"jti":"first"}');
  const lines: string[] = [];
  for (const line of text.split("\n").filter((it) => it.startsWith("> ") || it.startsWith("#"))) {
    lines.push(line);
    if (line.startsWith("> ")) lines.push(hide(dialog, await respond(dialog, line.slice(2))), "");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

async function signIn(dialog: Dialog, claims: string): Promise<void> {
  const form = "{Authorization} {Content-Type: application/x-www-form-urlencoded}";
  const grant = `grantType=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=$ASSERTION(${claims})`;
  const { body } = await send(dialog, await parseRequest(dialog, `POST /token ${form} ${grant}`));
  dialog.names.set("TOKEN", JSON.parse(body).accessToken);
}

async function respond(dialog: Dialog, line: string): Promise<string> {
  const [command = "", ...rest] = line.split(" ");
  if (command === "listen") {
    dialog.listener = await listen(rest.map(Number));
    dialog.names.set("LISTENER", dialog.listener.url);
    return "listening";
  }
  if (command === "sign-in") {
    await signIn(dialog, rest.join(" "));
    return "signed in";
  }
  if (command === "received") {
    return (dialog.listener?.received.splice(0) ?? []).sort().join("\n");
  }
  const { status, headers, body } = await send(dialog, await parseRequest(dialog, line));
  const [, refresh] = /"refreshToken":"([^"]+)"/.exec(body) ?? [];
  const [, access] = /"accessToken":"([^"]+)"/.exec(body) ?? [];
  if (refresh !== undefined) dialog.names.set("REFRESH", refresh).set("ACCESS", access ?? "");
  return [String(status), ...headers, compact(body)].join(" ");
}

/** Responds with these statuses, and then with 200. */
async function listen(statuses: number[]): Promise<Listener> {
  const received: string[] = [];
  const server = createServer(async (message, response) => {
    const headers = Object.entries(message.headers).filter(
      ([name]) => !/^(host|connection|content-length)$/.test(name),
    );
    const named = headers.map(([name, value]) => `{${name}: ${value}}`);
    const body = await readBody(message);
    received.push([message.method, message.url, ...named, body].join(" "));
    response.writeHead(statuses.shift() ?? 200, { "Content-Type": "text/plain" }).end("thanks");
  });
  const origin = await listenOn(server);
  return { url: `${origin}/events`, received, close: () => closeServer(server) };
}

type SentRequest = {
  readonly base: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
};

async function parseRequest(dialog: Dialog, line: string): Promise<SentRequest> {
  const { sandbox, names } = dialog;
  dialog.count += 1;
  const isAdmin = line.startsWith("admin ");
  const filled = await fill(dialog, isAdmin ? line.slice("admin ".length) : line);
  const [, method = "", path = "", given = "", body = ""] =
    /^(\S+) (\S+)((?: \{[\w-]+(?:: [^}]*)?\})*)(?: (.*))?$/s.exec(filled) ?? [];
  const json = method === "PATCH" && !isAdmin ? "application/json-patch+json" : "application/json";
  const own = isAdmin
    ? [
        ["Content-Type", "application/json"],
        ["Prefer", "wait=60"],
      ]
    : [
        ["Api-Version", "1.2"],
        ["Authorization", `Bearer ${names.get("TOKEN")}`],
        ...(method === "GET" ? [] : [["Service-Request-Id", `id-${dialog.count}`]]),
        ...(body === "" ? [] : [["Content-Type", json]]),
      ];
  const changes = [...given.matchAll(/\{([\w-]+)(?:: ([^}]*))?\}/g)].map(
    ([, name = "", value]) => [name, value] as const,
  );
  const kept = own.filter(([name = ""]) => !changes.some(([it]) => it.toLowerCase() === name.toLowerCase()));
  const headers = [...kept, ...changes].flatMap(([name = "", value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    base: isAdmin ? sandbox.adminUrl : path.startsWith("/apps/") ? sandbox.billingUrl : sandbox.url,
    method,
    path,
    headers,
    body,
  };
}

async function fill({ sandbox, names }: Dialog, text: string): Promise<string> {
  const named = text.replaceAll(/\$([A-Z]+)\b(?!\()/g, (whole, name: string) => names.get(name) ?? whole);
  const parts = await Promise.all(
    named.split(/(\$ASSERTION\(.*?\}\))/).map(async (part, at) => (at % 2 === 0 ? part : signAssertion(sandbox, part))),
  );
  return parts.join("");
}

/** Members with the value null are left out; `alg`, `typ` and `kid` are members of the header. */
async function signAssertion({ demo }: Sandbox, text: string): Promise<string> {
  const changes = JSON.parse(text.slice("$ASSERTION(".length, -1)) as Readonly<Record<string, unknown>>;
  const { applicationId = "", privateKey = "", audience = "" } = demo ?? {};
  const now = START / 1000;
  const { alg = "ES256", typ, kid, ...others } = changes;
  const claims = { iss: applicationId, sub: applicationId, aud: audience, iat: now, exp: now + 300, ...others };
  const payload = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
  const header = {
    alg: String(alg),
    ...(typ === undefined ? {} : { typ: String(typ) }),
    ...(kid === undefined ? {} : { kid: String(kid) }),
  };
  return new SignJWT(payload).setProtectedHeader(header).sign(createPrivateKey(privateKey));
}

type ReceivedResponse = { readonly status: number; readonly headers: readonly string[]; readonly body: string };

function send(_: Dialog, { base, method, path, headers, body }: SentRequest): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(base);
    const flat = headers.flat();
    const length = body === "" && method === "GET" ? [] : ["Content-Length", String(Buffer.byteLength(body))];
    const options = { hostname, port, method, path: pathname === "/" ? path : pathname + path };
    const host = headers.some(([name]) => name === "Host") ? [] : ["Host", `${hostname}:${port}`];
    const request = httpRequest({ ...options, headers: [...host, ...flat, ...length] as never });
    request.on("error", ({ message }) => resolve({ status: 0, headers: [], body: message }));
    request.on("response", (response) => readBody(response).then((text) => resolve(describe(response, text)), reject));
    request.end(body);
  });
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch (error) {
    return `${Buffer.concat(chunks).toString()} ${(error as Error).message}`;
  }
  return Buffer.concat(chunks).toString();
}

/** Headers that every response has are checked elsewhere. */
const COMMON =
  /^(connection|keep-alive|content-length|transfer-encoding|cache-control: no-store|content-type: application\/json$|x-content-type-options: nosniff|referrer-policy: no-referrer|cross-origin-(resource|opener)-policy: same-origin|content-security-policy: default-src 'none'; frame-ancestors 'none'|date: Sun, 01 Mar 2026 08:00:00 GMT)/i;

function describe({ statusCode = 0, rawHeaders }: IncomingMessage, body: string): ReceivedResponse {
  const headers = Array.from(
    { length: rawHeaders.length / 2 },
    (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`,
  );
  return { status: statusCode, headers: headers.filter((it) => !COMMON.test(it)).map((it) => `{${it}}`), body };
}

function compact(body: string): string {
  if (body.startsWith("<!doctype html>")) return "(a page)";
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return body.trimEnd();
  }
}

/** Puts names for the values of this run. */
function hide({ sandbox, listener, names }: Dialog, text: string): string {
  const values: readonly (readonly [string | undefined, string])[] = [
    [listener?.url, "$LISTENER"],
    ["http://sandbox.example", "$URL"],
    ["http://billing.example", "$BILLING"],
    [sandbox.adminUrl, "$ADMIN"],
    [names.get("TOKEN"), "$TOKEN"],
  ];
  const named = values.reduce((it, [value, name]) => (value === undefined ? it : it.replaceAll(value, name)), text);
  return named
    .replaceAll(/127\.0\.0\.1:\d+|localhost:\d+|\[::1\]:\d+/g, "HOST")
    .replaceAll(/"(duration|latency)":\d+/g, '"$1":0')
    .replaceAll(/"(check|sha256)":"[0-9a-f]+"/g, '"$1":""')
    .replaceAll(/'sha256-[^']+'/g, "'sha256-…'")
    .replaceAll(/(.)\1{60,}/g, (whole, letter) => `(${whole.length} × ${letter})`);
}
