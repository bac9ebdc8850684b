import {
  checkIdempotentReplay,
  checkItemMatchesListing,
  checkSecretMasked,
  checkUnknownIdentifier,
  checkWritePersisted,
} from "../checks/resource.js";
import { checkCredentialsRequired, checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import { findIdempotencyHeader, needsCredentials, type TaskSession } from "../session/session.js";
import { findItemIds } from "../tasks/known-values.js";
import { alignIdentifiers } from "../tasks/seed-requests.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

const MAX_ITEMS_READ = 3;

/** What a listing shows is read one by one, and each has to be the same. */
export function createItemScenarios(means: ScenarioContext): ProbeTask[] {
  return listReadOperations(means).flatMap((single): ProbeTask[] => {
    const [, parent, name] = /^(.*)\/\{([^{}]+)\}$/.exec(single.path) ?? [];
    const listing = listReadOperations(means).find(({ path }) => path === parent);
    const base = listing && means.seeds.get(listing)?.accepted;
    const own = means.seeds.get(single)?.accepted;
    if (base === undefined || listing === undefined || own === undefined || name === undefined) return [];
    const run = async ({ send, report }: TaskSession): Promise<void> => {
      const list = await send({ operation: listing, request: base.request });
      const ids = (findListedItems(list) ?? []).flatMap((item) => findItemIds(item, name)).slice(0, MAX_ITEMS_READ);
      for (const id of ids) {
        const asked = await send({ operation: single, request: setPathParameter(own.request, name, id) });
        report(asked, checkServiceResponse(asked));
        report(asked, checkItemMatchesListing(list, asked));
      }
    };
    return [{ id: `stateful/${single.id}/as-listed`, run }];
  });
}

/** An identifier that nothing has, for the last thing that a path leads to. */
export function createUnknownIdScenarios(means: ScenarioContext): ProbeTask[] {
  return listReadOperations(means).flatMap((operation): ProbeTask[] => {
    const base = means.seeds.get(operation)?.accepted;
    const name = [...operation.path.matchAll(/\{([^{}]+)\}/g)].at(-1)?.[1];
    if (base === undefined || name === undefined || !operation.responses.some(({ status }) => status === "404"))
      return [];
    // What comes first in a path may be what the credentials are for.
    if (operation.path.split("{").length < 3) return [];
    const run = async ({ send, report }: TaskSession): Promise<void> => {
      const asked = await send({
        operation,
        request: setPathParameter(base.request, name, means.createId(`nothing ${operation.id}`)),
      });
      report(asked, checkServiceResponse(asked));
      report(asked, checkUnknownIdentifier(asked));
    };
    return [{ id: `stateful/${operation.id}/unknown`, run }];
  });
}

/** What is written is read back, and a write that is repeated with its key is one write. */
export function createWriteScenarios(means: ScenarioContext): ProbeTask[] {
  return means.operations.flatMap((operation): ProbeTask[] => {
    const base = means.seeds.get(operation)?.accepted;
    if (base === undefined || !["PUT", "PATCH", "POST"].includes(operation.method)) return [];
    // Below the path that is posted to there is a collection, or nothing that can be read.
    const isWhole = operation.method !== "POST";
    const read = isWhole ? listReadOperations(means).find(({ path }) => path === operation.path) : undefined;
    const run = async ({ send, report }: TaskSession): Promise<void> => {
      const { write, request, requestId } = await writeNewResource(means, base, send);
      report(write, checkServiceResponse(write));
      if (!isAccepted(write)) return;
      report(write, checkSecretMasked(write));
      if (isWhole) report(write, checkWritePersisted(write, write));
      if (read !== undefined) {
        const { path, header } = { ...request, header: (means.seeds.get(read)?.request ?? request).header };
        const shown = await send({ operation: read, request: { path, header, query: {}, cookie: {} } });
        report(shown, checkServiceResponse(shown));
        report(shown, checkWritePersisted(write, shown));
      }
      if (findIdempotencyHeader(means.document, operation) === undefined) return;
      const again = await send({ operation, request, requestId });
      report(again, checkServiceResponse(again));
      report(again, checkIdempotentReplay(write, again));
    };
    return [{ id: `stateful/${operation.id}/written`, run }];
  });
}

type WriteResult = { readonly write: ProbeExchange; readonly request: CaseRequest; readonly requestId: string };

/** As something new where that is accepted. */
async function writeNewResource(
  means: ScenarioContext,
  base: ProbeExchange,
  ask: TaskSession["send"],
): Promise<WriteResult> {
  const { operation } = base;
  const id = `${means.createId(operation.id)}-${means.nonce}`;
  const anew = buildNewResource(means, base);
  if (anew !== undefined) {
    const write = await ask({ operation, request: anew, requestId: `${id}-new` });
    if (isAccepted(write)) return { write, request: anew, requestId: `${id}-new` };
  }
  const { request } = base;
  await restoreBeforePatch(means, base, ask);
  return { write: await ask({ operation, request, requestId: id }), request, requestId: id };
}

/** What is to be patched is put as it was accepted at first: cases gone before may have left something else there. */
async function restoreBeforePatch(
  { seeds, createId, known, nonce, operations }: ScenarioContext,
  base: ProbeExchange,
  ask: TaskSession["send"],
) {
  const { operation, request } = base;
  const put = operations.find(({ path, method }) => path === operation.path && method === "PUT");
  const accepted = put && seeds.get(put)?.accepted;
  if (operation.method !== "PATCH" || accepted === undefined) return;
  const at = { ...accepted.request, path: request.path };
  const ground = alignIdentifiers(at, { ...known.given, ...request.path }, (it) => createId(`put ${it}`));
  await ask({
    operation: accepted.operation,
    request: ground,
    requestId: `${createId(`before ${operation.id}`)}-${nonce}`,
  });
}

/** What was made anew is made anew under another identifier: only then does its answer differ from that of a repetition. */
function buildNewResource(
  { known, createId }: ScenarioContext,
  { operation, request, exchange }: ProbeExchange,
): CaseRequest | undefined {
  const name = /\{([^{}]+)\}$/.exec(operation.path)?.[1];
  if (operation.method !== "PUT" || exchange.response.status !== 201 || name === undefined) return undefined;
  const path = { ...request.path, [name]: createId(`written ${operation.id}`) };
  return alignIdentifiers({ ...request, path }, { ...known.given, ...path }, (it) => createId(`written ${it}`));
}

/** Every operation that asks for credentials is asked without any, and with wrong ones. */
export function createCredentialScenarios(means: ScenarioContext): ProbeTask[] {
  return means.operations.flatMap((operation): ProbeTask[] => {
    const base = means.seeds.get(operation)?.accepted;
    if (base === undefined || !needsCredentials(operation)) return [];
    const run = async ({ send, report }: TaskSession): Promise<void> => {
      for (const credentials of ["none", "wrong"] as const) {
        const what = credentials === "none" ? "without credentials" : "with credentials that nobody has issued";
        const edit = { part: "security", at: credentials, contract: operation.securityPointer, what } as const;
        const asked = await send({ operation, request: base.request, credentials, edit });
        report(asked, checkServiceResponse(asked));
        report(asked, checkCredentialsRequired(base, asked));
      }
    };
    return [{ id: `stateful/${operation.id}/credentials`, run }];
  });
}

export function setPathParameter(request: CaseRequest, name: string, value: unknown): CaseRequest {
  return { ...request, path: { ...request.path, [name]: value } };
}
