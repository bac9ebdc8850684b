import {
  asArray,
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
import { FieldError, readItems } from "../tenants/read-fields.js";
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
  try {
    return readMembersOfFile(source.value, app, now);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const { pointer, reason } = error;
    throw new SeedDataError(source.locate(pointer), `${pointer === "" ? "the file" : pointer}: ${reason}`);
  }
}

const TENANTS: readonly string[] = ["businesses", "applications", "users"];
const MEMBERS: readonly string[] = [...TENANTS, "orders", "plans", "subscriptions", "hooks"];

function readMembersOfFile(file: Json, app: AppContext, now: number): SeedData {
  if (!isObject(file)) throw new FieldError("", `expected an object with some of ${MEMBERS.join(", ")}`);
  const unknown = Object.keys(file).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw new FieldError(joinPointer("", unknown), `unknown member; expected ${MEMBERS.join(", ")}`);
  const tenants = readTenants(Object.fromEntries(Object.entries(file).filter(([name]) => TENANTS.includes(name))));
  const context: ParseContext = { file, tenants, app };
  const hook = ["applicationId", "businessId", "deliveryUrl", "secret", "eventTypes"];
  return {
    tenants,
    orders: readOrders(context, now),
    plans: readOwnedItems(context, "plans", "Plan", ["appId", "planId", "createdAt"]),
    subscriptions: readOwnedItems(context, "subscriptions", "Subscription", [
      ...["appId", "subscriptionId", "businessId", "createdAt"],
    ]),
    hooks: readOwnedItems(context, "hooks", "HookRegistration", hook),
  };
}

type ParseContext = { readonly file: JsonObject; readonly tenants: Tenants; readonly app: AppContext };

/** Returns the objects of a list with their pointers, after validating each against the spec. */
function readValidItems({ file, app }: ParseContext, list: string, schema: string) {
  return readItems(file[list], `/${list}`).map(({ item, at }) => {
    const violation = findViolation(app.schemas, schema, "request", item);
    if (violation !== undefined) throw new FieldError(at + violation.at, `expected ${violation.expected}`);
    if (!isObject(item)) throw new FieldError(at, "expected an object");
    return { item, at };
  });
}

/**
 * Returns the valid objects of a list. Checks members that are optional in the spec but required here, and that the
 * application and business are in the file.
 */
function readOwnedItems(
  context: ParseContext,
  list: string,
  schema: string,
  required: readonly string[],
): readonly JsonObject[] {
  return readValidItems(context, list, schema).map(({ item, at }) => {
    const missing = required.find((name) => item[name] === undefined);
    if (missing !== undefined) throw new FieldError(at, `"${missing}" is required`);
    const { appId = item.applicationId, businessId } = item;
    if (!context.tenants.applications.some(({ id }) => id === appId))
      throw new FieldError(at, "expected the id of an application in the file");
    if (businessId !== undefined) readBusinessId(context, businessId, `${at}/businessId`);
    return item;
  });
}

function readBusinessId({ tenants }: ParseContext, id: Json | undefined, pointer: Pointer): string {
  const known = tenants.businesses.find((business) => business.id === id);
  if (known === undefined) throw new FieldError(pointer, "expected the id of a business in the file");
  return known.id;
}

function readOrders(context: ParseContext, now: number): readonly JsonObject[] {
  const { seed } = context.app;
  const transactionIds = new Set<string>();
  const orderIds = new Set<string>();
  return readValidItems(context, "orders", "Order").map(({ item, at }) => {
    const businessId = readBusinessId(context, asObject(item.context)?.businessId, `${at}/context/businessId`);
    const orderId = String(item.id ?? "").toLowerCase();
    const transactionId = (index: number): string =>
      deriveUuid(seed, "transaction", businessId, orderId, String(index));
    const command = { businessId, orderId, body: item, now, transactionId, updatedAt: "passed" } as const;
    const order = readRecordedOrder(command, at);
    const ids = asArray(order.transactions).map((it) => String(asObject(it)?.id).toLowerCase());
    if (orderIds.has(orderId)) throw new FieldError(`${at}/id`, "an earlier order has the same id");
    if (ids.some((id) => transactionIds.has(id)))
      throw new FieldError(`${at}/transactions`, "an earlier order has a transaction with the same id");
    orderIds.add(orderId);
    for (const id of ids) transactionIds.add(id);
    return order;
  });
}

function readRecordedOrder(command: RecordOrderCommand, pointer: Pointer): JsonObject {
  try {
    return buildRecordedOrder(undefined, command).order;
  } catch (error) {
    throw error instanceof Refusal ? new FieldError(pointer, error.message) : error;
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
