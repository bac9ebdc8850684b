import { isObject, type Json, type JsonObject } from "../../../document/index.js";
import { checkCreatedAgain, checkRecreationRejected } from "../../checks/writes/created-again.js";
import { findCreatedPath } from "../../graph/created-path.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import { isRefusal } from "../../session/refusal.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { makeOtherValue } from "../patches/other-values.js";
import type { ScenarioContext } from "../scenario-context.js";
import type { Creation } from "./creation.js";
import { sendChecked } from "./send-checked.js";

type Deleted = Creation & {
  /** The path of the deleted resource. */
  readonly path: CaseRequest["path"];
  readonly created: ProbeExchange;
  /** The last read before the deletion. */
  readonly shown: ProbeExchange;
  readonly readAgain: (write: ProbeExchange) => Promise<ProbeExchange | undefined>;
};

/**
 * Creates a deleted resource again, if the client chooses its id: with other numbers and flags, and without what the spec does not require.
 * The resource has nothing of the deleted one. What another resource with the same body has too is a default.
 */
export async function createAgain(context: ScenarioContext, deleted: Deleted, session: TaskSession): Promise<void> {
  const { resource, creator, request, path, created, shown, readAgain } = deleted;
  const { read, remove } = resource;
  const body = readWrittenBody(request);
  const id = String(Object.values(path).at(-1));
  const isOwnId = creator.method === "PUT" || (isObject(body) && Object.values(body).some((it) => String(it) === id));
  if (read === undefined || remove === undefined || !isObject(body) || !isOwnId || !isAccepted(shown)) return;
  const other = makeOther(context, deleted, body, id);
  const again = await sendChecked(session, creator, other);
  const createControl = async (): Promise<ProbeExchange | undefined> => {
    const fresh = buildNewResource(creator, other, context, `instead of ${creator.id}`);
    const control = fresh === other ? undefined : await sendChecked(session, creator, fresh);
    return control !== undefined && isAccepted(control) ? control : undefined;
  };
  const readAt = (own: CaseRequest["path"]): Promise<ProbeExchange> =>
    sendChecked(session, read, { ...shown.request, path: own });
  const removeAt = (own: CaseRequest["path"]): Promise<ProbeExchange> => {
    const accepted = context.seeds.get(remove)?.accepted?.request ?? request;
    return sendChecked(session, remove, { ...accepted, path: own });
  };
  const now = isAccepted(again) ? await readAgain(again) : undefined;
  const isLeft = now !== undefined && checkCreatedAgain({ created, shown }, again, now) !== undefined;
  const control = isLeft || isRefusal(again) ? await createControl() : undefined;
  const controlPath = control && findCreatedPath(read, control);
  if (control !== undefined) session.report(again, checkRecreationRejected(created, again, control));
  if (now !== undefined && controlPath !== undefined)
    session.report(now, checkCreatedAgain({ created, shown }, again, now, await readAt(controlPath)));
  if (isAccepted(again)) await removeAt(path);
  if (controlPath !== undefined) await removeAt(controlPath);
}

/** The body with other numbers and flags, and without its optional texts, lists and objects. */
function makeOther(
  { isValid }: ScenarioContext,
  { creator, request }: Deleted,
  body: JsonObject,
  id: string,
): CaseRequest {
  const build = (value: Json): CaseRequest => ({
    ...request,
    body: { contentType: request.body?.contentType ?? "", value },
  });
  let other = body;
  for (const [name, it] of Object.entries(body)) {
    if (JSON.stringify(it).includes(id)) continue;
    const { [name]: _, ...without } = other;
    const value = makeOtherValue(it);
    const next = value === undefined ? without : { ...other, [name]: value };
    if (isValid(creator, build(next))) other = next;
  }
  return build(other);
}
