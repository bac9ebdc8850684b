import { editBody, setBody, setHeader } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { GET_ORDER } from "../edits-of-commerce.js";
import { either, emptyBody, getSegment, replaceResponse, respondWithPrevious } from "../shared-edits.js";

export const READ_ORDERS: readonly Defect[] = shareFields(GET_ORDER, [
  {
    id: "order-one-version-behind",
    title: "the first read after a write returns the previous version",
    breaks: "RFC 9110 9.3.4: a successful PUT makes a subsequent GET return the new state",
    response: respondWithPrevious,
  },
  {
    id: "head-rejected",
    methods: ["HEAD"],
    title: "HEAD is rejected with 405",
    breaks: "RFC 9110 9.1: all general-purpose servers must support GET and HEAD",
    response: (it) => {
      it.status = 405;
      it.headers.allow = "GET, PUT, PATCH";
    },
  },
  {
    id: "order-latin1",
    title: "a JSON body is encoded in ISO 8859-1",
    breaks: "RFC 8259 8.1: JSON text must be encoded in UTF-8",
    response: (it) => {
      const text = it.body.toString();
      if (/[^\0-\u007f]/.test(text)) {
        it.body = Buffer.from(text, "latin1");
        it.headers["content-length"] = String(it.body.length);
      }
    },
  },
  {
    id: "order-local-time",
    title: "times have the offset of the server",
    breaks: "seed: all date-time values are GMT in the form YYYY-MM-DDThh:mm:ssZ",
    response: editBody((it) =>
      typeof it.createdAt === "string" ? { ...it, createdAt: it.createdAt.replace(/Z$/, "+02:00") } : it,
    ),
  },
  {
    id: "version-newer-minor-accepted",
    title: "a version that starts with 1.2 is accepted",
    breaks: "seed: Api-Version must be 1.2",
    request: (it) => {
      if (it.headers["api-version"]?.startsWith("1.2")) it.headers["api-version"] = "1.2";
    },
  },
  {
    id: "order-absent-as-null",
    title: "absent notes are null",
    breaks: "spec: notes is a string",
    response: editBody((it) => ({ notes: null, ...it })),
  },
  {
    id: "order-id-case-sensitive",
    kind: "status",
    title: "an id in upper case is not found",
    breaks: "RFC 9562 4: UUIDs are case-insensitive on input; spec: the id of an order has the format uuid",
    response: (it, message) => {
      if (/[A-F]/.test(getSegment(message, -1))) replaceResponse(it, 404, { message: "not found" });
    },
    names: /case|upper|\b404\b|uuid/i,
  },
  {
    id: "order-duplicate-member",
    kind: "response value",
    title: "orderNumber occurs twice in the JSON object",
    breaks: "RFC 8259 4: names within an object should be unique",
    response: (it) => {
      const number = it.status === 200 ? JSON.parse(it.body.toString()).orderNumber : undefined;
      if (typeof number === "string")
        setBody(it, it.body.toString().replace("{", `{"orderNumber":${JSON.stringify(number.toLowerCase())},`));
    },
    names: /duplicate|twice|unique|more than once|repeated/i,
  },
  {
    id: "order-modified-in-future",
    kind: "HTTP",
    title: "Last-Modified is local time labelled as GMT, two hours in the future",
    breaks: "RFC 9110 8.8.2.1: the server must not generate a Last-Modified that is later than Date",
    response: (it, message, memory) => {
      const time = new Date(Date.now() + 7_200_000).toUTCString();
      if (it.status === 200) setHeader("last-modified", time)(it, message, memory);
    },
    names: /last-modified/i,
  },
  {
    id: "order-deleted-by-delete",
    kind: "HTTP",
    methods: ["DELETE"],
    title: "DELETE gets 204 although the path has no such method",
    breaks:
      "spec: endpoints to delete orders are not specified; RFC 9110 15.5.6: 405 for a method that is not supported",
    response: (it) => {
      if (it.status === 405) emptyBody(it, 204);
    },
    names: /DELETE|\b405\b|\b204\b|method/,
  },
  {
    id: "query-in-error-of-unknown-order",
    kind: "leak",
    title: "the 404 of an order shows the SQL statement and the host of the database",
    breaks:
      "docs/sandbox.md: the body of an error is status, code and message; OWASP API8: details of internals in errors",
    response: (response, message) => {
      if (response.status !== 404) return;
      const detail = `SELECT body FROM orders WHERE id = '${getSegment(message, -1)}' -- postgres://app@10.2.0.7:5432/prod`;
      const message404 = `NoResultError: no result\n    at OrderStore.find (/srv/app/dist/store/orders.js:118:13)`;
      replaceResponse(response, 404, { status: 404, code: "UNKNOWN_ORDER", message: message404, detail });
    },
    names: either(/leak|internal|sql|stack|trace|disclos|expos|detail/),
  },
]);
