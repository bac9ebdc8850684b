import type { Operation } from "../../../document/index.js";
import { getCombinedHeader } from "../../../exchange/index.js";
import { checkLocation } from "../../checks/lifecycle.js";
import type { ResourceOperations } from "../../graph/operation-order.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

export type Creation = {
  readonly resource: ResourceOperations;
  readonly creator: Operation;
  readonly request: CaseRequest;
};

/** Creates a resource. One whose id is chosen by the client is read before, because a read that is cached stays a 404. */
export async function createResource(
  { seeds }: ScenarioContext,
  { resource, creator, request }: Creation,
  session: TaskSession,
): Promise<ProbeExchange> {
  const unread = creator.method === "PUT" ? resource.read && seeds.get(resource.read)?.accepted : undefined;
  if (unread !== undefined)
    await session.send({ operation: unread.operation, request: { ...unread.request, path: request.path } });
  const create = await session.sendChecked({ operation: creator, request });
  await followLocation(resource, create, session);
  return create;
}

/** Requests the Location of a creation, which must lead to the new resource (RFC 9110, section 15.3.2). */
async function followLocation(
  { read }: ResourceOperations,
  create: ProbeExchange,
  { send, report }: TaskSession,
): Promise<void> {
  const { request, response } = create.exchange;
  const location = getCombinedHeader(response.headers, "location");
  if (read === undefined || location === undefined || response.status !== 201 || !URL.canParse(location, request.url))
    return;
  const url = new URL(location, request.url);
  if (url.origin !== new URL(request.url).origin) return;
  const { path, header } = create.request;
  const shown = await send({ operation: read, request: { path, header, query: {}, cookie: {} }, url: url.href });
  report(create, checkLocation(create, shown));
}
