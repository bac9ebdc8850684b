import { listOperations } from "../../document/index.js";
import { createClockAdvances } from "../admin/clock/clock-advances.js";
import { createAdvance } from "../admin/clock/clock-routes.js";
import type { AdminContext } from "../admin/index.js";
import { getSpecSchemas, loadBundledSpec } from "../bundled-spec.js";
import type { AppContext } from "../context/app-context.js";
import { DEFAULT_POLICIES } from "../context/policies.js";
import { createDispatcher } from "../deliveries/index.js";
import type { DeliveryProfile } from "../delivery-urls/delivery-profile.js";
import { initializeDatabase, readOrCreateSeed, reseedDatabase } from "../initialize-database.js";
import type { DemoCredentials, SandboxOptions } from "../options.js";
import { PURGE_TASKS, purgeExpired } from "../purge-expired.js";
import { REAL_CLOCK } from "../real-clock.js";
import { createHandlers } from "../requests/handlers.js";
import { createOperationServer } from "../requests/operation-server.js";
import { createRequestLog } from "../requests/request-log.js";
import { createRequestPipeline } from "../requests/request-pipeline.js";
import { runRepeatedly } from "../run-repeatedly.js";
import { deriveDemoAccess, FIXTURE_NAMES } from "../seed-data/index.js";
import { createClusterLock } from "../store/cluster-lock.js";
import { migrate, openDatabase } from "../store/index.js";
import { authenticate, getIssuer } from "../tokens/index.js";
import { closeAll } from "./close-all.js";

/** A sandbox without addresses of its own: data, clock, faults, log, and deliveries. */
export type SandboxInstance = {
  readonly engine: "sqlite" | "postgres";
  readonly demo: DemoCredentials | undefined;
  readonly handle: ReturnType<typeof createRequestPipeline>;
  /** What the admin API works on. */
  readonly control: InstanceControl;
  /** Starts sending deliveries; call it when the addresses are known. */
  readonly start: () => void;
  readonly advance: (by: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type InstanceControl = Omit<AdminContext, "address" | "token" | "children">;

export type InstanceOptions = Omit<SandboxOptions, "port" | "adminPort" | "host" | "adminHost" | "baseUrl" | "shared">;

/** Base URLs as clients use them, and which deliveries are allowed. */
export type InstanceSurroundings = {
  readonly baseUrl: () => string;
  readonly billingUrl: () => string;
  readonly deliveryProfile: DeliveryProfile;
};

const MINUTE = 60_000;

/** Opens the database of a sandbox, fills it if it is new, and prepares its service. Closes everything if it fails. */
export async function openInstance(
  options: InstanceOptions,
  surroundings: InstanceSurroundings,
): Promise<SandboxInstance> {
  const opened: (() => Promise<void>)[] = [];
  try {
    return await open(options, surroundings, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

async function open(
  options: InstanceOptions,
  surroundings: InstanceSurroundings,
  opened: (() => Promise<void>)[],
): Promise<SandboxInstance> {
  const { realClock = REAL_CLOCK, onDefect = () => {} } = options;
  const database = await openDatabase(options.database ?? ":memory:");
  opened.push(() => database.close());
  await migrate(database);
  const app: AppContext = {
    ...surroundings,
    seed: await readOrCreateSeed(database, options, realClock),
    schemas: getSpecSchemas(options.document ?? loadBundledSpec()),
    policies: { ...DEFAULT_POLICIES, ...options.policies },
    realClock,
  };
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
  const advances = createClockAdvances({
    ...{ database, app, dispatcher, onDefect },
    purgeTasks: PURGE_TASKS,
    lock: clusterLock,
  });
  const demo = buildDemoCredentials(options, app);
  return {
    engine: database.engine,
    demo,
    handle: createRequestPipeline({ database, service, app, log }),
    control: {
      ...{ database, app, log, advances, exclusive: clusterLock.run },
      fill: (queries, pack) => reseedDatabase(queries, app, pack === undefined ? options : { ...options, data: pack }),
      demoApplication: demo?.applicationId,
      fixtures: FIXTURE_NAMES,
      versions: options.versions ?? {},
    },
    start: () => {
      dispatcher.start();
      opened.push(() => dispatcher.stop());
      opened.push(() => advances.stop());
      opened.push(runRepeatedly(() => purgeExpired(database, app, clusterLock).catch(onDefect), MINUTE));
      opened.push(runInSteps(service.warmUp()));
    },
    advance: async (by) => advances.start(createAdvance(by), Number.POSITIVE_INFINITY),
    close: () => closeAll(opened),
  };
}

function buildDemoCredentials({ data = "small" }: InstanceOptions, app: AppContext): DemoCredentials | undefined {
  if (!FIXTURE_NAMES.some((name) => name === data)) return undefined;
  const { applicationId, businessIds, privateKeyPem } = deriveDemoAccess(app.seed);
  // The issuer depends on the port, which is known when the server listens.
  return {
    applicationId,
    businessId: businessIds[0],
    privateKey: privateKeyPem,
    get audience() {
      return getIssuer(app);
    },
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
