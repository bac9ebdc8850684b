import { readFileSync } from "node:fs";
import { createConnection, isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import { type ConnectionOptions, checkServerIdentity, connect } from "node:tls";
import type { NatsConnection, NodeConnectionOptions } from "@nats-io/transport-node";
import {
  type ChunkStream,
  type ResultQuery,
  type StoredChunk,
  type StoredResult,
  StreamError,
} from "../chunk-stream.js";
import { createChunkQueue } from "./chunk-queue.js";
import { createStreams, skipNotFound } from "./create-streams.js";
import { loadNatsClient } from "./load-client.js";
import { countByHour, deleteMessage, listMessages } from "./messages.js";
import { createRepeatRequest, createTryRequest, type NatsClient, REQUEST_MS } from "./nats-client.js";
import { listCauses, toStreamError } from "./nats-errors.js";
import { type NatsAccess, type NatsStreamOptions, parseServerUrls } from "./nats-options.js";
import {
  ARCHIVE,
  formatArchiveSubject,
  formatResultSubject,
  parseArchiveSubject,
  parseResultSubject,
  RESULTS,
} from "./subjects.js";

/**
 * Opens a stream on NATS JetStream.
 *
 * @throws StreamError if the server cannot be reached, refuses access, or has no JetStream
 */
export async function openNatsStream(options: NatsStreamOptions): Promise<ChunkStream> {
  const { service, url, ackWaitMs = ACK_WAIT_MS, retryMs = RETRY_MS } = options;
  const { jetstream, jetstreamManager } = await loadNatsClient();
  const connection = await connectNats(url, options);
  const tryRequest = createTryRequest(connection);
  const repeatRequest = createRepeatRequest(tryRequest, retryMs);
  const close = (): Promise<void> => closeConnection(connection);
  try {
    const manager = await repeatRequest("cannot open JetStream", async () => {
      const opened = await jetstreamManager(connection, { timeout: REQUEST_MS, checkAPI: false });
      await createStreams(opened, options).catch((error: unknown) => {
        if (isWithoutJetStream(error, connection)) throw new StreamError("unsuitable", NO_JETSTREAM);
        throw error;
      });
      return opened;
    });
    const nats = {
      service,
      client: jetstream(connection, { timeout: REQUEST_MS }),
      manager,
      tryRequest,
      repeatRequest,
      retryMs,
    };
    return {
      maxBytes: (connection.info?.max_payload ?? DEFAULT_PAYLOAD) - HEADER_BYTES,
      ...createChunkQueue(nats, ackWaitMs),
      ...createResultStore(nats),
      ...createChunkArchive(nats),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sends what waits, such as acknowledgements, unless the server does not take it. */
async function closeConnection(connection: NatsConnection): Promise<void> {
  const ended = new AbortController();
  const limit = setTimeout(CLOSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([connection.drain().catch(() => undefined), limit]);
  ended.abort();
  await connection.close();
}

/** Without JetStream, requests have no responders, as during the election of a leader. */
function isWithoutJetStream(error: unknown, { info }: NatsConnection): boolean {
  return listCauses(error).some(({ name }) => name === "NoResponders") && info?.jetstream !== true;
}

const NO_JETSTREAM = "JetStream is not enabled; start nats-server with -js";
const CLOSE_MS = 1500;
const ACK_WAIT_MS = 30_000;
/** A cluster elects a leader in some seconds, on a busy machine in many. */
const RETRY_MS = 60_000;
const DEFAULT_PAYLOAD = 1024 * 1024;
/** Space for the headers of a message. */
const HEADER_BYTES = 1024;

/** Copies of the checked chunks of a service. The stream exists once a worker archives. */
function createChunkArchive(nats: NatsClient): Pick<ChunkStream, "archive" | "countArchived" | "listArchived"> {
  const { service, client, manager, tryRequest, repeatRequest } = nats;
  return {
    archive: ({ id, hour, bytes }) =>
      tryRequest("cannot archive a chunk", async () => {
        await client.publish(formatArchiveSubject(service, hour, id), bytes);
      }),
    countArchived: async () => {
      const what = "cannot count the archived chunks";
      if ((await repeatRequest(what, () => manager.streams.info(ARCHIVE).catch(skipNotFound))) === undefined)
        return new Map();
      const filter = formatArchiveSubject(service, "*", "*");
      return countByHour(nats, { stream: ARCHIVE, filter, what }, (subject) => parseArchiveSubject(subject).hour);
    },
    listArchived,
  };

  async function* listArchived(hour: string): AsyncGenerator<StoredChunk> {
    const filter = formatArchiveSubject(service, hour, "*");
    const what = "cannot read the archived chunks";
    for await (const { subject, data } of listMessages(nats, { stream: ARCHIVE, filter, what }))
      yield { ...parseArchiveSubject(subject), bytes: data };
  }
}

/** The results of a service: the last message of each subject. */
function createResultStore(nats: NatsClient): Pick<ChunkStream, "countResults" | "put" | "list" | "remove"> {
  const { service, client, manager, tryRequest } = nats;
  return {
    countResults: (query) => {
      const filter = formatResultSubject(service, query);
      const what = "cannot count the results";
      return countByHour(nats, { stream: RESULTS, filter, what }, (subject) => parseResultSubject(subject).hour);
    },
    put: (key, bytes, { ifAbsent = false } = {}) =>
      tryRequest("cannot store a result", async () => {
        const expect = ifAbsent ? { expect: { lastSubjectSequence: 0 } } : {};
        try {
          await client.publish(formatResultSubject(service, key), bytes, expect);
          return true;
        } catch (error) {
          if (ifAbsent && error instanceof Error && /wrong last sequence/i.test(error.message)) return false;
          throw error;
        }
      }),
    list: listResults,
    remove: (results) =>
      tryRequest("cannot remove results", async () => {
        for (const { revision } of results) await deleteMessage(manager, RESULTS, revision);
      }),
  };

  async function* listResults(query: ResultQuery): AsyncGenerator<StoredResult> {
    const filter = formatResultSubject(service, query);
    const what = "cannot read the results";
    for await (const { subject, data, seq, time } of listMessages(nats, { stream: RESULTS, filter, what }))
      yield { ...parseResultSubject(subject), bytes: data, revision: seq, storedAt: time.getTime() };
  }
}

/**
 * Connects to a server of NATS and reconnects until the connection is closed.
 *
 * @param url `nats://HOST` or `tls://HOST`, also with a user and a password; several are separated by commas
 * @throws StreamError if the server cannot be reached or refuses access
 */
async function connectNats(url: string, access: NatsAccess): Promise<NatsConnection> {
  const client = await loadNatsClient();
  const { creds, nkey } = access;
  const { servers, user, pass } = parseServers(url);
  const options: NodeConnectionOptions = {
    servers,
    name: "commerce-contract",
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: 5000,
    // A server that stopped without closing the connection counts as away after 10 to 15 seconds, not after 4 to 6 minutes.
    pingInterval: 5000,
    maxPingOut: 2,
    ...(user === undefined ? {} : { user, pass }),
    ...(creds === undefined ? {} : { authenticator: client.credsAuthenticator(readAccessFile(creds)) }),
    ...(nkey === undefined ? {} : { authenticator: client.nkeyAuthenticator(trimSeed(readAccessFile(nkey))) }),
    ...buildTls(url, access),
  };
  try {
    return await client.connect(options);
  } catch (cause) {
    const what = `cannot connect to ${servers.join(", ")}`;
    const error = toStreamError(cause, what);
    if (error.kind !== "unreachable") throw error;
    for (const address of parseServerUrls(url) ?? []) {
      const refusal = await findTlsRefusal(address, options.tls ?? {});
      if (refusal !== undefined) throw new StreamError("refused", `${what}: ${refusal}`, { cause });
    }
    throw error;
  }
}

/** The user and the password of the first URL. They are not part of messages. */
function parseServers(text: string): { servers: string[]; user: string | undefined; pass: string } {
  const urls = parseServerUrls(text) ?? [];
  const [{ username, password } = { username: "", password: "" }] = urls;
  return {
    servers: urls.map(({ host }) => host),
    user: username === "" ? undefined : decodeURIComponent(username),
    pass: decodeURIComponent(password),
  };
}

function buildTls(url: string, { tlsCa, tlsCert, tlsKey }: NatsAccess): Pick<NodeConnectionOptions, "tls"> {
  if (!url.startsWith("tls:") && tlsCa === undefined && tlsCert === undefined) return {};
  const read = (path: string): string => Buffer.from(readAccessFile(path)).toString("utf8");
  const addresses = (parseServerUrls(url) ?? []).map(({ hostname }) => hostname).filter(isIP);
  return {
    tls: {
      ...(tlsCa === undefined ? {} : { ca: read(tlsCa) }),
      ...(tlsCert === undefined ? {} : { cert: read(tlsCert) }),
      ...(tlsKey === undefined ? {} : { key: read(tlsKey) }),
      // Node compares the certificate with "localhost", because the client does not pass the address of a server without a name.
      ...(addresses.length === 0 ? {} : { checkServerIdentity: createIdentityCheck(addresses) }),
    },
  };
}

/** Accepts a certificate for any of the addresses. */
function createIdentityCheck(addresses: readonly string[]): typeof checkServerIdentity {
  return (_, certificate) => {
    const errors = addresses.map((address) => checkServerIdentity(address, certificate));
    return errors.includes(undefined) ? undefined : errors[0];
  };
}

function readAccessFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StreamError("unsuitable", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

function trimSeed(seed: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(seed).toString("latin1").trim(), "latin1");
}

/**
 * Says why a server refuses a TLS connection. Since TLS 1.3, it does so after the handshake, when the client of NATS does not
 * notice it, but waits.
 *
 * @returns undefined if the server does not refuse the connection, uses no TLS or cannot be reached
 */
async function findTlsRefusal(
  { hostname, port }: Pick<URL, "hostname" | "port">,
  options: ConnectionOptions,
): Promise<string | undefined> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = createConnection({ host, port: Number(port === "" ? DEFAULT_PORT : port) });
  try {
    return await new Promise<string | undefined>((resolve) => {
      const fail = ({ code }: NodeJS.ErrnoException): void => resolve(describeAlert(code, options.cert !== undefined));
      socket.setTimeout(WAIT_MS, () => resolve(undefined));
      socket.once("close", () => resolve(undefined)).once("error", fail);
      // The server names its protocols before the handshake.
      socket.once("data", (data) => {
        if (!/"tls_(required|available)": ?true/.test(data.toString("latin1"))) return resolve(undefined);
        connect({ ...options, socket, rejectUnauthorized: false })
          .once("error", fail)
          .resume();
      });
    });
  } finally {
    socket.destroy();
  }
}

function describeAlert(code: string | undefined, hasCertificate: boolean): string | undefined {
  // OpenSSL 3.5, which Node 24 has, says `SSL/TLS` instead of `SSLV3`.
  const [, alert] = /^ERR_SSL_(?:TLSV13|TLSV1|SSLV3|SSL\/TLS)_ALERT_(.*)$/.exec(code ?? "") ?? [];
  if (alert === undefined) return undefined;
  if (alert === "CERTIFICATE_REQUIRED" || !hasCertificate)
    return "the server requires a client certificate; pass it with NATS_CERT and NATS_KEY";
  return `the server refuses the client certificate of NATS_CERT: ${alert.toLowerCase().replaceAll("_", " ")}`;
}

const DEFAULT_PORT = 4222;
const WAIT_MS = 2000;
