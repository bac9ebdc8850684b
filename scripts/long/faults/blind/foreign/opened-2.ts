import { createJsonResponse, editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { INTEGER, ignoreQuery } from "../edits-of-commerce.js";
import {
  addHero,
  addRecord,
  addTeam,
  DELETE_RECORD,
  HERO,
  HEROES,
  keepFound,
  PUT_BUCKET,
  PUT_RECORD,
  RECORDS,
  RECORDS_PATH,
  TEAM,
  TEAMS,
} from "./foreign-edits.js";

export const FOREIGN_OPENED_2: readonly Defect[] = [
  {
    id: "heroes-age-as-text",
    service: "heroes",
    operation: HEROES,
    title: "age of listed heroes is a string",
    breaks: "spec: age is an integer or null",
    response: editBody((it) =>
      it.map((one: Json) => (typeof one.age === "number" ? { ...one, age: String(one.age) } : one)),
    ),
    shows: async (c) => {
      await addHero(c, { age: 7 });
      const { json } = await c.get("/heroes/");
      return typeof json[0].age === "number" ? undefined : "a string";
    },
  },
  {
    id: "teams-one-more",
    service: "heroes",
    operation: TEAMS,
    title: "a page has one team more than limit",
    breaks: "spec: limit is the number of teams",
    request: (it) => {
      const limit = Number(getQuery(it, "limit") ?? 0);
      if (limit > 0 && limit < 100) setQuery("limit", String(limit + 1))(it);
    },
    shows: async (c) => {
      await addTeam(c);
      await addTeam(c);
      const { json } = await c.get("/teams/?limit=1");
      return json.length > 1 ? `${json.length} for limit=1` : undefined;
    },
  },
  {
    id: "bucket-not-idempotent",
    service: "kinto",
    operation: PUT_BUCKET,
    title: "the second PUT of a bucket is a conflict",
    breaks: "RFC 9110 9.2.2: PUT is idempotent",
    instead: ({ target }, memory) => {
      const isKnown = memory.has(target);
      memory.set(target, true);
      return isKnown
        ? createJsonResponse(409, { code: 409, errno: 122, error: "Conflict", message: "exists" })
        : undefined;
    },
    shows: async (c) => {
      await c.send("PUT", "/v1/buckets/twice", { body: {} });
      const { status } = await c.send("PUT", "/v1/buckets/twice", { body: {} });
      return status === 409 ? "409 for the second PUT" : undefined;
    },
  },
  {
    id: "team-delete-keeps",
    service: "heroes",
    operation: TEAM,
    title: "a deleted team is still readable",
    breaks: "RFC 9110 9.3.5: DELETE removes the association",
    response: keepFound,
    shows: async (c) => {
      const path = await addTeam(c);
      await c.get(path);
      await c.send("DELETE", path);
      const { status } = await c.get(path);
      return status === 200 ? "200 after DELETE" : undefined;
    },
  },
  {
    id: "hero-not-found-200",
    service: "heroes",
    operation: HERO,
    title: "an unknown hero is 200 with null",
    breaks: "spec: 200 has a HeroPublic",
    response: (it) => {
      if (it.status === 404) Object.assign(it, createJsonResponse(200, null));
    },
    shows: async (c) => {
      const { status } = await c.get("/heroes/987654");
      return status === 200 ? "200 for an unknown hero" : undefined;
    },
  },
  {
    id: "records-limit-ignored",
    service: "kinto",
    operation: RECORDS,
    title: "_limit is ignored",
    breaks: "spec: _limit is a parameter of the list",
    request: ignoreQuery("_limit", INTEGER),
    shows: async (c) => {
      await addRecord(c);
      await addRecord(c);
      const { json } = await c.get(`${RECORDS_PATH}?_limit=1`);
      return json.data.length > 1 ? `${json.data.length} for _limit=1` : undefined;
    },
  },
  {
    id: "record-delete-deaf",
    service: "kinto",
    operation: DELETE_RECORD,
    title: "DELETE responds as if done, and deletes nothing",
    breaks: "RFC 9110 9.3.5: DELETE removes the association",
    instead: ({ target }) =>
      createJsonResponse(200, { data: { id: target.split("/").at(-1), last_modified: 1795487131000, deleted: true } }),
    shows: async (c) => {
      const path = await addRecord(c);
      await c.send("DELETE", path);
      const { status } = await c.get(path);
      return status === 200 ? "the record is still there" : undefined;
    },
  },
  {
    id: "hero-accept-rejected",
    service: "heroes",
    operation: HERO,
    title: "Accept: application/json is rejected",
    breaks: "RFC 9110 12.5.1: Accept names acceptable media types; the spec has application/json",
    instead: (it) =>
      it.headers.accept?.startsWith("application/json")
        ? createJsonResponse(406, { detail: "Not Acceptable" })
        : undefined,
    shows: async (c) => {
      const { status } = await c.get(await addHero(c), { Accept: "application/json" });
      return status === 406 ? "406" : undefined;
    },
  },
  {
    id: "record-other-id",
    service: "kinto",
    operation: PUT_RECORD,
    title: "the response to PUT has another id than the path",
    breaks: "Kinto: the id of a record is that of its path",
    response: editBody((it) =>
      it.data?.id === undefined ? it : { ...it, data: { ...it.data, id: `${it.data.id}-copy` } },
    ),
    shows: async (c) => {
      const path = await addRecord(c);
      const { json } = await c.send("PUT", path, { body: { data: {} } });
      return path.endsWith(json.data.id) ? undefined : json.data.id;
    },
  },
  {
    id: "heroes-default-limit-1",
    service: "heroes",
    operation: HEROES,
    title: "the default of limit is 1",
    breaks: "spec: limit has the default 100",
    request: (it) => {
      if (getQuery(it, "limit") === null) setQuery("limit", "1")(it);
    },
    shows: async (c) => {
      await addHero(c);
      await addHero(c);
      const { json } = await c.get("/heroes/");
      return json.length === 1 ? "one hero by default" : undefined;
    },
  },
];
