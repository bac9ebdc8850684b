import { listOperations } from "../document/index.js";
import { createClockAdvances } from "./admin/clock/clock-advances.js";
import { createAdvance } from "./admin/clock/clock-routes.js";
import { type AdminContext, handleAdminRequest } from "./admin/index.js";
import { serveAdmin } from "./admin/serve-admin.js";
import { getSpecSchemas, loadBundledSpec } from "./bundled-spec.js";
import type { AppContext } from "./context/app-context.js";
import { DEFAULT_POLICIES } from "./context/policies.js";
import { createDeliveryProfile, createDispatcher } from "./deliveries/index.js";
import { initializeDatabase, readOrCreateSeed, reseedDatabase } from "./initialize-database.js";
import type { DemoCredentials, Sandbox, SandboxOptions } from "./options.js";
import { PURGE_TASKS, purgeExpired } from "./purge-expired.js";
import { REAL_CLOCK } from "./real-clock.js";
import { createHandlers } from "./requests/handlers.js";
import { createOperationServer } from "./requests/operation-server.js";
import { createRequestLog } from "./requests/request-log.js";
import { createRequestPipeline } from "./requests/request-pipeline.js";
import { serveApi } from "./requests/serve-api.js";
import { runRepeatedly } from "./run-repeatedly.js";
import { type AddressOption, SandboxError } from "./sandbox-error.js";
import { deriveDemoAccess, FIXTURE_NAMES, SeedDataError } from "./seed-data/index.js";
import type { ListeningServer } from "./server/listen-http.js";
import { createClusterLock } from "./store/cluster-lock.js";
import { DatabaseError, migrate, openDatabase } from "./store/index.js";
import { authenticate, getIssuer } from "./tokens/index.js";

const LOOPBACK = "127.0.0.1";
const MINUTE = 60_000;
const MAX_SNAPSHOT_BYTES = 1024 * 1024 * 1024;

/**
 * Starts a sandbox: a stateful implementation of the service in the spec. Its state lasts as long as its database.
 *
 * @throws SandboxError when the database, the data or the address cannot be used
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const opened: (() => Promise<void>)[] = [];
  try {
    return await start(options, opened);
  } catch (error) {
    await closeAll(opened);
    if (error instanceof SandboxError) throw error;
    throw isExpectedError(error) ? new SandboxError((error as Error).message, { cause: error }) : error;
  }
}

async function start(options: SandboxOptions, opened: (() => Promise<void>)[]): Promise<Sandbox> {
  const { realClock = REAL_CLOCK, onDefect = () => {}, host = LOOPBACK } = options;
  const database = await openDatabase(options.database ?? ":memory:");
  opened.push(() => database.close());
  await migrate(database);
  const addresses: ListenAddresses = { service: undefined, admin: undefined };
  const app = createAppContext(options, {
    addresses,
    realClock,
    seed: await readOrCreateSeed(database, options.seed, realClock),
  });
  await initializeDatabase(database, app, options);

  const { resolve, limits } = options.deliveries ?? {};
  const dispatcher = createDispatcher({
    ...{ database, app, onDefect },
    ...(resolve === undefined ? {} : { resolve }),
    ...(limits === undefined ? {} : { limits }),
  });
  const clusterLock = createClusterLock(database, Buffer.from(realClock.randomBytes(12)).toString("hex"));
  const log = createRequestLog();
  const service = createOperationServer({
    database,
    app,
    operations: listOperations(app.schemas.document),
    handlers: createHandlers(app.deliveryProfile),
    authenticate,
    onDefect,
  });
  addresses.service = await serveApi({
    host,
    port: options.port ?? 0,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    handle: createRequestPipeline({ database, service, app, log }),
  }).catch(createListenErrorHandler({ host, port: options.port, option: "port" }));
  opened.push(() => addresses.service?.close() ?? Promise.resolve());
  const advances = createClockAdvances({
    ...{ database, app, dispatcher, onDefect },
    purgeTasks: PURGE_TASKS,
    lock: clusterLock,
  });
  const running = { database, app, log, advances, exclusive: clusterLock.run };
  addresses.admin = await startAdmin(options, running, () => addresses.admin?.port ?? 0);
  opened.push(() => addresses.admin?.close(100) ?? Promise.resolve());
  dispatcher.start();
  opened.push(() => dispatcher.stop());
  opened.push(() => advances.stop());
  opened.push(runRepeatedly(() => purgeExpired(database, app, clusterLock).catch(onDefect), MINUTE));
  opened.push(runInSteps(service.warmUp()));
  return {
    url: `http://${formatHost(host)}:${addresses.service.port}`,
    adminUrl: `http://${LOOPBACK}:${addresses.admin.port}`,
    demo: buildDemoCredentials(options, app),
    engine: database.engine,
    advance: async (by) => advances.start(createAdvance(by), Number.POSITIVE_INFINITY),
    close: () => closeAll(opened),
  };
}

type RunningParts = Pick<AdminContext, "database" | "app" | "log" | "advances" | "exclusive">;

function startAdmin(options: SandboxOptions, running: RunningParts, getPort: () => number): Promise<ListeningServer> {
  const control: AdminContext = {
    ...running,
    fill: (queries, pack) =>
      reseedDatabase(queries, running.app, pack === undefined ? options : { ...options, data: pack }),
    demoApplication: buildDemoCredentials(options, running.app)?.applicationId,
    fixtures: FIXTURE_NAMES,
    versions: options.versions ?? {},
    address: () => ({ host: LOOPBACK, port: getPort() }),
    token: options.adminToken,
  };
  return serveAdmin({
    host: LOOPBACK,
    port: options.adminPort ?? 0,
    bodyLimit: MAX_SNAPSHOT_BYTES,
    handle: (request) => handleAdminRequest(request, control),
  }).catch(createListenErrorHandler({ host: LOOPBACK, port: options.adminPort, option: "adminPort" }));
}

type ListenAddress = { readonly host: string; readonly port: number | undefined; readonly option: AddressOption };

/** Converts an error of the system to a SandboxError with the option to change. */
function createListenErrorHandler({ host, port = 0, option }: ListenAddress): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const isHost = !("code" in error) || !/^(EADDRINUSE|EACCES)$/.test(String(error.code));
    const message = `cannot listen on ${host}, port ${port}: ${error.message}`;
    throw new SandboxError(message, { cause: error, option: isHost ? "host" : option });
  };
}

