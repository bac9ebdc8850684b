/** Tests the types of the client: every line after `@ts-expect-error` must be an error. */
import { getOrder as getOrderCall } from "../../../generated/calls.js";
import { getOrder, listOrders, validators } from "../../../generated/validators.js";
import type { DescribedCall } from "../../../src/client/calls/call-description.js";
import { type Client, createClient as createRuntimeClient } from "../../../src/client/client.js";
import { defineQuery } from "../../../src/client/integrations/queries.js";
import type { ListMethods } from "../../../src/client/paging/lists.js";
import { type CallViolation, validateCalls } from "../../../src/client/validate-calls.js";
import {
  type ApplicationId,
  type BusinessId,
  CallError,
  type CallOptions,
  createClient,
  jwtBearer,
  type Order,
  type OrderId,
  orThrow,
  type ResultOf,
} from "../../../src/index.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId;
const orderId = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId;
const appId = "urn:aid:0b8f6f0e-4c8e-4f0b-9a7e-1f2d3c4b5a69" as ApplicationId;
const client = createClient({ baseUrl: "https://api.example", signIn: { oauth2: async () => "token" } });

export async function parameters(): Promise<void> {
  // Headers that the client adds are not required.
  await client.getOrder({ params: { path: { businessId, orderId } } });
  await client.GET("/businesses/{businessId}/orders/{orderId}", { params: { path: { businessId, orderId } } });
  // They can be passed.
  const header = { "Service-Request-Id": "mine", "Api-Version": "1.2" } as const;
  await client.recordOrder({ params: { path: { businessId, orderId }, header }, body: {} });
  // @ts-expect-error the only version is 1.2
  await client.getOrder({ params: { path: { businessId, orderId }, header: { "Api-Version": "1.3" } } });

  // @ts-expect-error the two ids are swapped
  await client.getOrder({ params: { path: { businessId: orderId, orderId: businessId } } });
  // @ts-expect-error a plain string is not an id
  await client.getOrder({ params: { path: { businessId: "7f3c1d52", orderId } } });
  // @ts-expect-error an id is missing
  await client.getOrder({ params: { path: { businessId } } });
  // @ts-expect-error the path has parameters
  await client.getOrder({});
  // @ts-expect-error the path has parameters
  await client.getOrder();
  // @ts-expect-error the path has parameters here too
  await client.GET("/businesses/{businessId}/orders/{orderId}");
  // @ts-expect-error unknown path
  await client.GET("/businesses", {});
  // @ts-expect-error unknown method of the path
  await client.PUT("/businesses/{businessId}/orders", { params: { path: { businessId } } });
  // @ts-expect-error unknown method
  client.DELETE;

  await client.listOrders({ params: { path: { businessId }, query: { limit: 10, startAt: new Date() } } });
  await client.listOrders({ params: { path: { businessId }, query: { startAt: "2026-03-14T09:26:53Z" } } });
  // @ts-expect-error wrong name
  await client.listOrders({ params: { path: { businessId }, query: { limits: 10 } } });
  // @ts-expect-error wrong type of value
  await client.listOrders({ params: { path: { businessId }, query: { limit: "10" } } });
  // @ts-expect-error the parameter is not a time
  await client.listOrders({ params: { path: { businessId }, query: { orderNumber: new Date() } } });
  // @ts-expect-error getOrder has no query parameters
  await client.getOrder({ params: { path: { businessId, orderId }, query: { limit: 10 } } });
  // Undocumented statuses can be filtered.
  await client.listOrders({ params: { path: { businessId }, query: { orderStatus: "PARTIALLY_REFUNDED" } } });
  // @ts-expect-error statuses are strings
  await client.listOrders({ params: { path: { businessId }, query: { orderStatus: 1 } } });
}

export async function bodies(): Promise<void> {
  // In the spec, the body of the first call is optional, and that of the second required.
  await client.recordOrder({ params: { path: { businessId, orderId } } });
  // @ts-expect-error missing body
  await client.createHook({});
  // @ts-expect-error missing property
  await client.createHook({ body: { deliveryUrl: 7 } });
  // @ts-expect-error a GET has no body
  await client.getOrder({ params: { path: { businessId, orderId } }, body: {} });
}

