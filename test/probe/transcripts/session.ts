/** A sign-in, and what needs its token. */
import type { Service, ServiceResponse } from "./run-transcript.js";

const ME = "content: { application/json: { schema: { type: object, properties: { user: { type: string } } } } }";

export const SESSION_SPEC = `openapi: 3.1.0
info: { title: Session, version: "1" }
security: [{ bearer: [] }]
paths:
  /token:
    post:
      operationId: signIn
      security: []
      requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, required: [user], properties: { user: { type: string, examples: [ann] } } } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: object, properties: { access_token: { type: string }, expires_in: { type: integer } } } } } }, "400": { description: d } }
  /me: { get: { operationId: getMe, responses: { "200": { description: d, ${ME} }, "401": { description: d } } } }
  /open: { get: { operationId: getOpen, security: [{ bearer: [] }, {}], responses: { "200": { description: d } } } }
  /moved: { get: { operationId: getMoved, responses: { "200": { description: d }, "404": { description: d } } } }
  /elsewhere:
    servers: [{ url: "https://{region}.example.org", variables: { region: { default: eu } } }]
    get: { operationId: getElsewhere, responses: { "200": { description: d, ${ME} }, "401": { description: d } } }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
`;

/** A token that looks like a JSON Web Token. */
export const WEB_TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl";

export type SessionDefect =
  | "issued token rejected"
  | "changed token accepted"
  | "unsigned token accepted"
  | "redirects"
  | "not gzip"
  | "token expires"
  | "earlier token ended"
  | "earlier token ended, no lifetime"
  | "charset refused";

export function createSession(...defects: readonly SessionDefect[]): Service {
  const has = (defect: SessionDefect): boolean => defects.includes(defect);
  let count = 0;
  let latest = "issued";
  const isKnown = (token: string): boolean =>
    [WEB_TOKEN, "issued", "key", latest].includes(token) ||
    (has("unsigned token accepted") && token.startsWith("eyJhbGciOiJub25lIn0")) ||
    (has("changed token accepted") && token.startsWith(WEB_TOKEN.slice(0, 22)));
  const signIn = (text: string, type: string | undefined): ServiceResponse => {
    if (has("charset refused") && type?.includes("charset")) return { status: 400 };
    if (has("earlier token ended") || has("earlier token ended, no lifetime")) {
      latest += "+";
      const lifetime = has("earlier token ended") ? { expires_in: 60 } : {};
      return { status: 200, body: { access_token: latest, ...lifetime } };
    }
    const token = has("issued token rejected") ? "stale" : "issued";
    return text.startsWith("user=") ? { status: 200, body: { access_token: token } } : { status: 400 };
  };
  return ({ path, headers, text }) => {
    if (path === "/token") return signIn(text, headers["content-type"]);
    if (path === "/open") return { status: 200 };
    count += 1;
    const isExpired = has("token expires") && count === 1;
    if (isExpired || !isKnown((headers.authorization ?? "").replace("Bearer ", ""))) return { status: 401 };
    if (path !== "/moved") {
      const encoding = has("not gzip") ? { "Content-Encoding": "gzip" } : {};
      return { status: 200, headers: encoding, body: { user: "ann" } };
    }
    return has("redirects") ? { status: 307, headers: { Location: "/new" } } : { status: 404 };
  };
}
