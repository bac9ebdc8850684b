/** TLS, NKeys and credentials files against real servers. Each refusal is one edit away from an access that works. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStream, type StreamOptions } from "../../../src/stream/index.js";
import { CERTIFICATE, OTHER_CERTIFICATE } from "../../record/certificate.js";
import { type NatsServer, natsServerPath, startNatsServer } from "../nats-server.js";
import { createNkey, createOperator } from "./identities.js";

/** Writes files that exist until the tests of this file have ended. */
function writeFiles(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "contract-access-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
}

/** Publishes a chunk. Returns how it went. */
async function publish(options: Omit<StreamOptions, "service">): Promise<string> {
  try {
    const stream = await openStream({ ...options, service: "orders" });
    await stream.publish({ id: "a", hour: "2026-01-31T09", bytes: Buffer.from("chunk") });
    await stream.close();
    return "published";
  } catch (error) {
    const { kind, message } = error as Error & { readonly kind?: string };
    return `${kind}: ${message}`;
  }
}

const REFUSED =
  /^refused: cannot connect to 127\.0\.0\.1:\d+: the server refuses access: Authorization Violation; check the user .*NATS_NKEY$/;
const UNKNOWN_AUTHORITY =
  /^unsuitable: cannot connect to 127\.0\.0\.1:\d+: self-signed certificate(; if .*)?; pass .* with NATS_CA$/;

describe.skipIf(natsServerPath === undefined)("a server with TLS, client certificates and NKeys", () => {
  const nkey = createNkey();
  const folder = writeFiles({
    "cert.pem": CERTIFICATE.cert,
    "key.pem": CERTIFICATE.key,
    "other-cert.pem": OTHER_CERTIFICATE.cert,
    "other-key.pem": OTHER_CERTIFICATE.key,
    "other-ca.pem": rootCertificates[0] ?? "",
    "user.nk": `${nkey.seed}\n`,
    "other.nk": createNkey().seed,
    "public.nk": nkey.publicKey,
  });
  const at = (name: string): string => join(folder, name);
  let server: NatsServer;
  beforeAll(async () => {
    const files = `cert_file: "${at("cert.pem")}", key_file: "${at("key.pem")}", ca_file: "${at("cert.pem")}"`;
    server = await startNatsServer(
      `tls { ${files}, verify: true }\nauthorization { users: [{ nkey: ${nkey.publicKey} }] }`,
    );
  });
  afterAll(() => server.stop());
  const access = { tlsCa: at("cert.pem"), tlsCert: at("cert.pem"), tlsKey: at("key.pem"), nkey: at("user.nk") };

  test.each([
    ["nothing", {}, /^published$/],
    ["the NKey of another user", { nkey: at("other.nk") }, REFUSED],
    ["no NKey", { nkey: undefined }, REFUSED],
    ["a public key instead of the seed", { nkey: at("public.nk") }, /^unsuitable: .* nkeys: invalid seed$/],
    ["a missing file", { nkey: at("missing.nk") }, /^unsuitable: cannot read .*missing\.nk: ENOENT/],
    ["another authority", { tlsCa: at("other-ca.pem") }, UNKNOWN_AUTHORITY],
    ["no authority", { tlsCa: undefined }, UNKNOWN_AUTHORITY],
    [
      "no client certificate",
      { tlsCert: undefined, tlsKey: undefined },
      /^refused: .*: the server requires a client certificate; pass it with NATS_CERT and NATS_KEY$/,
    ],
    [
      "a client certificate of another authority",
      { tlsCert: at("other-cert.pem"), tlsKey: at("other-key.pem") },
      /^refused: .*: the server refuses the client certificate of NATS_CERT: bad certificate$/,
    ],
    ["a missing authority", { tlsCa: at("missing.pem") }, /^unsuitable: cannot read .*missing\.pem: ENOENT/],
  ])("with the access of the user except %s", async (_, edit, outcome) => {
    const url = server.url.replace("nats:", "tls:");
    expect(await publish({ url, ...access, ...edit })).toMatch(outcome);
  });
});

describe.skipIf(natsServerPath === undefined)("a server with an operator", () => {
  const operator = createOperator();
  const folder = writeFiles({
    "user.creds": operator.createCredentials(),
    "other.creds": createOperator().createCredentials(),
    "broken.creds": "-----BEGIN NATS USER JWT-----\n",
  });
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer(operator.config);
  });
  afterAll(() => server.stop());

  test.each([
    ["user.creds", /^published$/],
    ["other.creds", REFUSED],
    ["broken.creds", /^unsuitable: .* unable to parse credentials$/],
  ])("%s", async (name, outcome) => {
    expect(await publish({ url: server.url, creds: join(folder, name) })).toMatch(outcome);
  });
});

describe.skipIf(natsServerPath === undefined)("servers that are not suitable", () => {
  test.each([
    ["", "nats:", /^published$/],
    ["", "tls:", /^unsuitable: .*: server does not support 'tls'; use nats:\/\/$/],
    [
      "jetstream: disabled",
      "nats:",
      /^unsuitable: cannot open JetStream: JetStream is not enabled; start .* with -js$/,
    ],
  ])("%j, %s", async (config, scheme, outcome) => {
    const server = await startNatsServer(config);
    onTestFinished(server.stop);
    expect(await publish({ url: server.url.replace("nats:", scheme) })).toMatch(outcome);
  });

  test("more replicas than servers", async () => {
    const server = await startNatsServer();
    onTestFinished(server.stop);
    expect(await publish({ url: server.url, replicas: 3 })).toMatch(/^unsuitable: .* non-clustered mode$/);
  });
});
