/** The checks for every runtime: they are bundled, run against a sandbox, and return their results. */
import {
  type ApplicationId,
  type BusinessId,
  createClient,
  jwtBearer,
  type OrderId,
  orThrow,
  patch,
} from "../../../src/index.js";
import { sign, verify } from "../../../src/webhooks/index.js";

export type World = {
  readonly baseUrl: string;
  readonly businessId: string;
  readonly applicationId: string;
  readonly privateKey: string;
  readonly audience: string;
};

/** The expected results in every runtime. */
export const EXPECTED = [
  "5 of a page",
  "12 of all pages, each once",
  "201, then the same response again by the same request id",
  "patched true",
  "hook active",
  "true false",
];

export async function smoke(world: World): Promise<readonly string[]> {
  const { baseUrl, applicationId, privateKey, audience } = world;
  const client = createClient({ baseUrl, signIn: { oauth2: jwtBearer({ applicationId, privateKey, audience }) } });
  const path = { businessId: world.businessId as BusinessId };
  const results: string[] = [];
  const page = orThrow(await client.listOrders({ params: { path, query: { limit: 5 } } }));
  results.push(`${page.orders?.length} of a page`);
  const ids = new Set<unknown>();
  let count = 0;
  for await (const order of client.orders({ params: { path, query: { limit: 5 } } })) {
    ids.add(order.id);
    count += 1;
    if (count === 12) break;
  }
  results.push(`${ids.size} of all pages, each once`);
  const params = {
    path: { ...path, orderId: crypto.randomUUID() as OrderId },
    header: { "Service-Request-Id": crypto.randomUUID() },
  };
  const body = { statuses: { status: "OPENED" }, items: [], discounts: [] };
  const first = await client.recordOrder({ params, body });
  const again = await client.recordOrder({ params, body });
  // A repeated request gets the first response, byte for byte.
  const isSame = again.status === first.status && JSON.stringify(orThrow(again)) === JSON.stringify(orThrow(first));
  results.push(`${first.status}, then ${isSame ? "the same" : "another"} response again by the same request id`);
  const changes = patch().replace("/discounts", []);
  const changed = await client.updateOrder({ params: { path: params.path }, body: changes });
  results.push(`patched ${orThrow(changed).id === params.path.orderId}`);
  const secret = "a-secret-to-sign-with";
  const hook = await client.createHook({
    body: {
      ...path,
      applicationId: applicationId as ApplicationId,
      deliveryUrl: "http://127.0.0.1:4999/",
      secret,
      eventTypes: ["ORDER_OPENED"],
    },
  });
  results.push(`hook ${orThrow(hook).active ? "active" : "inactive"}`);
  const signature = await sign("größer", secret);
  results.push(`${await verify("größer", signature, secret)} ${await verify("grösser", signature, secret)}`);
  return results;
}
