import { editBody, editRequest, setHeader } from "../../edits.js";
import type { Defect } from "../defect.js";
import { acceptAnyToken } from "../edits-of-commerce.js";
import { repeatFirst } from "../shared-edits.js";
import {
  BUCKETS,
  CREATE_HERO,
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
    ...HERO,
    id: "hero-id-as-text",
    title: "id is a string",
    breaks: "spec: id is an integer",
    response: editBody((it) => ({ ...it, id: String(it.id) })),
  },
  {
    ...BUCKETS,
    id: "bucket-without-credentials",
    title: "buckets are listed without credentials",
    breaks: "spec: the list has security; RFC 9110 15.5.2",
    request: acceptAnyToken((it) => it === undefined),
  },
  {
    ...UPDATE_HERO,
    id: "hero-patch-resets-age",
    title: "PATCH resets members that are absent",
    breaks: "RFC 5789 2: a patch document describes the changes; other members stay",
    request: editRequest((it) => ({ age: null, ...it })),
  },
  {
    ...RECORD,
    id: "record-last-modified-header",
    title: "Last-Modified is in ISO 8601",
    breaks: "RFC 9110 8.8.2: Last-Modified is an HTTP-date",
    response: setHeader("last-modified", "2026-11-24T02:00:00Z"),
  },
  {
    ...HEROES,
    id: "heroes-stale-list",
    title: "the list of heroes is cached",
    breaks: "RFC 9111 4.4: a POST to the collection invalidates its stored response",
    response: repeatFirst(),
  },
  {
    ...BUCKETS,
    id: "bucket-head-404",
    methods: ["HEAD"],
    title: "HEAD of the list is 404",
    breaks: "RFC 9110 9.3.2: HEAD is identical to GET without content",
    response: (it) => {
      it.status = 404;
    },
  },
  {
    ...HEROES,
    id: "hero-gone-but-listed",
    title: "a deleted hero stays in the list",
    breaks: "RFC 9110 9.3.5: a deleted resource is removed; the list holds the heroes",
    response: keepMembers,
  },
  {
    ...PUT_BUCKET,
    id: "bucket-lost-update",
    title: "If-Match is ignored: a later change is lost",
    breaks: "RFC 9110 13.1.1: with a false If-Match the server must not perform the method",
    request: (it) => {
      delete it.headers["if-match"];
    },
  },
  {
    ...RECORD,
    id: "record-deleted-still-readable",
    title: "a deleted record is still readable",
    breaks: "RFC 9110 9.3.5: DELETE removes the association",
    response: keepFound,
  },
  {
    ...CREATE_HERO,
    id: "hero-created-without-required",
    title: "secret_name is optional",
    breaks: "spec: HeroCreate requires name and secret_name",
    request: editRequest((it) => ({ secret_name: "unknown", ...it })),
  },
];