export async function results(): Promise<Order | undefined> {
  const result = await client.getOrder({ params: { path: { businessId, orderId } } });
  // @ts-expect-error `ok` is not checked, so there may be no data
  result.data.id;
  if (result.ok) {
    // openapi-fetch 0.17 would expand branded types of responses.
    same<(typeof result.data)["id"], OrderId | undefined>(true);
    if (result.status === 200) return result.data;
    const drifted: Order = result.data;
    return drifted;
  }
  same<typeof result.data, undefined>(true);
  if (result.status === 404) same<typeof result.error, unknown>(true);
  // Undocumented statuses can be compared, because any status can occur.
  if (result.status === 429 || result.status > 599) return undefined;
  const status: number = result.status;
  const thrown: Order = orThrow(await client.getOrder({ params: { path: { businessId, orderId } } }));
  return status > 0 ? thrown : undefined;
}

export async function lists(): Promise<Order[]> {
  const orders: Order[] = [];
  for await (const order of client.orders({ params: { path: { businessId }, query: { limit: 100 } } }))
    orders.push(order);
  for await (const page of client.orders({ params: { path: { businessId } }, resume: "/next" }).pages()) {
    orders.push(...page.items);
    same<typeof page.next, string | undefined>(true);
    const count: number | undefined = page.body.count;
    if (count === 0) break;
  }
  // @ts-expect-error missing businessId
  client.orders({});
  // @ts-expect-error plans are not orders
  for await (const plan of client.plans({ params: { path: { appId } } })) orders.push(plan);
  return orders;
}

/** A list whose operation requires no options. */
type Notes = {
  readonly parameters: { readonly query?: { readonly after?: string } };
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": { readonly notes: readonly string[] } } };
  };
};
type ListNotes = DescribedCall<
  "GET /notes",
  Notes,
  CallOptions<Notes>,
  { readonly list: "notes"; readonly items: "notes" }
>;

export function optionalOptions(notes: ListMethods<{ readonly listNotes: ListNotes }>): AsyncIterable<string> {
  notes.notes({ params: { query: { after: "n1" } }, maxPages: 2 });
  // @ts-expect-error the query parameter is a string
  notes.notes({ params: { query: { after: 1 } } });
  return notes.notes();
}

/** A list whose items another part of the body describes. */
type Narrowed = {
  readonly parameters: Record<never, never>;
  readonly responses: {
    readonly 200: Json<
      { readonly users?: readonly { readonly id: string }[] } & { readonly users: readonly Record<string, unknown>[] }
    >;
  };
};
type ListNarrowed = DescribedCall<
  "GET /users",
  Narrowed,
  CallOptions<Narrowed>,
  { readonly list: "users"; readonly items: "users" }
>;

export async function narrowedItems(client: ListMethods<{ readonly listUsers: ListNarrowed }>): Promise<string> {
  for await (const { id } of client.users()) return id;
  return "";
}

/** An operation whose error responses have different bodies, which the spec may have in the future. */
type Shelving = {
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": { readonly shelf: OrderId } } };
    readonly 204: { readonly content?: never };
    readonly 404: { readonly content: { readonly "application/json": { readonly missing: string } } };
    readonly 409: { readonly content: { readonly "application/problem+json": { readonly taken: number } } };
  };
};

export function narrowed(result: ResultOf<Shelving>): string | undefined {
  if (result.ok) {
    if (result.status === 204) same<typeof result.data, undefined>(true);
    if (result.status === 200) same<typeof result.data, { readonly shelf: OrderId }>(true);
    return result.data?.shelf;
  }
  if (result.status === 404) return result.error.missing;
  if (result.status === 409) same<typeof result.error, { readonly taken: number }>(true);
  // A status that is not documented is assumed to have one of the documented bodies.
  if (result.status === 503) same<typeof result.error, { readonly missing: string } | { readonly taken: number }>(true);
  // @ts-expect-error the status is not narrowed
  return result.error.missing;
}

