import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { checkParentOf, checkParentServed } from "../../checks/webhooks/hooks.js";
import { readPathShape } from "../../graph/path-shape.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { findOtherClaim } from "../access/other-parents.js";
import { waitForDelivery } from "./deliveries.js";
import { buildRegistration, type HookRegistration } from "./registration.js";
import type { WebhookListener, WebhookScenarioContext } from "./webhook-listener.js";

/** A registration for another parent, such as another business of the same token, with a listener of its own. */
export type ParentHook = {
  readonly name: string;
  readonly registration: ProbeExchange;
  readonly listener: WebhookListener;
  /** A new resource below the parent of the first registration, and one below that of this one. */
  readonly own: ProbeExchange;
  readonly other: ProbeExchange;
};

type FirstRegistration = HookRegistration & { readonly registration: ProbeExchange };

/**
 * Registers a listener for another parent that the token may access, if the registration names its parent, and creates a resource below each
 * of both.
 */
export async function createParentHook(
  context: WebhookScenarioContext,
  { operation, base, places, registration }: FirstRegistration,
  { sendChecked }: TaskSession,
): Promise<ParentHook | undefined> {
  const { operations, seeds, known, createId } = context;
  const body = base.body !== undefined && "value" in base.body ? (base.body.value as Json) : undefined;
  for (const [name, value] of Object.entries(isObject(body) ? (body as JsonObject) : {})) {
    const otherId = findOtherClaim(registration, value);
    const creator = operations.find(
      ({ path, method }) =>
        method === "PUT" && readPathShape(path).isItem && readPathShape(path).steps.some((it) => it.name === name),
    );
    const accepted = creator && seeds.get(creator)?.accepted?.request;
    if (otherId === undefined || creator === undefined || accepted === undefined || base.body === undefined) continue;
    const secret = `Parent/${createId("parent secret")}-${context.nonce}=`;
    const listener = await context.listen(secret, 0);
    const beside = { ...base, body: { ...base.body, value: { ...(body as JsonObject), [name]: otherId } } };
    const result = await sendChecked({
      operation,
      request: buildRegistration(beside, places, { url: listener.url, secret }),
    });
    if (!isAccepted(result)) {
      await listener.close();
      return undefined;
    }
    const create = async (id: string): Promise<ProbeExchange> => {
      const path = { ...accepted.path, [name]: id };
      const given = { ...known, given: { ...known.given, [name]: id } };
      const request = buildNewResource(creator, { ...accepted, path }, { ...context, known: given }, `${name} ${id}`);
      const created = await sendChecked({ operation: creator, request });
      return created;
    };
    const [own, other] = [await create(String(value)), await create(otherId)];
    return { name, registration: result, listener, own, other };
  }
  return undefined;
}

type FirstDeliveries = { readonly deliveries: readonly ProbeExchange[]; readonly session: TaskSession };

/** Checks that each of both registrations gets the events of its own parent alone. */
export async function reportParentHook(
  { pause }: WebhookScenarioContext,
  { name, registration, listener, own, other }: ParentHook,
  { deliveries: first, session: { recordDelivery, report } }: FirstDeliveries,
): Promise<void> {
  if (first.length > 0) await waitForDelivery({ listener, pause });
  const second = listener.getDeliveries().map((exchange) => recordDelivery(registration.operation, exchange));
  for (const it of second) report(it, checkParentOf(it, own, name));
  for (const it of first) report(it, checkParentOf(it, other, name));
  report(registration, checkParentServed(registration, { name, own, other }, [first, second]));
}
