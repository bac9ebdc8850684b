import { createJsonResponse, editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { INTEGER, ignoreQuery } from "../edits-of-commerce.js";
import {
  DELETE_RECORD,
  HERO,
  HEROES,
  keepFound,
  PUT_BUCKET,
  PUT_RECORD,
  RECORDS,
  TEAM,
  TEAMS,
} from "./foreign-edits.js";

export const FOREIGN_OPENED_2: readonly Defect[] = [
  {
    ...HEROES,
    id: "heroes-age-as-text",
    title: "age of listed heroes is a string",
    breaks: "spec: age is an integer or null",
    response: editBody((it) =>
      it.map((one: Json) => (typeof one.age === "number" ? { ...one, age: String(one.age) } : one)),
    ),
  },
  {
    ...TEAMS,
    id: "teams-one-more",
    title: "a page has one team more than limit",
    breaks: "spec: limit is the number of teams",
    request: (it) => {
      const limit = Number(getQuery(it, "limit") ?? 0);
      if (limit > 0 && limit < 100) setQuery("limit", String(limit + 1))(it);
    },
  },
  {
    ...PUT_BUCKET,
    id: "bucket-not-idempotent",
    title: "the second PUT of a bucket is a conflict",
    breaks: "RFC 9110 9.2.2: PUT is idempotent",
    instead: ({ target }, memory) => {
      const isKnown = memory.has(target);
      memory.set(target, true);
      return isKnown
        ? createJsonResponse(409, { code: 409, errno: 122, error: "Conflict", message: "exists" })
        : undefined;
    },
  },
  {
    ...TEAM,
    id: "team-delete-keeps",
    title: "a deleted team is still readable",
    breaks: "RFC 9110 9.3.5: DELETE removes the association",
    response: keepFound,
  },
  {
    ...HERO,
    id: "hero-not-found-200",
    title: "an unknown hero is 200 with null",
    breaks: "spec: 200 has a HeroPublic",
    response: (it) => {
      if (it.status === 404) Object.assign(it, createJsonResponse(200, null));
    },
  },
  {
    ...RECORDS,
    id: "records-limit-ignored",
    title: "_limit is ignored",
    breaks: "spec: _limit is a parameter of the list",
    request: ignoreQuery("_limit", INTEGER),
  },
  {
    ...DELETE_RECORD,
    id: "record-delete-deaf",
    title: "DELETE responds as if done, and deletes nothing",
    breaks: "RFC 9110 9.3.5: DELETE removes the association",
    instead: ({ target }) =>
      createJsonResponse(200, { data: { id: target.split("/").at(-1), last_modified: 1795487131000, deleted: true } }),
  },
  {
    ...HERO,
    id: "hero-accept-rejected",
    title: "Accept: application/json is rejected",
    breaks: "RFC 9110 12.5.1: Accept names acceptable media types; the spec has application/json",
    instead: (it) =>
      it.headers.accept?.startsWith("application/json")
        ? createJsonResponse(406, { detail: "Not Acceptable" })
        : undefined,
  },
  {
    ...PUT_RECORD,
    id: "record-other-id",
    title: "the response to PUT has another id than the path",
    breaks: "Kinto: the id of a record is that of its path",
    response: editBody((it) =>
      it.data?.id === undefined ? it : { ...it, data: { ...it.data, id: `${it.data.id}-copy` } },
    ),
  },
  {
    ...HEROES,
    id: "heroes-default-limit-1",
    title: "the default of limit is 1",
    breaks: "spec: limit has the default 100",
    request: (it) => {
      if (getQuery(it, "limit") === null) setQuery("limit", "1")(it);
    },
  },
];
