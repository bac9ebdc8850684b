import { parseRequestJson } from "../../edits.js";
import { type Defect, editEvent, shareFields, signDelivery } from "../defect.js";
import { CREATE_HOOK, GET_ORDER, shiftHours, WEBHOOK } from "../edits-of-commerce.js";
import { either, getOrderKey, readObject } from "../shared-edits.js";

const SIGNED = /signature|signed|hmac|secret/;
const NOT_SENT = /not (sent|received|delivered)|no (event|delivery|webhook)|missing|deliver|within|arriv/;

export const EVENTS_OF_EIGHTH: readonly Defect[] = shareFields(WEBHOOK, [
  {
    id: "first-event-type-of-hook",
    kind: "event",
    paths: [CREATE_HOOK.operation.path],
    methods: ["POST"],
    alsoOn: ["createHook", "updateOrder", "recordOrder"],
    title: "a hook gets only the events of the first of its event types",
    breaks: "spec, HookRegistration: eventTypes are the types of events to send",
    response: (response, _, memory) => {
      if (response.status !== 201) return;
      const { id, eventTypes } = JSON.parse(response.body.toString());
      memory.set(id, eventTypes[0]);
    },
    delivery: (message, memory) => {
      const { hookId, eventType } = parseRequestJson(message);
      return (memory.get(hookId) ?? eventType) === eventType;
    },
    names: either(NOT_SENT, /eventTypes|event type/),
  },
  {
    id: "latest-hook-only",
    kind: "event",
    paths: [CREATE_HOOK.operation.path],
    methods: ["POST"],
    alsoOn: ["createHook", "updateOrder", "recordOrder"],
    title: "a registration ends the deliveries of all earlier hooks",
    breaks: "spec, POST hooks: new registrations are active; spec, Webhooks: notifications are sent to registered URLs",
    response: (response, _, memory) => {
      if (response.status === 201) memory.set("latest", JSON.parse(response.body.toString()).id);
    },
    delivery: (message, memory) => {
      const { hookId } = parseRequestJson(message);
      return (memory.get("latest") ?? hookId) === hookId;
    },
    names: either(NOT_SENT, /hook|listener|registration/),
  },
  {
    id: "update-without-event",
    kind: "event",
    paths: [GET_ORDER.operation.path],
    methods: ["PUT", "PATCH"],
    alsoOn: ["updateOrder"],
    title: "a PATCH of an order sends no ORDER_UPDATED, only a PUT does",
    breaks: 'docs/sandbox.md: "a change: ORDER_UPDATED"; docs/orders.md: "Each change publishes an event"',
    request: (message, memory) => {
      memory.set(getOrderKey(message), message.method);
    },
    delivery: (message, memory) => {
      const { resourceId, eventType } = parseRequestJson(message);
      return eventType !== "ORDER_UPDATED" || memory.get(String(resourceId).toLowerCase()) !== "PATCH";
    },
    names: either(NOT_SENT, /ORDER_UPDATED|event/),
  },
  {
    id: "event-in-local-time",
    kind: "event",
    title: "createdAt and updatedAt of an event are the local time of a server five hours behind GMT, marked with Z",
    breaks:
      "spec, Conventions: all date-time values are GMT; spec, WebhookEvent: createdAt is when the event was created",
    delivery: editEvent((event) => {
      for (const name of ["createdAt", "updatedAt"]) event[name] = shiftHours(String(event[name]), -5);
    }),
    names: either(/createdAt|updatedAt|GMT|UTC|time.?zone|hours|in the past/),
  },
  {
    id: "secret-of-32-characters",
    kind: "signature",
    paths: [CREATE_HOOK.operation.path],
    methods: ["POST"],
    alsoOn: ["createHook"],
    title: "of a longer secret, only the first 32 characters are the key of the signature",
    breaks: "spec, Webhooks: HMAC-SHA1 of the payload, with the registered secret as the key; RFC 2104 2",
    response: (response, message, memory) => {
      const secret = readObject(message)?.secret;
      if (response.status === 201) memory.set(JSON.parse(response.body.toString()).id, secret);
    },
    delivery: (message, memory) => {
      const secret = String(memory.get(parseRequestJson(message).hookId) ?? "");
      if (secret.length > 32) signDelivery(message, secret.slice(0, 32));
    },
    names: either(SIGNED, /length|long|truncat/),
  },
  {
    id: "secret-of-latest-hook",
    kind: "signature",
    title: "the deliveries of all hooks are signed with the secret of the latest registration",
    breaks: "spec, Webhooks: HMAC-SHA1 of the payload, with the registered secret as the key",
    delivery: editEvent(() => {}),
    names: either(SIGNED),
  },
]);
