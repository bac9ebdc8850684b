import {
  changeStatus,
  createJsonResponse,
  editBody,
  editQuery,
  type Json,
  parseRequestJson,
  setRequestText,
} from "../../edits.js";
import type { Defect } from "../defect.js";
import { editText, repeatFirst } from "../shared-edits.js";
import {
  CREATE_HERO,
  CREATE_TEAM,
  DELETE_HERO,
  HEROES,
  PATCH_RECORD,
  PUT_RECORD,
  RECORDS,
  UPDATE_TEAM,
} from "./foreign-edits.js";

export const FOREIGN_OPENED_1: readonly Defect[] = [
  {
    ...HEROES,
    id: "hero-other-team-in-list",
    title: "team_id of listed heroes differs from that of each",
    breaks: "spec: team_id of HeroPublic, one value for each hero",
    response: editBody((it) => it.map((one: Json) => ({ ...one, team_id: (one.team_id ?? 0) + 1 }))),
  },
  {
    ...RECORDS,
    id: "records-stale",
    title: "the list of records is cached",
    breaks: "RFC 9111 4.4: an unsafe request to the collection invalidates its stored response",
    response: repeatFirst(),
  },
  {
    ...PUT_RECORD,
    id: "record-unicode-lost",
    title: "letters outside of ASCII become question marks",
    breaks: "RFC 8259 8.1: JSON text is UTF-8",
    request: (it) => {
      const json = parseRequestJson(it);
      if (json !== undefined) setRequestText(it, JSON.stringify(json).replaceAll(/[^\0-\u007f]/g, "?"));
    },
  },
  {
    ...CREATE_TEAM,
    id: "team-status-201",
    title: "a team is created with status 201",
    breaks: "spec: 200 is the only successful status",
    response: changeStatus(200, 201),
  },
  {
    ...PATCH_RECORD,
    id: "record-patch-replaces",
    title: "PATCH drops the other members",
    breaks: "RFC 5789 2 and Kinto: PATCH merges the given members into the record",
    response: editBody((json, message) => {
      const given = parseRequestJson(message)?.data;
      return typeof given === "object" && given !== null
        ? { ...json, data: { id: json.data.id, last_modified: json.data.last_modified, ...given } }
        : json;
    }),
  },
  {
    ...HEROES,
    id: "heroes-limit-above-maximum",
    title: "limit above 100 is accepted",
    breaks: "spec: limit has the maximum 100",
    request: editQuery("limit", (it) => (Number(it) > 100 ? "100" : it)),
  },
  {
    ...UPDATE_TEAM,
    id: "team-patch-empty-500",
    title: "an empty patch fails with 500",
    breaks: "spec: all members of TeamUpdate are optional",
    instead: (it) => (it.body === "{}" ? createJsonResponse(500, { detail: "no change" }) : undefined),
  },
  {
    ...DELETE_HERO,
    id: "hero-delete-first-only",
    title: "DELETE of an unknown hero succeeds",
    breaks: "the service responds 404 for unknown ids; RFC 9110 15.5.5",
    response: (it) => {
      if (it.status === 404) Object.assign(it, createJsonResponse(200, { ok: true }));
    },
  },
  {
    ...PUT_RECORD,
    id: "record-create-only-overwrites",
    title: "If-None-Match: * overwrites an existing record",
    breaks: "RFC 9110 13.1.2: If-None-Match: * is false if the resource exists",
    request: (it) => {
      delete it.headers["if-none-match"];
    },
  },
  {
    ...CREATE_HERO,
    id: "hero-name-lower-case",
    title: "name is stored in lower case",
    breaks: "RFC 9110 9.3.3 and spec: a hero with the name of the request is created",
    request: editText("name", (it) => it.toLowerCase()),
  },
];