/** Runs steps one by one and lets requests run between them. Returns a function that stops it. */
function runInSteps(steps: Iterable<void>): () => Promise<void> {
  const remaining = steps[Symbol.iterator]();
  const step = (): void => {
    if (remaining.next().done !== true) next = setImmediate(step);
  };
  let next = setImmediate(step);
  return async () => clearImmediate(next);
}

type ListenAddresses = { service: ListeningServer | undefined; admin: ListeningServer | undefined };

function createAppContext(
  options: SandboxOptions,
  runtime: { readonly addresses: ListenAddresses; readonly realClock: AppContext["realClock"]; readonly seed: string },
): AppContext {
  const { host = LOOPBACK, baseUrl } = options;
  const { addresses, realClock, seed } = runtime;
  const listening = (): string => `http://${formatHost(host)}:${addresses.service?.port ?? 0}`;
  const url = (): string => baseUrl ?? listening();
  const isLocal = isLoopbackHost(host) && !(options.database ?? "").includes("://");
  return {
    seed,
    baseUrl: url,
    billingUrl: url,
    schemas: getSpecSchemas(options.document ?? loadBundledSpec()),
    policies: { ...DEFAULT_POLICIES, ...options.policies },
    deliveryProfile: createDeliveryProfile({
      reach: isLocal ? "local" : "shared",
      ...options.deliveries,
      listOwnUrls: () => [url(), listening(), `http://${LOOPBACK}:${addresses.admin?.port ?? 0}`],
    }),
    realClock,
  };
}

function buildDemoCredentials({ data = "small" }: SandboxOptions, app: AppContext): DemoCredentials | undefined {
  if (!FIXTURE_NAMES.some((name) => name === data)) return undefined;
  const { applicationId, businessIds, privateKeyPem } = deriveDemoAccess(app.seed);
  return { applicationId, businessId: businessIds[0], privateKey: privateKeyPem, audience: getIssuer(app) };
}

/** Closes in reverse order of opening. */
async function closeAll(opened: (() => Promise<void>)[]): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}

function isExpectedError(error: unknown): boolean {
  const isSystem = error instanceof Error && "syscall" in error;
  return isSystem || error instanceof DatabaseError || error instanceof SeedDataError || error instanceof RangeError;
}

function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function formatHost(host: string): string {
  const reachable = host === "0.0.0.0" || host === "::" ? LOOPBACK : host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}
