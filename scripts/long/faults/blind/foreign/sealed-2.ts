import { editBody, editRequest, setHeader } from "../../edits.js";
import type { Defect } from "../defect.js";
import { acceptAnyToken } from "../edits-of-commerce.js";
import {
  addHero,
  addRecord,
  BUCKETS,
  CREATE_HERO,
  freeze,
  HERO,
  HEROES,
  keepFound,
  keepMembers,
  PUT_BUCKET,
  RECORD,
  UPDATE_HERO,
} from "./foreign-edits.js";

export const FOREIGN_SEALED_2: readonly Defect[] = [
  {
    id: "hero-id-as-text",
    service: "heroes",
    operation: HERO,
    title: "id is a string",
    breaks: "spec: id is an integer",
    response: editBody((it) => ({ ...it, id: String(it.id) })),
    shows: async (c) => {
      const { json } = await c.get(await addHero(c));
      return typeof json.id === "number" ? undefined : "a string";
    },
  },
  {
    id: "bucket-without-credentials",
    service: "kinto",
    operation: BUCKETS,
    title: "buckets are listed without credentials",
    breaks: "spec: the list has security; RFC 9110 15.5.2",
    request: acceptAnyToken((it) => it === undefined),
    shows: async (c) => {
      await c.get("/v1/buckets");
      const { status } = await c.get("/v1/buckets", { Authorization: undefined });
      return status === 200 ? "200 without credentials" : undefined;
    },
  },
  {
    id: "hero-patch-resets-age",
    service: "heroes",
    operation: UPDATE_HERO,
    title: "PATCH resets members that are absent",
    breaks: "RFC 5789 2: a patch document describes the changes; other members stay",
    request: editRequest((it) => ({ age: null, ...it })),
    shows: async (c) => {
      const path = await addHero(c, { age: 7 });
      await c.patch(path, { name: "x" });
      const { json } = await c.get(path);
      return json.age === 7 ? undefined : `age ${json.age} instead of 7`;
    },
  },
  {
    id: "record-last-modified-header",
    service: "kinto",
    operation: RECORD,
    title: "Last-Modified is in ISO 8601",
    breaks: "RFC 9110 8.8.2: Last-Modified is an HTTP-date",
    response: setHeader("last-modified", "2026-11-24T02:00:00Z"),
    shows: async (c) => {
      const { headers } = await c.get(await addRecord(c));
      return headers["last-modified"]?.endsWith("Z") ? headers["last-modified"] : undefined;
    },
  },
  {
    id: "heroes-stale-list",
    service: "heroes",
    operation: HEROES,
    title: "the list of heroes is cached",
    breaks: "RFC 9111 4.4: a POST to the collection invalidates its stored response",
    response: freeze,
    shows: async (c) => {
      await c.get("/heroes/");
      await addHero(c);
      const { json } = await c.get("/heroes/");
      return json.length === 0 ? "a new hero is missing" : undefined;
    },
  },
  {
    id: "bucket-head-404",
    service: "kinto",
    operation: BUCKETS,
    methods: ["HEAD"],
    title: "HEAD of the list is 404",
    breaks: "RFC 9110 9.3.2: HEAD is identical to GET without content",
    response: (it) => {
      it.status = 404;
    },
    shows: async (c) => {
      const { status } = await c.send("HEAD", "/v1/buckets");
      return status === 404 ? "404 for HEAD" : undefined;
    },
  },
  {
    id: "hero-gone-but-listed",
    service: "heroes",
    operation: HEROES,
    title: "a deleted hero stays in the list",
    breaks: "RFC 9110 9.3.5: a deleted resource is removed; the list holds the heroes",
    response: keepMembers,
    shows: async (c) => {
      const path = await addHero(c);
      await c.get("/heroes/");
      await c.send("DELETE", path);
      const { json } = await c.get("/heroes/");
      return json.length > 0 ? "a deleted hero is listed" : undefined;
    },
  },
  {
    id: "bucket-lost-update",
    service: "kinto",
    operation: PUT_BUCKET,
    title: "If-Match is ignored: a later change is lost",
    breaks: "RFC 9110 13.1.1: with a false If-Match the server must not perform the method",
    request: (it) => {
      delete it.headers["if-match"];
    },
    shows: async (c) => {
      const path = "/v1/buckets/lost";
      await c.send("PUT", path, { body: {} });
      const { status } = await c.send("PUT", path, { body: { data: { a: 2 } }, headers: { "If-Match": '"1"' } });
      return status === 412 ? undefined : `status ${status} for an old If-Match`;
    },
  },
  {
    id: "record-deleted-still-readable",
    service: "kinto",
    operation: RECORD,
    title: "a deleted record is still readable",
    breaks: "RFC 9110 9.3.5: DELETE removes the association",
    response: keepFound,
    shows: async (c) => {
      const path = await addRecord(c);
      await c.get(path);
      await c.send("DELETE", path);
      const { status } = await c.get(path);
      return status === 200 ? "200 after DELETE" : undefined;
    },
  },
  {
    id: "hero-created-without-required",
    service: "heroes",
    operation: CREATE_HERO,
    title: "secret_name is optional",
    breaks: "spec: HeroCreate requires name and secret_name",
    request: editRequest((it) => ({ secret_name: "unknown", ...it })),
    shows: async (c) => {
      const { status } = await c.send("POST", "/heroes/", { body: { name: "n" } });
      return status === 200 ? "200 without secret_name" : undefined;
    },
  },
];