type WithDefault = Shelving & {
  readonly responses: { readonly default: { readonly content: { "text/plain": string } } };
};
export function otherwise(result: ResultOf<WithDefault>): string | undefined {
  return !result.ok && result.status === 503 ? result.error : undefined;
}

type WithBodilessBody = {
  readonly responses: {
    readonly 200: { readonly content: { readonly "application/json": { readonly shelf: OrderId } } };
    readonly 204: { readonly content: { readonly "application/json": { readonly never: 1 } } };
  };
};
export function withoutBody(result: ResultOf<WithBodilessBody>): undefined {
  if (result.ok && result.status === 204) return result.data;
  // @ts-expect-error 200 has a body
  return result.ok && result.status === 200 ? result.data : undefined;
}

type WithRanges = {
  readonly responses: {
    readonly "2XX": { readonly content: { readonly "application/json": { readonly shelf: OrderId } } };
    readonly "4XX": { readonly content: { readonly "application/json": { readonly missing: string } } };
    readonly "5XX": { readonly content: { readonly "text/plain": string } };
  };
};
export function ranges(result: ResultOf<WithRanges>): OrderId | undefined {
  if (result.ok) return result.data.shelf;
  same<typeof result.error, string | { readonly missing: string }>(true);
  return undefined;
}

type Json<Body> = { readonly content: { readonly "application/json": Body } };
type NamedAndRange = { readonly responses: { readonly 404: Json<{ a: 1 }>; readonly "4XX": Json<{ b: 1 }> } };
type NamedRangeAndDefault = {
  readonly responses: NamedAndRange["responses"] & { readonly default: Json<{ c: 1 }> };
};
export function namedBesideRanges(one: ResultOf<NamedAndRange>, two: ResultOf<NamedRangeAndDefault>): void {
  if (!one.ok && one.status === 404) same<typeof one.error, { a: 1 }>(true);
  if (!one.ok && one.status === 418) same<typeof one.error, { b: 1 }>(true);
  if (!one.ok && one.status === 500) same<typeof one.error, { a: 1 } | { b: 1 }>(true);
  if (!two.ok) same<typeof two.error, { a: 1 } | { b: 1 } | { c: 1 }>(true);
  if (!two.ok && two.status === 404) same<typeof two.error, { a: 1 }>(true);
  if (!two.ok && two.status === 418) same<typeof two.error, { b: 1 }>(true);
  if (!two.ok && two.status === 500) same<typeof two.error, { c: 1 }>(true);
}

/** Headers that the client adds, whose names have no case. */
type WithHeaders = {
  readonly parameters: {
    readonly header: { readonly "content-type": string; readonly AUTHORIZATION: string; readonly "X-Key": string };
  };
};
export function addedHeaders(): CallOptions<WithHeaders, { readonly filled: "x-key" }>[] {
  const all = { "content-type": "text/plain", AUTHORIZATION: "Bearer t", "X-Key": "k" };
  // @ts-expect-error the client does not add this header
  const missing: CallOptions<WithHeaders> = {};
  return [{}, { params: { header: all } }, missing];
}

type GetNote = DescribedCall<
  "GET /notes/{id}",
  {
    readonly parameters: { readonly path: { readonly id: string } };
    readonly responses: {
      readonly 200: Json<{ readonly text: string }>;
      readonly 404: Json<{ readonly missing: string }>;
      readonly 409: { readonly content: { readonly "text/plain": string } };
    };
  }
>;
type NotesClient = Client<{ readonly getNote: GetNote }>;

const options = { params: { path: { id: "n1" } } };

