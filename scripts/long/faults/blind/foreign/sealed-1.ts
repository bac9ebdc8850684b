import { createJsonResponse, editBody, editRequest, parseRequestJson, setHeader } from "../../edits.js";
import type { Defect } from "../defect.js";
import { INTEGER, ignoreQuery } from "../edits-of-commerce.js";
import { editText, repeatFirst } from "../shared-edits.js";
import { BUCKET, CREATE_HERO, CREATE_TEAM, DELETE_HERO, HERO, HEROES, UPDATE_HERO } from "./foreign-edits.js";

export const FOREIGN_SEALED_1: readonly Defect[] = [
  {
    ...DELETE_HERO,
    id: "hero-deleted-still-there",
    title: "DELETE does not delete",
    breaks: "RFC 9110 9.3.5: DELETE requests that the association with the resource be removed",
    instead: (it) => (/\/heroes\/\d+$/.test(it.target) ? createJsonResponse(200, { ok: true }) : undefined),
  },
  {
    ...HERO,
    id: "hero-stale-after-patch",
    title: "a hero is cached over a PATCH",
    breaks: "RFC 9111 4.4: a successful unsafe request invalidates the stored response",
    response: repeatFirst(),
  },
  {
    ...UPDATE_HERO,
    id: "hero-patch-not-stored",
    title: "PATCH responds with the change but does not store it",
    breaks: "RFC 5789 2: a successful PATCH modifies the resource",
    request: (it, memory) => {
      memory.set("json", parseRequestJson(it));
      editRequest(() => ({}))(it);
    },
    response: (it, message, memory) =>
      editBody((json) => ({ ...json, ...(memory.get("json") as object) }))(it, message, memory),
  },
  {
    ...CREATE_TEAM,
    id: "team-name-trimmed",
    title: "headquarters is truncated to 10 characters",
    breaks: "spec: headquarters is a string without maxLength; a team of the request is created",
    request: editText("headquarters", (it) => it.slice(0, 10)),
  },
  {
    ...CREATE_HERO,
    id: "hero-age-zero-null",
    title: "an age of 0 becomes null",
    breaks: "spec: age is an integer or null; a hero with the age of the request is created",
    request: editRequest((it) => (it.age === 0 ? { ...it, age: null } : it)),
  },
  {
    ...HERO,
    id: "hero-method-405-without-allow",
    methods: ["PUT", "POST", "OPTIONS", "TRACE"],
    title: "a 405 has no Allow",
    breaks: "RFC 9110 15.5.6: the origin server must generate Allow in a 405",
    response: setHeader("allow", undefined),
  },
  {
    ...BUCKET,
    id: "bucket-etag-constant",
    title: "the ETag does not change with the bucket",
    breaks: "RFC 9110 8.8.3: a strong entity tag changes whenever the representation changes",
    response: (it, { target }, memory) => {
      const old = memory.get(target);
      if (typeof old === "string") it.headers.etag = old;
      else if (it.status === 200) memory.set(target, it.headers.etag);
    },
  },
  {
    ...BUCKET,
    id: "bucket-no-304",
    title: "If-None-Match is ignored",
    breaks: "RFC 9110 13.1.2: with a matching If-None-Match, GET must respond with 304",
    request: (it) => {
      delete it.headers["if-none-match"];
    },
  },
  {
    ...CREATE_HERO,
    id: "hero-mass-assignment",
    title: "the response takes the id of the request",
    breaks: "OWASP API3: HeroCreate has no id; id of HeroPublic is that of the created hero",
    response: editBody((json, { body }) => ({ ...json, id: 4711 + body.length })),
  },
  {
    ...HEROES,
    id: "heroes-offset-ignored",
    title: "offset is ignored",
    breaks: "spec: offset is an integer parameter with the default 0, the start of the page",
    request: ignoreQuery("offset", INTEGER),
  },
];
