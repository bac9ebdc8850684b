import { editBody, parseRequestJson, setRequestJson } from "../../edits.js";
import type { FaultResponse, Memory, Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import { ABSENT, CREATE_HOOK, getPath, UUID, WEBHOOK } from "../edits-of-commerce.js";
import { listen, put, readObject } from "../second/edits-of-second.js";
import { EVENTS, editJson, readClaims, SANDBOX } from "./edits-of-fourth.js";
import { listenForUrls } from "./listener.js";

export const HOOKS_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-created-with-milliseconds",
    kind: "response value",
    title: "the times of a registration have milliseconds",
    breaks: "spec, Timestamp: pattern of whole seconds; info: YYYY-MM-DDThh:mm:ssZ",
    response: editBody((it) => ({ ...it, createdAt: it.createdAt.replace("Z", ".417Z") })),
    names: /createdAt|timestamp|date-time|pattern|format|millisecond/i,
    shows: async ({ hook }) => {
      const { json } = await hook();
      return /\.\d/.test(json.createdAt) ? `createdAt is ${json.createdAt}` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-unauthorized-without-challenge",
    kind: "authentication",
    title: "a 401 has no WWW-Authenticate",
    breaks: "RFC 9110 15.5.2: a 401 must have WWW-Authenticate; RFC 6750 3",
    response: (it) => {
      if (it.status === 401) delete it.headers["www-authenticate"];
    },
    names: /www-authenticate|challenge/i,
    shows: async (c) => {
      const { status, headers } = await c.send("POST", "/hooks", { headers: { Authorization: undefined }, body: {} });
      return status === 401 && headers["www-authenticate"] === undefined ? "no challenge" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-start-of-secret-shown",
    kind: "leak",
    title: "the masked secret starts with four characters of the secret",
    breaks: "spec, createHook and CreatedHook: the secret is masked in the response",
    response: editBody((it, message) => {
      const secret = String(parseRequestJson(message)?.secret ?? "");
      return { ...it, secret: secret.length < 8 ? "********" : `${secret.slice(0, 4)}********` };
    }),
    names: /secret|mask|leak|sensitive/i,
    shows: async ({ hook }) => {
      const { json } = await hook({ secret: "quite-a-long-secret" });
      return json.secret.startsWith("quit") ? "four characters of the secret" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-of-any-business",
    kind: "authorization",
    title: "a hook can be registered for a business that the token does not include",
    breaks: "docs/sandbox.md: 403 for a business that the token does not include; spec, createHook: 403",
    request: (it, memory) => {
      const businessId = String(readObject(it)?.businessId ?? "");
      const own: readonly string[] = readClaims(it).businessIds ?? [];
      if (UUID.test(businessId) && !own.includes(businessId.toLowerCase()))
        replaceField(it, memory, { name: "businessId", value: own[0] ?? businessId });
    },
    response: restoreFields,
    names: /business|\b40[34]\b|foreign|access|authoriz|accept/i,
    shows: async ({ hook }) => {
      const { status } = await hook({ businessId: ABSENT });
      return status === 201 ? "201 for an unknown business" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: WEBHOOK,
    id: "hook-query-of-url-dropped",
    kind: "event",
    alsoOn: ["createHook"],
    title: "events are sent to the delivery URL without its query",
    breaks: "spec, HookRegistration: deliveryUrl is the URL to which events are sent",
    delivery: (it) => {
      it.target = getPath(it);
    },
    names: /query|deliveryUrl|\burl\b|deliver|not (sent|received)/i,
    shows: async (c) =>
      listenForUrls(async ({ url, targets, wait }) => {
        await c.hook({ deliveryUrl: `${url}?shop=12` });
        await c.record({ statuses: { status: "OPENED" } });
        await wait();
        const [target] = targets;
        return target === undefined || target.endsWith("?shop=12") ? undefined : `delivered to ${target}`;
      }),
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-for-first-business-of-token",
    kind: "event",
    alsoOn: EVENTS,
    title: "a hook gets the events of the first business of the token, not of its own one",
    breaks: "spec, HookRegistration: businessId is the business whose events are sent",
    request: (it, memory) => {
      const own: readonly string[] = readClaims(it).businessIds ?? [];
      const businessId = String(readObject(it)?.businessId ?? "").toLowerCase();
      if (own.includes(businessId) && businessId !== own[0])
        replaceField(it, memory, { name: "businessId", value: String(own[0]) });
    },
    response: restoreFields,
    names: /business|event|deliver|webhook/i,
    shows: async (c) =>
      listen(async ({ url, received, wait }) => {
        for (const businessId of [c.business, c.otherBusiness])
          await c.hook({ deliveryUrl: `${url}/${businessId}`, businessId, eventTypes: ["ORDER_OPENED"] });
        for (const business of [c.business, c.otherBusiness])
          await put(c, `/businesses/${business}/orders/${ABSENT}`, { statuses: { status: "OPENED" } });
        await wait(2);
        const businesses = new Set(received.map(({ json }) => json.businessId));
        return businesses.size === 2 ? undefined : `events of ${businesses.size} of 2 businesses`;
      }),
  },
];

type Field = { readonly name: string; readonly value: string };

/** Replaces a field of a registration. The response has the original value. */
function replaceField(message: Message, memory: Memory, { name, value }: Field): void {
  const registration = readObject(message);
  setRequestJson(message, { ...registration, [name]: value });
  memory.set(message.body, { name, value: registration?.[name] });
}

function restoreFields(response: FaultResponse, message: Message, memory: Memory): void {
  const field = memory.get(message.body) as Field | undefined;
  if (field !== undefined) editJson(response, (it) => ({ ...it, [field.name]: field.value }));
}