/** By name and by path, a result is destructured and narrowed alike. */
export async function destructured(notes: NotesClient): Promise<string> {
  const { data, error, ok, status, undeclaredType } = await notes.getNote(options);
  const byPath = await notes.GET("/notes/{id}", options);
  same<typeof byPath, Awaited<ReturnType<typeof notes.getNote>>>(true);
  same<typeof error, { readonly missing: string } | string | undefined>(true);
  same<typeof data, { readonly text: string } | undefined>(true);
  same<typeof undeclaredType, string | undefined>(true);
  // @ts-expect-error there may be an error
  data.text;
  if (error instanceof CallError) return error.message;
  if (!ok && status === 404) return error.missing;
  if (!ok && status === 409) return error.toUpperCase();
  if (error !== undefined) return typeof error === "string" ? error : error.missing;
  return data.text;
}

export async function narrowedByStatus(notes: NotesClient): Promise<string> {
  const result = await notes.getNote(options);
  if (result.status === 200) return result.data.text;
  if (result.status === 404) return result.error.missing;
  // @ts-expect-error 409 has text
  if (result.status === 409) return result.error.missing;
  const query = defineQuery<"getNote", GetNote>("getNote")(notes, options);
  same<Awaited<ReturnType<typeof query.queryFn>>, { readonly text: string }>(true);
  const thrown = orThrow(await notes.GET("/notes/{id}", options));
  same<typeof thrown, { readonly text: string }>(true);
  return thrown.text;
}

type OnlyDefault = {
  readonly responses: { readonly default: { readonly content: { readonly "application/json": { readonly a: 1 } } } };
};
export function fallback(result: ResultOf<OnlyDefault>): 1 {
  return result.ok ? result.data.a : result.error.a;
}

type Streams = {
  readonly responses: { readonly 200: { readonly content: { readonly "text/event-stream": { readonly a: 1 } } } };
};
export async function streams(result: ResultOf<Streams>): Promise<1 | undefined> {
  if (result.ok) for await (const { data } of result.data) return data.a;
  return undefined;
}

export function settings(): void {
  const onViolation = ({ pointer, message }: CallViolation) => pointer + message;
  createClient({ baseUrl: "https://api.example", validate: validateCalls({ validators, onViolation }) });
  createClient({
    baseUrl: "https://api.example",
    validate: validateCalls({ validators: { getOrder, listOrders }, onViolation }),
  });
  // @ts-expect-error missing onViolation
  validateCalls({ validators });
  // @ts-expect-error validators must be created by `validateCalls`
  createClient({ baseUrl: "https://api.example", validate: true });
  // @ts-expect-error missing baseUrl
  createClient({ signIn: { oauth2: "token" } });
  const baseUrl = "https://api.example";
  createClient({ baseUrl, signIn: { oauth2: jwtBearer({ applicationId: "", privateKey: "" }) } });
  createClient({ baseUrl, signIn: {} });
  // @ts-expect-error a token has the name of its scheme
  createClient({ baseUrl, signIn: "token" });
  // @ts-expect-error a function too
  createClient({ baseUrl, signIn: async () => "token" });
  // @ts-expect-error a sign-in method too
  createClient({ baseUrl, signIn: jwtBearer({ applicationId: "", privateKey: "" }) });
  // @ts-expect-error the spec has no such scheme
  createClient({ baseUrl, signIn: { oauth: "token" } });
  // @ts-expect-error a number is no credential
  createClient({ baseUrl, signIn: { oauth2: 7 } });
  createRuntimeClient({ getOrder: getOrderCall }, { baseUrl, signIn: { oauth2: "token" } });
  // @ts-expect-error the call has no such scheme
  createRuntimeClient({ getOrder: getOrderCall }, { baseUrl, signIn: { oauth: "token" } });
  // @ts-expect-error unknown base URL
  createClient({ baseUrl: "https://api.example", billingURL: "https://billing.example" });
}

export async function passOn(): Promise<Order | undefined> {
  const { orders = [] } = orThrow(await client.listOrders({ params: { path: { businessId } } }));
  const [first] = orders;
  const text: string | undefined = first?.id;
  if (first?.id === undefined || text === "") return undefined;
  // @ts-expect-error an order id is not a business id
  await client.getOrder({ params: { path: { businessId: first.id, orderId: first.id } } });
  return orThrow(await client.getOrder({ params: { path: { businessId, orderId: first.id } } }));
}
