import { fileURLToPath } from "node:url";
import { type Document, listOperations, loadDocument } from "../document/index.js";
import { getSubscription, listPlans, listSubscriptions } from "./billing/list-subscriptions.js";
import type { AppContext } from "./context/app-context.js";
import { createHook } from "./hooks/create-hook.js";
import type { DemoCredentials, SandboxOptions } from "./options.js";
import { getOrder, listOrderHistories, listOrderShipments, listOrders } from "./orders/list-orders.js";
import { recordOrder } from "./orders/record-order.js";
import { updateOrder } from "./orders/update-order.js";
import { createOperationServer, type OperationHandlers, type PlayedService } from "./requests/operation-server.js";
import { fillDatabase } from "./seed-data/fill-database.js";
import {
  createFixtureData,
  createFixtureTenants,
  deriveDemoAccess,
  FIXTURE_NAMES,
  type FixtureName,
  type SeedData,
} from "./seed-data/fixtures.js";
import { parseSeedData, readSeedData } from "./seed-data/read-seed-data.js";
import { findApplicationKeys, registerTenants } from "./tenants/tenants.js";
import { authenticate, getIssuer } from "./tokens/access-token.js";
import { createToken } from "./tokens/create-token.js";
import { listTransactions } from "./transactions/list-transactions.js";

/**
 * The handlers of all operations. `createToken` runs outside a transaction because password hashing is slow; it never
 * repeats a response, because its responses contain secrets.
 */
export const HANDLERS: OperationHandlers = {
  write: { recordOrder, updateOrder, createHook },
  read: {
    ...{ createToken, listOrders, getOrder, listOrderShipments, listOrderHistories, listTransactions },
    ...{ listSubscriptions, getSubscription, listPlans },
  },
};

/** The service of the built-in spec, or of another version of it. */
export function createBuiltInService(document: Document = loadBundledSpec()): PlayedService {
  return {
    title: "Commerce",
    isBuiltIn: true,
    document,
    createServer: ({ database, app, onDefect }) =>
      createOperationServer({
        ...{ database, app, onDefect, authenticate },
        operations: listOperations(document),
        handlers: HANDLERS,
      }),
    fill: (queries, app, data, now) => fillDatabase(queries, app, loadSeedData(data ?? "small", app, now), now),
    fixtures: FIXTURE_NAMES,
    buildDemo: buildDemoCredentials,
    keepAccess: async (queries, app) => {
      const { applicationId } = deriveDemoAccess(app.seed);
      if ((await findApplicationKeys(queries, applicationId)) !== undefined) return;
      await registerTenants(queries, createFixtureTenants(app.seed), app);
      await queries.run(
        `INSERT INTO application_businesses (application_id, business_id)
          SELECT CAST($1 AS TEXT), id FROM businesses WHERE true ON CONFLICT (application_id, business_id) DO NOTHING`,
        [applicationId],
      );
    },
  };
}

function buildDemoCredentials(data: SandboxOptions["data"], app: AppContext): DemoCredentials | undefined {
  if (!FIXTURE_NAMES.some((name) => name === (data ?? "small"))) return undefined;
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

function loadSeedData(data: string | object, app: AppContext, now: number): SeedData {
  if (typeof data === "object") return parseSeedData("data", JSON.stringify(data), app, now);
  const pack = FIXTURE_NAMES.find((name): name is FixtureName => name === data);
  return pack === undefined ? readSeedData(data, app, now) : createFixtureData(pack, app.seed, now);
}

let bundledSpec: Document | undefined;

/** Loads the built-in spec. Its file has the same relative path in a checkout and in the published package. */
export function loadBundledSpec(): Document {
  bundledSpec ??= loadDocument(fileURLToPath(new URL("../../generated/openapi.json", import.meta.url)));
  return bundledSpec;
}
