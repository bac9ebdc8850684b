import {
  changeStatus,
  createJsonResponse,
  editBody,
  editQuery,
  editRequest,
  getQuery,
  type Json,
  parseRequestJson,
  setBody,
  setHeader,
  setQuery,
} from "../../edits.js";
import type { Edit } from "../../fault.js";
import type { EditsById } from "../defect.js";
import { INTEGER, ignoreQuery } from "../edits-of-commerce.js";
import { editText, keepFound, repeatFirst } from "../shared-edits.js";

/** Lists again the members that a list has had before. */
const keepMembers: Edit<"response"> = (response, _, memory) => {
  if (response.status !== 200) return;
  const list = JSON.parse(response.body.toString()) as { readonly id: number }[];
  const present = new Set(list.map(({ id }) => id));
  const gone = [...memory.values()].filter((it) => !present.has((it as { id: number }).id));
  for (const it of list) memory.set(String(it.id), it);
  if (gone.length > 0) setBody(response, JSON.stringify([...list, ...gone].slice(0, 100)));
};

export const EDITS_OF_FOREIGN_HEROES: EditsById = {
  request: {
    "heroes-limit-above-maximum": editQuery("limit", (it) => (Number(it) > 100 ? "100" : it)),
    "hero-name-lower-case": editText("name", (it) => it.toLowerCase()),
    "teams-one-more": (it) => {
      const limit = Number(getQuery(it, "limit") ?? 0);
      if (limit > 0 && limit < 100) setQuery("limit", String(limit + 1))(it);
    },
    "heroes-default-limit-1": (it) => {
      if (getQuery(it, "limit") === null) setQuery("limit", "1")(it);
    },
    "team-name-trimmed": editText("headquarters", (it) => it.slice(0, 10)),
    "hero-age-zero-null": editRequest((it) => (it.age === 0 ? { ...it, age: null } : it)),
    "heroes-offset-ignored": ignoreQuery("offset", INTEGER),
    "hero-patch-resets-age": editRequest((it) => ({ age: null, ...it })),
    "hero-created-without-required": editRequest((it) => ({ secret_name: "unknown", ...it })),
  },
  response: {
    "hero-other-team-in-list": editBody((it) => it.map((one: Json) => ({ ...one, team_id: (one.team_id ?? 0) + 1 }))),
    "team-status-201": changeStatus(200, 201),
    "hero-delete-first-only": (it) => {
      if (it.status === 404) Object.assign(it, createJsonResponse(200, { ok: true }));
    },
    "heroes-age-as-text": editBody((it) =>
      it.map((one: Json) => (typeof one.age === "number" ? { ...one, age: String(one.age) } : one)),
    ),
    "team-delete-keeps": keepFound,
    "hero-not-found-200": (it) => {
      if (it.status === 404) Object.assign(it, createJsonResponse(200, null));
    },
    "hero-stale-after-patch": repeatFirst(),
    "hero-method-405-without-allow": setHeader("allow", undefined),
    "hero-mass-assignment": editBody((json, { body }) => ({ ...json, id: 4711 + body.length })),
    "hero-id-as-text": editBody((it) => ({ ...it, id: String(it.id) })),
    "heroes-stale-list": repeatFirst(),
    "hero-gone-but-listed": keepMembers,
  },
  instead: {
    "team-patch-empty-500": (it) => (it.body === "{}" ? createJsonResponse(500, { detail: "no change" }) : undefined),
    "hero-accept-rejected": (it) =>
      it.headers.accept?.startsWith("application/json")
        ? createJsonResponse(406, { detail: "Not Acceptable" })
        : undefined,
    "hero-deleted-still-there": (it) =>
      /\/heroes\/\d+$/.test(it.target) ? createJsonResponse(200, { ok: true }) : undefined,
  },
  several: {
    "hero-patch-not-stored": {
      request: (it, memory) => {
        memory.set("json", parseRequestJson(it));
        editRequest(() => ({}))(it);
      },
      response: (it, message, memory) =>
        editBody((json) => ({ ...json, ...(memory.get("json") as object) }))(it, message, memory),
    },
  },
};
