import {
  asObject,
  formatLocation,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  readBytes,
  type SourceLocation,
} from "../../document/index.js";
import { parseSourceFile } from "../../document/source-file.js";
import { formatReadError } from "../../recording/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { Refusal } from "../context/request-context.js";
import { buildRecordedOrder, type RecordOrderCommand } from "../orders/record-order.js";
import { findViolation } from "../requests/request-validation.js";
import { TenantsError } from "../tenants/read-fields.js";
import { readTenants, type Tenants } from "../tenants/tenants.js";
import { FIXTURE_NAMES, type SeedData } from "./fixtures.js";

/**
 * Reads a seed-data file.
 *
 * @throws SeedDataError when the file cannot be read or is invalid
 */
export function readSeedData(path: string, app: AppContext, now: number): SeedData {
  let text: string;
  try {
    text = readBytes(path).toString("utf8");
  } catch (error) {
    const expected = `expected ${FIXTURE_NAMES.join(", ")} or the path of a YAML or JSON seed-data file`;
    throw new SeedDataError({ file: path }, `${formatReadError(error)}; ${expected}`, { cause: error });
  }
  return parseSeedData(path, text, app, now);
}

/**
 * Parses a seed-data file in YAML or JSON: `{ businesses, applications, users, orders, plans, subscriptions, hooks }`,
 * all optional. Orders, plans, subscriptions and hooks must conform to the spec; an order names its business in
 * `context.businessId`. Missing members of an order are added as by PUT.
 *
 * @throws SeedDataError with file, line and column; DocumentError when the file is neither YAML nor JSON
 */
export function parseSeedData(path: string, text: string, app: AppContext, now: number): SeedData {
  const source = parseSourceFile(path, text);
  const reject = (pointer: Pointer, message: string): never => {
    throw new SeedDataError(source.locate(pointer), `${pointer === "" ? "the file" : pointer}: ${message}`);
  };
  const file = source.value;
  if (!isObject(file)) return reject("", `expected an object with some of ${MEMBERS.join(", ")}`);
  const unknown = Object.keys(file).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) reject(joinPointer("", unknown), `unknown member; expected ${MEMBERS.join(", ")}`);
  const tenants = readTenantsPart(file, reject);
  const context: ParseContext = { file, tenants, app, reject };
  return {
    tenants,
    orders: readOrders(context, now),
    plans: readValidItems(context, "plans", "Plan").map(({ item, pointer }) =>
      checkReferences(context, { item, pointer }, ["appId", "planId", "createdAt"]),
    ),
    subscriptions: readValidItems(context, "subscriptions", "Subscription").map(({ item, pointer }) =>
      checkReferences(context, { item, pointer }, ["appId", "subscriptionId", "businessId", "createdAt"]),
    ),
    hooks: readValidItems(context, "hooks", "HookRegistration").map(({ item, pointer }) =>
      checkReferences(context, { item, pointer }, [
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
    // The message starts with the pointer, which `reject` adds again.
    return reject(error.pointer, error.message.replace(`${error.pointer}: `, ""));
  }
}

/** Returns the objects of a list after validating each against the spec. */
function readValidItems({ file, app, reject }: ParseContext, list: string, schema: string): readonly Item[] {
  const items = file[list] ?? [];
  if (!Array.isArray(items)) return reject(`/${list}`, "expected an array");
  return items.map((item: Json, index) => {
    const pointer = joinPointer(`/${list}`, index);
    const violation = findViolation(app.schemas, schema, "request", item);
    if (violation !== undefined) reject(pointer + violation.at, `expected ${violation.expected}`);
    return isObject(item) ? { item, pointer } : reject(pointer, "expected an object");
  });
}

/**
 * Checks members that are optional in the spec but required here, and that the application and business are in the
 * file.
 */
function checkReferences(
  { tenants, reject }: ParseContext,
  { item, pointer }: Item,
  required: readonly string[],
): JsonObject {
  const missing = required.find((name) => item[name] === undefined);
  if (missing !== undefined) reject(pointer, `"${missing}" is required`);
  const { appId = item.applicationId, businessId } = item;
  if (!tenants.applications.some(({ id }) => id === appId))
    reject(pointer, "expected the id of an application in the file");
  if (businessId !== undefined)
    findBusiness(tenants, businessId, () => reject(`${pointer}/businessId`, UNKNOWN_BUSINESS));
  return item;
}

const UNKNOWN_BUSINESS = "expected the id of a business in the file";

function findBusiness(tenants: Tenants, id: Json | undefined, rejectUnknown: () => never): string {
  return tenants.businesses.find((business) => business.id === id)?.id ?? rejectUnknown();
}

function readOrders(context: ParseContext, now: number): readonly JsonObject[] {
  const { tenants, app, reject } = context;
  const transactionIds = new Set<string>();
  const orderIds = new Set<string>();
  return readValidItems(context, "orders", "Order").map(({ item, pointer }) => {
    const businessId = findBusiness(tenants, asObject(item.context)?.businessId, () =>
      reject(`${pointer}/context/businessId`, UNKNOWN_BUSINESS),
    );
    const orderId = String(item.id ?? "").toLowerCase();
    const transactionId = (index: number): string =>
      deriveUuid(app.seed, "transaction", businessId, orderId, String(index));
    const command = { businessId, orderId, body: item, now, transactionId, updatedAt: "passed" } as const;
    const order = readRecordedOrder(command, (message) => reject(pointer, message));
    const { transactions = [] } = order;
    const ids = Array.isArray(transactions)
      ? transactions.map((it: Json) => String(asObject(it)?.id).toLowerCase())
      : [];
    if (orderIds.has(orderId)) reject(`${pointer}/id`, "an earlier order has the same id");
    if (ids.some((id) => transactionIds.has(id)))
      reject(`${pointer}/transactions`, "an earlier order has a transaction with the same id");
    orderIds.add(orderId);
    for (const id of ids) transactionIds.add(id);
    return order;
  });
}

function readRecordedOrder(command: RecordOrderCommand, reject: (message: string) => never): JsonObject {
  try {
    return buildRecordedOrder(undefined, command).order;
  } catch (error) {
    if (error instanceof Refusal) return reject(error.message);
    throw error;
  }
}

/** Invalid seed data. The message contains the location in the file and what was expected. */
export class SeedDataError extends Error {
  override readonly name = "SeedDataError" as const;
  readonly location: SourceLocation;

  constructor(location: SourceLocation, message: string, options?: ErrorOptions) {
    super(`${formatLocation(location)}: ${message}`, options);
    this.location = location;
  }
}
