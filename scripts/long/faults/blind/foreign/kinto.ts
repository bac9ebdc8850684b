import { createJsonResponse, editBody, parseRequestJson, setHeader, setRequestText } from "../../edits.js";
import type { EditsById } from "../defect.js";
import { acceptAnyToken, INTEGER, ignoreQuery } from "../edits-of-commerce.js";
import { keepFound, repeatFirst } from "../shared-edits.js";

export const EDITS_OF_FOREIGN_KINTO: EditsById = {
  request: {
    "record-unicode-lost": (it) => {
      const json = parseRequestJson(it);
      if (json !== undefined) setRequestText(it, JSON.stringify(json).replaceAll(/[^\0-\u007f]/g, "?"));
    },
    "record-create-only-overwrites": (it) => {
      delete it.headers["if-none-match"];
    },
    "records-limit-ignored": ignoreQuery("_limit", INTEGER),
    "bucket-no-304": (it) => {
      delete it.headers["if-none-match"];
    },
    "bucket-without-credentials": acceptAnyToken((it) => it === undefined),
    "bucket-lost-update": (it) => {
      delete it.headers["if-match"];
    },
  },
  response: {
    "records-stale": repeatFirst(),
    "record-patch-replaces": editBody((json, message) => {
      const given = parseRequestJson(message)?.data;
      return typeof given === "object" && given !== null
        ? { ...json, data: { id: json.data.id, last_modified: json.data.last_modified, ...given } }
        : json;
    }),
    "record-other-id": editBody((it) =>
      it.data?.id === undefined ? it : { ...it, data: { ...it.data, id: `${it.data.id}-copy` } },
    ),
    "bucket-etag-constant": (it, { target }, memory) => {
      const old = memory.get(target);
      if (typeof old === "string") it.headers.etag = old;
      else if (it.status === 200) memory.set(target, it.headers.etag);
    },
    "record-last-modified-header": setHeader("last-modified", "2026-11-24T02:00:00Z"),
    "bucket-head-404": (it) => {
      it.status = 404;
    },
    "record-deleted-still-readable": keepFound,
  },
  instead: {
    "bucket-not-idempotent": ({ target }, memory) => {
      const isKnown = memory.has(target);
      memory.set(target, true);
      return isKnown
        ? createJsonResponse(409, { code: 409, errno: 122, error: "Conflict", message: "exists" })
        : undefined;
    },
    "record-delete-deaf": ({ target }) =>
      createJsonResponse(200, { data: { id: target.split("/").at(-1), last_modified: 1795487131000, deleted: true } }),
  },
};
