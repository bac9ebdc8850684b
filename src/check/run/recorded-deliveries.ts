import { joinPointer, valueAt } from "../../document/index.js";
import type { Exchange, ReadResult } from "../../recording/index.js";
import type { Contract, RecordedBefore } from "../contract.js";
import type { ExchangeResult } from "../exchange/exchange-result.js";
import { readJson } from "../rules/values.js";
import { isSignedFor, normalizeAddress, type WebhookRegistration } from "../rules/webhook.js";
import { createEarlierExchangeFinder } from "./earlier-exchanges.js";

type ReadableExchange = Exclude<ReadResult<ExchangeResult>, { kind: "unreadable" }>;

/** Pairs the webhook deliveries of one recording with the registrations before them. Each exchange is passed in order. */
export type DeliveryTracker = ReturnType<typeof createDeliveryTracker>;

export function createDeliveryTracker(contract: Contract, finder = createEarlierExchangeFinder(contract)) {
  finder.begin();
  const registered = new Map<string, WebhookRegistration[]>();
  const unacknowledged = new Map<string, Exchange>();
  const events = new Map<string, Exchange>();
  const register = (exchange: Exchange): void => {
    const registration = contract.findRegistration(exchange);
    if (registration === undefined) return;
    const { address } = registration;
    const known = registered.get(address) ?? [];
    if (registered.size < MAX_RECEIVERS) registered.set(address, known);
    if (known.length < MAX_REGISTRATIONS) known.push(registration);
  };
  /** The registrations of the address; of another one, those whose secret has signed the event. */
  const findRegistrations = (exchange: Exchange): readonly WebhookRegistration[] | undefined => {
    const own = registered.get(normalizeAddress(exchange.request.url));
    if (own !== undefined || contract.hasOperation(exchange.request)) return own;
    const others = [...registered.values()].flat().filter((it) => isSignedFor(contract.specs, exchange, it));
    return others.length === 0 ? undefined : others;
  };
  /** The first delivery of an event with the same id, by the same registration. */
  const findEarlierEvent = (
    exchange: Exchange,
    registrations: readonly WebhookRegistration[],
  ): Exchange | undefined => {
    const body = readJson(exchange.request);
    const [first] = registrations.flatMap(({ address, event }) => {
      const id = event === undefined ? undefined : valueAt(body, event);
      const key = `${address}\n${String(id)}`;
      const known = events.get(key);
      if (typeof id === "string" && known === undefined && events.size < MAX_RECEIVERS) events.set(key, exchange);
      return known ?? [];
    });
    return first;
  };
  return {
    /**
     * Marks an exchange as a delivery if an earlier one registered its address.
     *
     * @returns the exchange, and the registrations of its address
     */
    mark: (reading: ReadableExchange): RecordedBefore & { readonly reading: ReadableExchange } => {
      const { exchange } = reading;
      register(exchange);
      const earlier = finder.find(exchange);
      if (earlier !== undefined)
        return { reading: { kind: "exchange", exchange: finder.restoreBody(exchange) }, registrations: [], earlier };
      // A result of the fast path belongs to an operation.
      if (registered.size === 0 || reading.kind === "settled") return { reading, registrations: [] };
      const registrations = findRegistrations(exchange);
      if (registrations === undefined || (exchange.webhook === undefined && contract.hasOperation(exchange.request)))
        return { reading, registrations: [] };
      const delivery = { ...exchange, webhook: exchange.webhook ?? {} };
      const event = findEarlierEvent(delivery, registrations);
      return { reading: { kind: "exchange", exchange: delivery }, registrations, ...(event && { earlier: { event } }) };
    },
    /** Observes a marked exchange after its check. */
    observe: (exchange: Exchange, result: ExchangeResult) => {
      finder.remember(exchange, result);
      const isDelivery = exchange.webhook !== undefined || result.operation?.kind === "webhook";
      const { body, url } = exchange.request;
      if (!isDelivery || body.kind !== "text") return;
      const key = `${normalizeAddress(url)}\n${body.text}`;
      unacknowledged.delete(key);
      if (isUnacknowledged(result) && unacknowledged.size < MAX_RECEIVERS) unacknowledged.set(key, exchange);
    },
    /** Deliveries that no listener acknowledged, although the spec states a deadline, and that were not sent again. */
    listUnrepeated: () => [...unacknowledged.values()],
  };
}

/** What a recording lacks if `listUnrepeated` lists a delivery. */
export const UNREPEATED_REASON = "the repetition of a delivery that was not acknowledged";

/** Whether the listener did not acknowledge an event in time, as the webhook demands with `x-acknowledge-within-ms`. */
function isUnacknowledged({ operation, context, findings }: ExchangeResult): boolean {
  if (operation?.kind !== "webhook" || context === undefined) return false;
  if (valueAt(context.schemas.root, joinPointer(operation.pointer, "x-acknowledge-within-ms")) === undefined)
    return false;
  return findings.some(({ code }) => code === "response.status.undocumented" || code === "webhook.response.late");
}

/** Bound memory. */
const MAX_RECEIVERS = 10_000;
const MAX_REGISTRATIONS = 100;
