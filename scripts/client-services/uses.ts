import { type AnyResult, createHookedFetch, encodeBasic } from "../../src/client/index.js";
import type { ClientConfig } from "../../src/generate/client/client-config.js";
import type { RunningService } from "../probe-services/foreign-process.js";

export type ServiceClient = Readonly<Record<string, (options?: object) => Promise<AnyResult>>> &
  Readonly<Record<"items", (options: object) => AsyncIterable<unknown>>>;

type Step = (client: ServiceClient) => Promise<AnyResult | string>;

/** How the client of a service is used. The names of services are those of scripts/probe-services and ./services.ts. */
export type ClientUse = {
  readonly service: string;
  /** What the spec does not say. */
  readonly config: ClientConfig;
  /** How the client signs in. */
  readonly signIn?: string;
  readonly options: (service: RunningService) => object;
  readonly steps: Readonly<Partial<Record<"create" | "read" | "update" | "list", Step>>>;
};

export const COUNT = 7;

/** Checks that a call succeeds and returns the expected part. */
export async function expectData(
  call: Promise<AnyResult> | undefined,
  isExpected: (data: never) => boolean,
): Promise<AnyResult> {
  const result = await call;
  if (result === undefined) throw new Error("the client has no such call");
  if (!result.ok) throw new Error(`${result.operation}: ${result.status} ${JSON.stringify(result.error)}`);
  if (!isExpected(result.data as never)) throw new Error(`${result.operation}: ${JSON.stringify(result.data)}`);
  return result;
}

export async function countItems(client: ServiceClient, options: object, expected = COUNT): Promise<string> {
  let count = 0;
  for await (const _ of client.items(options)) count += 1;
  if (count !== expected) throw new Error(`${count} items, expected ${expected}`);
  return `${count} items`;
}

const bucket = { path: { bucket_id: "b" } };
const records = { path: { bucket_id: "b", collection_id: "c" } };
const record = { path: { ...records.path, id: "r0" } };

