// Generated from the OpenAPI spec. Do not edit: change the spec and generate again.
// @generated

import * as runtime from "../src/client/index.js";
import {
  createToken,
  listOrders,
  getOrder,
  recordOrder,
  updateOrder,
  listOrderShipments,
  listOrderHistories,
  listTransactions,
  listSubscriptions,
  getSubscription,
  listPlans,
  createHook,
} from "./calls.js";

export type * from "./types.js";
export { CallError, orThrow } from "../src/client/index.js";

/** The base URLs of the spec, with the defaults of their variables. */
export const servers = {
  baseUrl: "https://services.commerce-cloud.example",
  billingUrl: "https://billing.commerce-cloud.example",
} as const;

const calls: typeof import("./calls.js") = {
  createToken,
  listOrders,
  getOrder,
  recordOrder,
  updateOrder,
  listOrderShipments,
  listOrderHistories,
  listTransactions,
  listSubscriptions,
  getSubscription,
  listPlans,
  createHook,
};

/** The name of a call. */
export type CallName = keyof typeof calls;

/** Every operation by name and by path, and the lists. */
export interface Client extends runtime.Client<typeof calls> {}

/** Options of `createClient`. */
export type ClientOptions = runtime.CommonClientOptions<"oauth2"> & {
  readonly baseUrl: string;
  readonly billingUrl?: string | undefined;
};

/**
 * Creates a client with every operation of the spec. To bundle only some operations, pass them to `createClient` of the
 * runtime: `createClient({ getOrder }, options)`.
 *
 * @throws TypeError when an option is invalid
 */
export function createClient(options: ClientOptions): Client {
  return runtime.createClient(calls, options);
}

/** The sign-in `jwtBearer` of the runtime, with the token endpoint of the spec. */
export function jwtBearer(options: runtime.JwtBearerOptions): runtime.SignIn {
  return runtime.jwtBearer(options, [createToken]);
}

/** The sign-in `password` of the runtime, with the token endpoint of the spec. */
export function password(options: runtime.PasswordOptions): runtime.SignIn {
  return runtime.password(options, [createToken]);
}
