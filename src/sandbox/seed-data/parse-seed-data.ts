import { asObject, isObject, type Json, type JsonObject, joinPointer, type Pointer } from "../../document/index.js";
import { parseSourceFile } from "../../document/source-file.js";
import { describeViolation } from "../../schema/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { buildRecordedOrder } from "../orders/record-rules.js";
import { readTenants, type Tenants, TenantsError } from "../tenants/index.js";
import type { SeedData } from "./seed-data.js";
import { SeedDataError } from "./seed-data-error.js";

/**
 * Reads a seed-data file, YAML or JSON: `{ businesses, applications, users, orders, plans, subscriptions, hooks }`, each of
 * which may be missing. Orders, plans, subscriptions and hooks are as the contract has them; an order names its business in
 * `context.businessId`. What an order leaves out is filled in as when it is recorded by PUT.
 *
 * @throws SeedDataError with file, line and column of what is wrong; DocumentError when it is neither YAML nor JSON
 */
export function parseSeedData(path: string, text: string, app: AppContext, now: number): SeedData {
  const source = parseSourceFile(path, text);
  const reject = (pointer: Pointer, message: string): never => {
    throw new SeedDataError(source.locate(pointer), `${pointer === "" ? "the file" : pointer}: ${message}`);
  };
  const file = source.value;
  if (!isObject(file)) return reject("", `expected an object with some of ${MEMBERS.join(", ")}`);
  const unknown = Object.keys(file).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) reject(joinPointer("", unknown), `there are only ${MEMBERS.join(", ")}`);
  const tenants = readTenantsPart(file, reject);
  const reading: ParseContext = { file, tenants, app, reject };
  return {
    tenants,
    orders: readOrders(reading, now),
    plans: readValidItems(reading, "plans", "Plan").map(({ item, pointer }) =>
      checkReferences(reading, { item, pointer }, ["appId", "planId", "createdAt"]),
    ),
    subscriptions: readValidItems(reading, "subscriptions", "Subscription").map(({ item, pointer }) =>
      checkReferences(reading, { item, pointer }, ["appId", "subscriptionId", "businessId", "createdAt"]),
    ),
    hooks: readValidItems(reading, "hooks", "HookRegistration").map(({ item, pointer }) =>
      checkReferences(reading, { item, pointer }, [
        "applicationId",
        "businessId",
        "deliveryUrl",
        "secret",
        "eventTypes",
      ]),
    ),
  };
}

const MEMBERS: readonly string[] = ["businesses", "applications", "users", "orders", "plans", "subscriptions", "hooks"];

type Reject = (pointer: Pointer, message: string) => never;
type ParseContext = {
  readonly file: JsonObject;
  readonly tenants: Tenants;
  readonly app: AppContext;
  readonly reject: Reject;
};
type Item = { readonly item: JsonObject; readonly pointer: Pointer };

function readTenantsPart(file: JsonObject, reject: Reject): Tenants {
  const part = ["businesses", "applications", "users"].flatMap((name) => (name in file ? [[name, file[name]]] : []));
  try {
    return readTenants(Object.fromEntries(part));
  } catch (error) {
    if (!(error instanceof TenantsError)) throw error;
    // Its message begins with its own pointer.
    return reject(error.pointer, error.message.replace(`${error.pointer}: `, ""));
  }
}

/** The objects of a list, each valid by the contract. */
function readValidItems({ file, app, reject }: ParseContext, list: string, schema: string): readonly Item[] {
  const items = file[list] ?? [];
  if (!Array.isArray(items)) return reject(`/${list}`, "expected a list");
  return items.map((item: Json, index) => {
    const pointer = joinPointer(`/${list}`, index);
    const failure = app.schemas.validate(`/components/schemas/${schema}`, "request", item)[0];
    if (failure !== undefined) reject(pointer + failure.instance, `expected ${describeViolation(failure).expected}`);
    return isObject(item) ? { item, pointer } : reject(pointer, "expected an object");
  });
}

/** What the contract leaves open and a sandbox needs: these members, with an application and a business that are known. */
function checkReferences(
  { tenants, reject }: ParseContext,
  { item, pointer }: Item,
  required: readonly string[],
): JsonObject {
  const missing = required.find((name) => item[name] === undefined);
  if (missing !== undefined) reject(pointer, `"${missing}" is required`);
  const { appId = item.applicationId, businessId } = item;
  if (!tenants.applications.some(({ id }) => id === appId))
    reject(pointer, "the application is not among those of the file");
  if (businessId !== undefined)
    findBusiness(tenants, businessId, () => reject(`${pointer}/businessId`, UNKNOWN_BUSINESS));
  return item;
}

const UNKNOWN_BUSINESS = "expected the id of a business of the file";

function findBusiness(registry: Tenants, id: Json | undefined, otherwise: () => never): string {
  return registry.businesses.find((business) => business.id === id)?.id ?? otherwise();
}

function readOrders(reading: ParseContext, now: number): readonly JsonObject[] {
  const { tenants, app, reject } = reading;
  const transactionIds = new Set<string>();
  const orderIds = new Set<string>();
  return readValidItems(reading, "orders", "Order").map(({ item, pointer }) => {
    const businessId = findBusiness(tenants, asObject(item.context)?.businessId, () =>
      reject(`${pointer}/context/businessId`, UNKNOWN_BUSINESS),
    );
    const orderId = String(item.id ?? "").toLowerCase();
    const transactionId = (index: number): string =>
      deriveUuid(app.seed, "transaction", businessId, orderId, String(index));
    const recorded = buildRecordedOrder(undefined, {
      ...{ businessId, orderId, body: item, now, transactionId },
      updatedAt: "passed",
    });
    if ("status" in recorded) return reject(pointer, String(asObject(recorded.body)?.message));
    const { transactions = [] } = recorded.order;
    const ids = Array.isArray(transactions)
      ? transactions.map((it: Json) => String(asObject(it)?.id).toLowerCase())
      : [];
    if (orderIds.has(orderId)) reject(`${pointer}/id`, "an order of this id stands further up");
    if (ids.some((id) => transactionIds.has(id))) reject(`${pointer}/transactions`, "one of them stands further up");
    orderIds.add(orderId);
    for (const id of ids) transactionIds.add(id);
    return recorded.order;
  });
}
