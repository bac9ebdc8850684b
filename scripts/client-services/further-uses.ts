import { readFileSync } from "node:fs";
import { join } from "node:path";
import { passwordGrant } from "../../src/client/index.js";
import { type ClientUse, COUNT, countItems, expectData, type ServiceClient } from "./uses.js";

/** One page of bugsink has 250 projects. */
const PROJECTS = 251;

/** Uses of the services of ./services.ts. */
export const FURTHER_USES: readonly ClientUse[] = [
  {
    service: "bugsink",
    config: { lists: { projects_list: { name: "items", style: "url", items: "/results", next: "/next" } } },
    signIn: "bearer token: `BearerAuth`",
    options: ({ folder }) => ({ signIn: { BearerAuth: readFileSync(join(folder, "token"), "utf8").trim() } }),
    steps: {
      create: async (client) => {
        const team = await client.teams_create?.({ body: { name: "team" } });
        const { id } = (team?.ok === true ? team.data : {}) as { id?: string };
        const create = (index: number) => client.projects_create?.({ body: { team: id, name: `p${index}` } });
        for (let index = 1; index < PROJECTS; index += 1) await create(index);
        return expectData(create(0), ({ name }: { name: string }) => name === "p0");
      },
      read: (client) =>
        expectData(
          client.projects_retrieve?.({ params: { path: { id: 1 } } }),
          ({ name }: { name: string }) => name === "p1",
        ),
      update: (client) =>
        expectData(
          client.projects_partial_update?.({ params: { path: { id: 1 } }, body: { name: "q1" } }),
          ({ name }: { name: string }) => name === "q1",
        ),
      list: (client) => countItems(client, {}, PROJECTS),
    },
  },
  {
    service: "changedetection.io",
    config: {},
    signIn: "API key: `ApiKeyAuth`",
    options: ({ folder }) => ({ signIn: { ApiKeyAuth: readApiKey(folder) } }),
    steps: {
      create: async (client) => {
        const create = (index: number) =>
          client.createWatch?.({ body: { url: `http://127.0.0.1:9/${index}`, title: `w${index}`, paused: true } });
        for (let index = 1; index < COUNT; index += 1) await create(index);
        return expectData(create(0), ({ uuid }: { uuid: string }) => uuid.length > 0);
      },
      read: async (client) =>
        expectData(
          client.getWatch?.({ params: { path: { uuid: await findWatch(client) } } }),
          ({ title }: { title: string }) => title === "w0",
        ),
      update: async (client) =>
        expectData(
          client.updateWatch?.({ params: { path: { uuid: await findWatch(client) } }, body: { title: "w9" } }),
          () => true,
        ),
      list: async (client) => {
        const watches = await client.listWatches?.();
        const { length } = Object.keys(watches?.ok === true ? (watches.data as object) : {});
        return `${length} items on one page, two of them the service's own`;
      },
    },
  },
  {
    service: "zenml",
    config: {
      lists: {
        list_tags_api_v1_tags_get: { name: "items", style: "page", items: "/items", start: "page", count: "size" },
      },
    },
    signIn: "OAuth 2 password grant: `passwordGrant`",
    options: ({ url }) => ({
      signIn: {
        OAuth2PasswordBearer: passwordGrant({ tokenUrl: `${url}/api/v1/login`, username: "probe", password: "probe" }),
      },
    }),
    steps: {
      create: async (client) => {
        const create = (index: number) => client.create_tag_api_v1_tags_post?.({ body: { name: `t${index}` } });
        for (let index = 1; index < COUNT; index += 1) await create(index);
        return expectData(create(0), ({ name }: { name: string }) => name === "t0");
      },
      read: async (client) =>
        expectData(
          client.get_tag_api_v1_tags__tag_id__get?.({ params: { path: { tag_id: await findTag(client) } } }),
          ({ name }: { name: string }) => name === "t0",
        ),
      update: async (client) =>
        expectData(
          client.update_tag_api_v1_tags__tag_id__put?.({
            params: { path: { tag_id: await findTag(client) } },
            body: { name: "u0" },
          }),
          ({ name }: { name: string }) => name === "u0",
        ),
      list: (client) => countItems(client, { params: { query: { size: 2 } } }),
    },
  },
];

/** The service writes a key of its own on its first start. */
function readApiKey(folder: string): string {
  const { settings } = JSON.parse(readFileSync(join(folder, "data/changedetection.json"), "utf8"));
  return settings.application.api_access_token;
}

async function findWatch(client: ServiceClient): Promise<string> {
  const watches = await client.listWatches?.();
  const all = (watches?.ok === true ? watches.data : {}) as Readonly<Record<string, { title?: string }>>;
  return Object.keys(all).find((uuid) => all[uuid]?.title === "w0") ?? "none";
}

async function findTag(client: ServiceClient): Promise<string> {
  const tags = await client.list_tags_api_v1_tags_get?.({ params: { query: { name: "t0" } } });
  const [tag] = ((tags?.ok === true ? tags.data : {}) as { items?: { id: string }[] }).items ?? [];
  return tag?.id ?? "00000000-0000-4000-8000-000000000000";
}
