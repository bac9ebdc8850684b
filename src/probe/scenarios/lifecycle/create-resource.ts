import { lastToken, type Operation } from "../../../document/index.js";
import { getCombinedHeader } from "../../../recording/index.js";
import { splitWords } from "../../../resources/index.js";
import type { RequestLocation } from "../../cases/request-location.js";
import type { ResourceOperations } from "../../graph/operation-order.js";
import { parseWords } from "../../graph/path-shape.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { createWrites, writeWhole } from "../round-trips/write-series.js";
import { findAccepted, type ScenarioRun } from "../scenario-context.js";

/** How a resource is created. */
export type Creation = {
  readonly resource: ResourceOperations;
  readonly creator: Operation;
  /** An accepted request of the creator. */
  readonly base: ProbeExchange;
  /** The same for another resource. */
  readonly request: CaseRequest;
};

/** Creates a resource with the optional content that the service accepts, so that a change can lose some of it. */
export async function createResource(run: ScenarioRun, creation: Creation): Promise<ProbeExchange> {
  const { creator, base, request } = creation;
  const isNamed = creator.method === "PUT";
  const writes = createWrites(run, creator, {
    build: (name) =>
      isNamed ? request : buildNewResource(creator, base.request, run, `lifecycle ${creator.id} ${name}`),
    send: async (it) => ({ write: await sendCreation(run, creation, it), shown: undefined }),
    isWanted: isContent,
  });
  const { steps } = await writeWhole(writes);
  return steps.at(-1)?.write ?? sendCreation(run, creation, request);
}

/** Flags, choices, states and times may decide how long a resource is there, and whether lists show it. */
function isContent({ at, value, node: { constraints } }: RequestLocation): boolean {
  const { enumValues, extensibleValues, formats } = constraints;
  const isChoice = enumValues !== undefined || extensibleValues.length > 0 || formats.length > 0;
  const isState = splitWords(lastToken(at)).some((it) => STATE_WORDS.has(it));
  return !isChoice && !isState && !/true|false/.test(JSON.stringify(value));
}

const STATE_WORDS = parseWords("state status phase stage visibility ttl expires expiry expiration expire lifetime");

/** Sends a creation. A resource whose id is chosen by the client is read before, because a read that is cached stays a 404. */
async function sendCreation(
  run: ScenarioRun,
  { resource, creator }: Creation,
  request: CaseRequest,
): Promise<ProbeExchange> {
  const unread = creator.method === "PUT" ? findAccepted(run, resource.read) : undefined;
  if (unread !== undefined)
    await run.send({ operation: unread.operation, request: { ...unread.request, path: request.path } });
  const create = await run.sendChecked({ operation: creator, request });
  await followLocation(resource, create, run);
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

/** Checks that the Location of a creation leads somewhere. `shown` is the response to a GET of it. */
export const checkLocation: Rule<2> = (create, shown) => {
  if (!shown.isGone) return undefined;
  const message = `Location of the created resource leads to nothing: the response is ${shown.status} (RFC 9110, section 15.3.2)`;
  return create.fail("exchange.http.violated", message, "location", { part: "response.headers" });
};
