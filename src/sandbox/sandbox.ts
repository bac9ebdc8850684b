import { listOperations } from "../document/index.js";
import { answerAdmin } from "./admin/index.js";
import { createAlone } from "./alone.js";
import { createDispatcher, deliveryProfile } from "./deliveries/index.js";
import { fillAnew, found, seedOf } from "./founding.js";
import { createFront } from "./front.js";
import { createHandlers } from "./handlers.js";
import { HOUSEKEEPING, keepHouse } from "./housekeeping.js";
import { createOperationServer } from "./operation-server.js";
import type { DemoCredentials, Sandbox, SandboxOptions } from "./options.js";
import { ownDescription, schemasOf } from "./own-description.js";
import { DEFAULT_POLICIES } from "./policies.js";
import { REAL_CLOCK } from "./real-clock.js";
import { createRequestLog } from "./request-log.js";
import { type AddressOption, SandboxError } from "./sandbox-error.js";
import { demoAccess, PACKS, SeedDataError } from "./seed-data/index.js";
import type { Listening } from "./server/listen.js";
import { serve } from "./server/serve.js";
import { serveAdmin } from "./server/serve-admin.js";
import type { Queries } from "./store/database.js";
import { DatabaseError, migrate, openDatabase } from "./store/index.js";
import { authenticate, issuer } from "./tokens/index.js";
import type { World } from "./world.js";

const LOOPBACK = "127.0.0.1";
const MINUTE = 60_000;
const LARGEST_SNAPSHOT = 1024 * 1024 * 1024;

/**
 * Starts the service that the contract describes, with state that lasts as long as its database.
 *
 * @throws SandboxError when the database, the data or the address cannot be had
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const opened: (() => Promise<void>)[] = [];
  try {
    return await start(options, opened);
  } catch (error) {
    await closeAll(opened);
    if (error instanceof SandboxError) throw error;
    throw foreseen(error) ? new SandboxError((error as Error).message, { cause: error }) : error;
  }
}

async function start(options: SandboxOptions, opened: (() => Promise<void>)[]): Promise<Sandbox> {
  const { realClock = REAL_CLOCK, onDefect = () => {}, host = LOOPBACK } = options;
  const database = await openDatabase(options.database ?? ":memory:");
  opened.push(() => database.close());
  await migrate(database);
  const addresses: Addresses = { service: undefined, admin: undefined };
  const world = createWorld(options, { addresses, realClock, seed: await seedOf(database, options.seed, realClock) });
  await found(database, world, options);

  const { resolve, limits } = options.deliveries ?? {};
  const dispatcher = createDispatcher({
    ...{ database, world, onDefect },
    ...(resolve === undefined ? {} : { resolve }),
    ...(limits === undefined ? {} : { limits }),
  });
  const alone = createAlone(database, Buffer.from(realClock.randomBytes(12)).toString("hex"));
  const log = createRequestLog();
  const service = createOperationServer({
    database,
    world,
    operations: listOperations(world.schemas.document),
    handlers: createHandlers(world.deliveryProfile),
    authenticate,
    onDefect,
  });
  addresses.service = await serve({
    host,
    port: options.port ?? 0,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    reply: createFront({ database, service, world, log }),
  }).catch(cannotListen({ host, port: options.port, option: "port" }));
  opened.push(() => addresses.service?.close() ?? Promise.resolve());
  const control = {
    database,
    world,
    dispatcher,
    log,
    upkeep: HOUSEKEEPING,
    fill: (queries: Queries, pack: string | undefined) =>
      fillAnew(queries, world, pack === undefined ? options : { ...options, data: pack }),
    packs: PACKS,
    versions: options.versions ?? {},
    address: () => ({ host: LOOPBACK, port: addresses.admin?.port ?? 0 }),
    token: options.adminToken,
    exclusive: alone.inTurn,
  };
  addresses.admin = await serveAdmin({
    host: LOOPBACK,
    port: options.adminPort ?? 0,
    bodyLimit: LARGEST_SNAPSHOT,
    answer: (request) => answerAdmin(request, control),
  }).catch(cannotListen({ host: LOOPBACK, port: options.adminPort, option: "adminPort" }));
  opened.push(() => addresses.admin?.close(100) ?? Promise.resolve());
  dispatcher.start();
  opened.push(() => dispatcher.stop());
  const keeping = setInterval(() => keepHouse(database, world, alone).catch(onDefect), MINUTE).unref();
  opened.push(async () => clearInterval(keeping));
  opened.push(inSteps(service.warmUp()));
  return {
    url: `http://${hostInUrl(host)}:${addresses.service.port}`,
    adminUrl: `http://${LOOPBACK}:${addresses.admin.port}`,
    demo: demoCredentials(options, world),
    engine: database.engine,
    close: () => closeAll(opened),
  };
}

type Address = { readonly host: string; readonly port: number | undefined; readonly option: AddressOption };

/** What the system says of an address that cannot be had, with the option by which another one is had. */
function cannotListen({ host, port = 0, option }: Address): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const isHost = !("code" in error) || !/^(EADDRINUSE|EACCES)$/.test(String(error.code));
    const message = `cannot listen on ${host}, port ${port}: ${error.message}`;
    throw new SandboxError(message, { cause: error, option: isHost ? "host" : option });
  };
}

/** One step after the other, with room for requests between them; what is given back ends it. */
function inSteps(steps: Iterable<void>): () => Promise<void> {
  const remaining = steps[Symbol.iterator]();
  const step = (): void => {
    if (remaining.next().done !== true) next = setImmediate(step);
  };
  let next = setImmediate(step);
  return async () => clearImmediate(next);
}

type Addresses = { service: Listening | undefined; admin: Listening | undefined };

function createWorld(
  options: SandboxOptions,
  given: { readonly addresses: Addresses; readonly realClock: World["realClock"]; readonly seed: string },
): World {
  const { host = LOOPBACK, baseUrl } = options;
  const { addresses, realClock, seed } = given;
  const listening = (): string => `http://${hostInUrl(host)}:${addresses.service?.port ?? 0}`;
  const url = (): string => baseUrl ?? listening();
  const isLocal = isLoopback(host) && !(options.database ?? "").includes("://");
  return {
    seed,
    baseUrl: url,
    billingUrl: url,
    schemas: schemasOf(options.document ?? ownDescription()),
    policies: { ...DEFAULT_POLICIES, ...options.policies },
    deliveryProfile: deliveryProfile({
      reach: isLocal ? "local" : "shared",
      ...options.deliveries,
      own: () => [url(), listening(), `http://${LOOPBACK}:${addresses.admin?.port ?? 0}`],
    }),
    realClock,
  };
}

function demoCredentials({ data = "small" }: SandboxOptions, world: World): DemoCredentials | undefined {
  if (!PACKS.some((name) => name === data)) return undefined;
  const { applicationId, businessIds, privateKeyPem } = demoAccess(world.seed);
  return { applicationId, businessId: businessIds[0], privateKey: privateKeyPem, audience: issuer(world) };
}

/** The last that was opened first. */
async function closeAll(opened: (() => Promise<void>)[]): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}

function foreseen(error: unknown): boolean {
  const isSystem = error instanceof Error && "syscall" in error;
  return isSystem || error instanceof DatabaseError || error instanceof SeedDataError || error instanceof RangeError;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function hostInUrl(host: string): string {
  const reachable = host === "0.0.0.0" || host === "::" ? LOOPBACK : host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}
