import { createJsonResponse, editBody } from "../../edits.js";
import type { Defect } from "../defect.js";
import {
  CREATE_HOOK,
  CREATE_TOKEN,
  GET_ORDER,
  GET_SUBSCRIPTION,
  JWT_BEARER,
  LIST_HISTORIES,
  LIST_ORDERS,
  LIST_PLANS,
  LIST_SHIPMENTS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
  requestToken,
} from "../edits-of-commerce.js";
import { SANDBOX } from "./edits-of-fourth.js";

const OTHERS = [
  ...[LIST_ORDERS, GET_ORDER, LIST_HISTORIES, LIST_SHIPMENTS, LIST_TRANSACTIONS],
  ...[LIST_SUBSCRIPTIONS, GET_SUBSCRIPTION, LIST_PLANS, CREATE_HOOK],
];
const OTHER_IDS = [
  ...["listOrders", "getOrder", "recordOrder", "updateOrder", "listOrderHistories", "listOrderShipments"],
  ...["listTransactions", "listSubscriptions", "getSubscription", "listPlans", "createHook"],
];

export const TOKEN_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    id: "token-form-with-charset-rejected",
    kind: "HTTP",
    title: "a form whose type has a parameter is rejected",
    breaks: "RFC 9110 8.3.1: a media type can have parameters; spec, createToken: the type of the form",
    instead: ({ headers }) =>
      /^application\/x-www-form-urlencoded\s*;/i.test(headers["content-type"] ?? "")
        ? createJsonResponse(400, { message: "unsupported media type" })
        : undefined,
    names: /content-type|media|charset|parameter|\b400\b|reject|refus/i,
    shows: async (c) => {
      const body = new URLSearchParams({ grantType: JWT_BEARER, assertion: await c.assertion() }).toString();
      const type = "application/x-www-form-urlencoded; charset=utf-8";
      const headers = { Authorization: undefined, "Content-Type": type };
      const { status } = await c.send("POST", "/token", { headers, body });
      return status === 400 ? `400 for ${type}` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    id: "token-expires-in-milliseconds",
    kind: "response value",
    title: "expiresIn is in milliseconds",
    breaks: "spec, TokenResponse: expiresIn is the time in seconds until the access token expires",
    response: editBody((it) => ({ ...it, expiresIn: it.expiresIn * 1000 })),
    names: /expiresIn|expir|\bexp\b|lifetime|seconds/i,
    shows: async (c) => {
      const { expiresIn, accessToken } = (await requestToken(c)).json;
      const { iat, exp } = JSON.parse(Buffer.from(accessToken.split(".")[1], "base64url").toString());
      return exp - iat === expiresIn ? undefined : `expiresIn is ${expiresIn}, the token is valid for ${exp - iat} s`;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_TOKEN,
    methods: ["GET", "PUT", "PATCH", "POST"],
    paths: OTHERS.map(({ path }) => path),
    id: "token-ends-earlier-tokens",
    kind: "authentication",
    alsoOn: OTHER_IDS,
    title: "a sign-in ends the earlier tokens of the application before they expire",
    breaks: "spec, TokenResponse: expiresIn is the time in seconds until the access token expires",
    instead: ({ headers }, memory) => {
      const token = headers.authorization?.replace("Bearer ", "");
      if (token === undefined || token === memory.get("latest") || !memory.has(token)) return undefined;
      const response = createJsonResponse(401, { message: "the access token is invalid" });
      response.headers["www-authenticate"] = 'Bearer error="invalid_token"';
      return response;
    },
    response: ({ status, body }, { target }, memory) => {
      if (status !== 200 || target.split("?", 1)[0] !== CREATE_TOKEN.path) return;
      const { accessToken } = JSON.parse(body.toString());
      memory.set(accessToken, true);
      memory.set("latest", accessToken);
    },
    names: /\b401\b|token|expir|revok|sign-in/i,
    shows: async (c) => {
      const tokens = [await requestToken(c), await requestToken(c)].map(({ json }) => json.accessToken);
      const { status } = await c.get(`/apps/${c.application}/plans`, { Authorization: `Bearer ${tokens[0]}` });
      return status === 401 ? "401 for a token that has not expired" : undefined;
    },
  },
];