export const USES: readonly ClientUse[] = [
  {
    service: "kinto",
    config: { lists: { get_records: { name: "items", style: "header", items: "/data", next: "Next-Page" } } },
    signIn: "HTTP basic: `basicauth`",
    options: () => ({ signIn: { basicauth: encodeBasic("probe", "probe") } }),
    steps: {
      create: async (client) => {
        await client.create_bucket?.({ body: { data: { id: "b" } } });
        await client.create_collection?.({ params: bucket, body: { data: { id: "c" } } });
        const create = (index: number) =>
          client.create_record?.({ params: records, body: { data: { id: `r${index}`, index } } });
        for (let index = 1; index < COUNT; index += 1) await create(index);
        return expectData(create(0), ({ data }: { data: { index: number } }) => data.index === 0);
      },
      read: (client) =>
        expectData(client.get_record?.({ params: record }), ({ data }: { data: { id: string } }) => data.id === "r0"),
      update: (client) =>
        expectData(
          client.update_record?.({ params: record, body: { data: { index: 9 } } }),
          ({ data }: { data: { index: number } }) => data.index === 9,
        ),
      list: (client) => countItems(client, { params: { ...records, query: { _limit: 2 } } }),
    },
  },
  {
    service: "jupyter_server",
    config: {},
    signIn: "a header by `onRequest`, because the spec has no scheme",
    options: () => ({
      fetch: createHookedFetch({ onRequest: ({ headers }) => headers.set("Authorization", "token probe") }),
    }),
    steps: {
      create: async (client) => {
        await client.putApiContentsByPath?.({ params: { path: { path: "d" } }, body: { type: "directory" } });
        const save = (index: number) =>
          client.putApiContentsByPath?.({
            params: { path: { path: `d/n${index}.txt` } },
            body: { type: "file", format: "text", content: `text ${index}` },
          });
        for (let index = 1; index < COUNT; index += 1) await save(index);
        return expectData(save(0), ({ name }: { name: string }) => name === "n0.txt");
      },
      read: (client) =>
        expectData(
          client.getApiContentsByPath?.({ params: { path: { path: "d/n0.txt" } } }),
          ({ content }: { content: string }) => content === "text 0",
        ),
      update: (client) =>
        expectData(
          client.patchApiContentsByPath?.({ params: { path: { path: "d/n0.txt" } }, body: { path: "d/m0.txt" } }),
          ({ path }: { path: string }) => path === "d/m0.txt",
        ),
      list: async (client) => {
        const folder = await client.getApiContentsByPath?.({ params: { path: { path: "d" } } });
        const { content = [] } = (folder?.ok === true ? folder.data : {}) as { content?: readonly unknown[] };
        return `${content.length} items on one page`;
      },
    },
  },
  {
    service: "sqlmodel heroes",
    config: {
      lists: {
        read_heroes_heroes__get: { name: "items", style: "offset", items: "", start: "offset", count: "limit" },
      },
    },
    options: () => ({}),
    steps: {
      create: async (client) => {
        const create = (index: number) =>
          client.create_hero_heroes__post?.({ body: { name: `h${index}`, secret_name: "s" } });
        for (let index = 1; index < COUNT; index += 1) await create(index);
        return expectData(create(0), ({ name }: { name: string }) => name === "h0");
      },
      read: (client) =>
        expectData(
          client.read_hero_heroes__hero_id__get?.({ params: { path: { hero_id: 1 } } }),
          ({ name }: { name: string }) => name === "h1",
        ),
      update: (client) =>
        expectData(
          client.update_hero_heroes__hero_id__patch?.({ params: { path: { hero_id: 1 } }, body: { age: 30 } }),
          ({ age }: { age: number }) => age === 30,
        ),
      list: (client) => countItems(client, { params: { query: { limit: 2 } } }),
    },
  },
  {
    service: "powerdns",
    config: {},
    signIn: "API key: `APIKeyHeader`",
    options: () => ({ signIn: { APIKeyHeader: "probe" } }),
    steps: {
      create: async (client) => {
        const path = { server_id: "localhost" };
        const create = (index: number) =>
          client.createZone?.({
            params: { path },
            body: { name: `z${index}.example.`, kind: "Native", nameservers: ["ns.example."] },
          });
        for (let index = 1; index < COUNT; index += 1) await create(index);
        return expectData(create(0), ({ name }: { name: string }) => name === "z0.example.");
      },
      read: (client) =>
        expectData(
          client.listZone?.({ params: { path: { server_id: "localhost", zone_id: "z0.example." } } }),
          ({ rrsets }: { rrsets: readonly unknown[] }) => rrsets.length > 0,
        ),
      update: (client) =>
        expectData(
          client.putZone?.({
            params: { path: { server_id: "localhost", zone_id: "z0.example." } },
            body: { kind: "Master" },
          }),
          (data) => data === undefined,
        ),
      list: async (client) => {
        const zones = await client.listZones?.({ params: { path: { server_id: "localhost" } } });
        return `${(zones?.ok === true ? (zones.data as unknown[]) : []).length} items on one page`;
      },
    },
  },
  {
    service: "wiremock",
    config: {
      lists: {
        getAllStubMappings: { name: "items", style: "offset", items: "/mappings", start: "offset", count: "limit" },
      },
    },
    options: () => ({}),
    steps: {
      create: async (client) => {
        const create = (index: number) =>
          client.createNewStubMapping?.({
            body: { id: stubId(index), request: { url: `/${index}`, method: "GET" }, response: { status: 200 } },
          });
        for (let index = 1; index < COUNT; index += 1) await create(index);
        return expectData(create(0), ({ id }: { id: string }) => id === stubId(0));
      },
      read: (client) =>
        expectData(
          client.getStubMappingById?.({ params: { path: { stubMappingId: stubId(0) } } }),
          ({ id }: { id: string }) => id === stubId(0),
        ),
      update: (client) =>
        expectData(
          client.updateStubMapping?.({
            params: { path: { stubMappingId: stubId(0) } },
            body: { request: { url: "/0", method: "GET" }, response: { status: 204 } },
          }),
          ({ response }: { response: { status: number } }) => response.status === 204,
        ),
      list: (client) => countItems(client, { params: { query: { limit: 2 } } }),
    },
  },
];

function stubId(index: number): string {
  return `00000000-0000-4000-8000-00000000000${index}`;
}
