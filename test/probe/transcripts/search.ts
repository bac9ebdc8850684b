/** A search and a form, for boundary values, invalid values and random requests. */
import type { Service, ServiceRequest, ServiceResponse } from "./run-transcript.js";

const ERRORS =
  '"400": { description: d }, "401": { description: d }, "404": { description: d }, "405": { description: d }, "415": { description: d }';

export const SEARCH_SPEC = `openapi: 3.1.0
info: { title: Search, version: "1" }
security: [{ bearer: [] }]
paths:
  /search:
    get:
      operationId: search
      parameters:
        - { name: text, in: query, required: true, schema: { type: string, minLength: 1, maxLength: 3 } }
        - { name: size, in: query, schema: { type: integer, minimum: 1, maximum: 10 } }
        - { name: kind, in: query, x-open-point: which, schema: { type: string, enum: [a, b] } }
        - { name: pageToken, in: query, schema: { type: string, maxLength: 8 } }
        - { name: X-Trace, in: header, schema: { type: boolean } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: object, properties: { hits: { type: integer } } } } } }, ${ERRORS} }
  /files/{fileId}:
    post:
      operationId: store
      parameters: [{ name: fileId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], additionalProperties: false, properties: { name: { type: string, maxLength: 4 }, mode: { type: string, x-extensible-enum: [r, w] }, size: { type: integer, minimum: 0 } } } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: object, properties: { name: { type: string }, mode: { type: string, x-extensible-enum: [r, w] } } } } } }, ${ERRORS} }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
`;

export type SearchDefect =
  | "accepts long texts"
  | "refuses size 10"
  | "fails at size 1"
  | "fails for long names"
  | "closes for size 11"
  | "refuses kind b"
  | "refuses page tokens"
  | "refuses a charset"
  | "accepts everything"
  | "ignores credentials"
  | "refuses every second request"
  | "too many requests"
  | "unavailable at first";

type Has = (defect: SearchDefect) => boolean;

export function createSearch(...defects: readonly SearchDefect[]): Service {
  const has: Has = (defect) => defects.includes(defect);
  let count = 0;
  return (request) => {
    count += 1;
    const { method, path } = request;
    const limited = respondBefore(request, count, has);
    if (limited !== undefined) return limited;
    if (path === "/search")
      return method === "GET" ? search(request, has) : { status: 405, headers: { Allow: "GET, HEAD" } };
    if (method !== "POST") return { status: 405, headers: { Allow: "POST" } };
    return /^\/files\/[1-9]$/.test(path) ? store(request, has) : { status: 404 };
  };
}

/** What the service responds whatever the request says. */
function respondBefore({ headers }: ServiceRequest, count: number, has: Has): ServiceResponse | undefined {
  const later = { "Retry-After": "0" };
  if (has("too many requests") && count === 2) return { status: 429, headers: later };
  if (has("unavailable at first") && count < 4) return { status: 503, headers: later };
  if (headers.authorization !== "Bearer key" && !has("ignores credentials")) return { status: 401 };
  if (has("refuses every second request") && count % 2 === 0) return { status: 400 };
  return has("accepts everything") ? { status: 200, body: { hits: 0 } } : undefined;
}

function search({ query, headers }: ServiceRequest, has: Has): ServiceResponse {
  const [text = "", size = "2", kind = "a", token = ""] = ["text", "size", "kind", "pageToken"].map(
    (name) => query.get(name) ?? undefined,
  );
  if (size === "1" && has("fails at size 1")) return { status: 500 };
  if (size === "11" && has("closes for size 11")) return { status: 0 };
  const isRefused =
    (size === "10" && has("refuses size 10")) ||
    (kind === "b" && has("refuses kind b")) ||
    (token !== "" && has("refuses page tokens"));
  const isValid =
    new RegExp(`^.{1,${has("accepts long texts") ? 99 : 3}}$`, "su").test(text) &&
    [...query.keys()].every((name) => query.getAll(name).length === 1) &&
    /^([1-9]|10)$/.test(size) &&
    /^[ab]$/.test(kind) &&
    [...token].length <= 8 &&
    /^(true|false)$/.test(headers["x-trace"] ?? "true");
  return isValid && !isRefused ? { status: 200, body: { hits: 1 } } : { status: 400 };
}

function store({ headers, json }: ServiceRequest, has: Has): ServiceResponse {
  const type = headers["content-type"] ?? "";
  if (!/^application\/json/i.test(type) || (/charset/.test(type) && has("refuses a charset"))) return { status: 415 };
  if (typeof json !== "object" || json === null || Array.isArray(json)) return { status: 400 };
  const { name, mode = "r", size = 0, ...others } = json as Record<string, unknown>;
  if (typeof name !== "string" || typeof mode !== "string") return { status: 400 };
  const length = [...name].length;
  if (length > 4 && has("fails for long names")) return { status: 500 };
  const isValid = length <= 4 && Number.isInteger(size) && Number(size) >= 0 && Object.keys(others).length === 0;
  return isValid ? { status: 200, body: { name, mode } } : { status: 400 };
}
