/** Many concurrent calls, and lists of many pages while time passes and other clients write. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jwtBearer, type OrderId } from "../../../src/index.js";
import { describeEachEngine } from "../../sandbox/engines.js";
import { DEMO, DEMO_JWK, type IntegrationSetup, openSetup } from "./setup.js";

/** Generous, because the machine may be busy. */
const PATIENCE = 240_000;

/** The first checked response compiles the spec in this process, which on a busy machine takes longer than the default limits. */
const PATIENT = { timeout: PATIENCE, totalTimeout: PATIENCE };

/** Enough orders for many pages. */
const ORDERS = 10_000;

function idOf(number: number): OrderId {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}` as OrderId;
}

describeEachEngine("many at once", (_, { newTarget }) => {
  let world: IntegrationSetup;
  beforeAll(async () => {
    world = await openSetup({ database: await newTarget() });
  });
  afterAll(() => world.close());

  test(
    "1 000 calls with an expired token request one new token",
    async () => {
      const client = world.client({ fetch: world.fetch, ...PATIENT, retries: 10 });
      const plans = () => client.listPlans({ params: { path: { appId: world.appId } } });
      expect((await plans()).status).toBe(200);
      await world.admin("PUT", "/clock", { mode: "advance", by: "PT2H" });
      // The clock of the client has not moved: it learns from the service that the token has expired.
      const results = await Promise.all(Array.from({ length: 1000 }, plans));
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
      expect(results.filter(({ attempts }) => attempts === 2).length).toBeGreaterThan(0);
      // A sign-in with the client's time is refused, and retried with the time of the service.
      const tokens = world.sent.filter((line) => line.startsWith("POST /token"));
      expect(tokens).toEqual(["POST /token 200", expect.stringMatching(/ 4\d\d$/), "POST /token 200"]);
    },
    PATIENCE,
  );

  test(
    "a token that expires in the middle of a list is renewed",
    async () => {
      const ids = new Set<string | undefined>();
      const client = world.client(PATIENT);
      let pages = 0;
      const list = client.orders({ params: { path: { businessId: world.businessId }, query: { limit: 5 } } });
      for await (const page of list.pages()) {
        for (const { id } of page.items) ids.add(id);
        pages += 1;
        if (pages === 2) await world.admin("PUT", "/clock", { mode: "advance", by: "PT2H" });
      }
      expect({ pages, ids: ids.size }).toEqual({ pages: 6, ids: 26 });
    },
    PATIENCE,
  );
});

describe(`${ORDERS} orders`, () => {
  const folder = mkdtempSync(join(tmpdir(), "client-many-"));
  let world: IntegrationSetup;

  beforeAll(async () => {
    const [businessId] = DEMO.businessIds;
    const data = join(folder, "data.json");
    writeFileSync(
      data,
      JSON.stringify({
        businesses: [{ id: businessId, name: "Shop" }],
        applications: [{ id: DEMO.applicationId, name: "Demo", keys: [DEMO_JWK], businessIds: [businessId] }],
        orders: Array.from({ length: ORDERS }, (_, number) => ({ id: idOf(number), context: { businessId } })),
      }),
    );
    world = await openSetup({ data });
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    "are read exactly once while others are written, and a list resumes where it stopped",
    async () => {
      const { businessId } = world;
      // Does not check the pages, which would take longer than reading them; the tests of the sandbox do.
      const client = world.client({
        fetch,
        signIn: { oauth2: jwtBearer({ ...world.key, audience: world.sandbox.url }) },
      });
      const params = { path: { businessId }, query: { limit: 100 } };
      const seen = new Map<string, number>();
      let resume: string | undefined;
      let pages = 0;
      const read = async (most: number) => {
        for await (const page of client.orders({ params, resume }).pages()) {
          for (const { id = "" } of page.items) seen.set(id, (seen.get(id) ?? 0) + 1);
          resume = page.next;
          pages += 1;
          if (pages % 10 === 0) {
            // An existing order and a new one.
            await client.recordOrder({
              params: { path: { businessId, orderId: idOf(pages) } },
              body: { id: idOf(pages) },
            });
            const orderId = idOf(ORDERS + pages);
            await client.recordOrder({ params: { path: { businessId, orderId } }, body: { id: orderId } });
          }
          if (pages === most) break;
        }
      };
      await read(50);
      expect(resume).toBeDefined();
      await read(Number.POSITIVE_INFINITY);
      const counts = Array.from({ length: ORDERS }, (_, number) => seen.get(idOf(number)) ?? 0);
      expect(counts.filter((count) => count !== 1)).toEqual([]);
      expect(pages).toBeGreaterThanOrEqual(ORDERS / 100);
    },
    PATIENCE,
  );
});
