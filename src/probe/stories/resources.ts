import { alignedTo } from "../bases.js";
import type { CaseRequest } from "../case.js";
import { judgeAnswer, judgeCredentials } from "../judges/answer.js";
import { judgeInvented, judgeReplay, judgeSame, judgeSecret, judgeWritten } from "../judges/resource.js";
import { idsOf } from "../known-values.js";
import { itemsOf } from "../listing.js";
import type { Unit } from "../run-units.js";
import { type Asking, idempotencyKey, needsCredentials } from "../session.js";
import { type Asked, isAccepted } from "../story.js";
import { reading, type StoryMeans } from "./story-means.js";

const MOST_SINGLES = 3;

/** What a listing shows is read one by one, and each has to be the same. */
export function singleStories(means: StoryMeans): Unit[] {
  return reading(means).flatMap((single): Unit[] => {
    const [, parent, name] = /^(.*)\/\{([^{}]+)\}$/.exec(single.path) ?? [];
    const listing = reading(means).find(({ path }) => path === parent);
    const base = listing && means.bases.of(listing)?.accepted;
    const own = means.bases.of(single)?.accepted;
    if (base === undefined || listing === undefined || own === undefined || name === undefined) return [];
    const run = async ({ ask, tell }: Asking): Promise<void> => {
      const list = await ask({ operation: listing, request: base.request });
      const ids = (itemsOf(list) ?? []).flatMap((item) => idsOf(item, name)).slice(0, MOST_SINGLES);
      for (const id of ids) {
        const asked = await ask({ operation: single, request: withPath(own.request, name, id) });
        tell(asked, judgeAnswer(asked));
        tell(asked, judgeSame(list, asked));
      }
    };
    return [{ id: `stateful/${single.id}/as-listed`, run }];
  });
}

/** An identifier that nothing has, for the last thing that a path leads to. */
export function unknownStories(means: StoryMeans): Unit[] {
  return reading(means).flatMap((operation): Unit[] => {
    const base = means.bases.of(operation)?.accepted;
    const name = [...operation.path.matchAll(/\{([^{}]+)\}/g)].at(-1)?.[1];
    if (base === undefined || name === undefined || !operation.responses.some(({ status }) => status === "404"))
      return [];
    // What comes first in a path may be what the credentials are for.
    if (operation.path.split("{").length < 3) return [];
    const run = async ({ ask, tell }: Asking): Promise<void> => {
      const asked = await ask({
        operation,
        request: withPath(base.request, name, means.fresh(`nothing ${operation.id}`)),
      });
      tell(asked, judgeAnswer(asked));
      tell(asked, judgeInvented(asked));
    };
    return [{ id: `stateful/${operation.id}/unknown`, run }];
  });
}

/** What is written is read back, and a write that is repeated with its key is one write. */
export function writeStories(means: StoryMeans): Unit[] {
  return means.operations.flatMap((operation): Unit[] => {
    const base = means.bases.of(operation)?.accepted;
    if (base === undefined || !["PUT", "PATCH", "POST"].includes(operation.method)) return [];
    // Below the path that is posted to there is a collection, or nothing that can be read.
    const isWhole = operation.method !== "POST";
    const read = isWhole ? reading(means).find(({ path }) => path === operation.path) : undefined;
    const run = async ({ ask, tell }: Asking): Promise<void> => {
      const { write, request, requestId } = await writeAnew(means, base, ask);
      tell(write, judgeAnswer(write));
      if (!isAccepted(write)) return;
      tell(write, judgeSecret(write));
      if (isWhole) tell(write, judgeWritten(write, write));
      if (read !== undefined) {
        const { path, header } = { ...request, header: (means.bases.of(read)?.request ?? request).header };
        const shown = await ask({ operation: read, request: { path, header, query: {}, cookie: {} } });
        tell(shown, judgeAnswer(shown));
        tell(shown, judgeWritten(write, shown));
      }
      if (idempotencyKey(means.document, operation) === undefined) return;
      const again = await ask({ operation, request, requestId });
      tell(again, judgeAnswer(again));
      tell(again, judgeReplay(write, again));
    };
    return [{ id: `stateful/${operation.id}/written`, run }];
  });
}

type Written = { readonly write: Asked; readonly request: CaseRequest; readonly requestId: string };

/** As something new where that is accepted. */
async function writeAnew(means: StoryMeans, base: Asked, ask: Asking["ask"]): Promise<Written> {
  const { operation } = base;
  const id = `${means.fresh(operation.id)}-${means.nonce}`;
  const anew = renewed(means, base);
  if (anew !== undefined) {
    const write = await ask({ operation, request: anew, requestId: `${id}-new` });
    if (isAccepted(write)) return { write, request: anew, requestId: `${id}-new` };
  }
  const { request } = base;
  await putBefore(means, base, ask);
  return { write: await ask({ operation, request, requestId: id }), request, requestId: id };
}

/** What is to be patched is put as it was accepted at first: cases gone before may have left something else there. */
async function putBefore({ bases, fresh, known, nonce, operations }: StoryMeans, base: Asked, ask: Asking["ask"]) {
  const { operation, request } = base;
  const put = operations.find(({ path, method }) => path === operation.path && method === "PUT");
  const accepted = put && bases.of(put)?.accepted;
  if (operation.method !== "PATCH" || accepted === undefined) return;
  const at = { ...accepted.request, path: request.path };
  const ground = alignedTo(at, { ...known.given, ...request.path }, (it) => fresh(`put ${it}`));
  await ask({
    operation: accepted.operation,
    request: ground,
    requestId: `${fresh(`before ${operation.id}`)}-${nonce}`,
  });
}

/** What was made anew is made anew under another identifier: only then does its answer differ from that of a repetition. */
function renewed({ known, fresh }: StoryMeans, { operation, request, exchange }: Asked): CaseRequest | undefined {
  const name = /\{([^{}]+)\}$/.exec(operation.path)?.[1];
  if (operation.method !== "PUT" || exchange.response.status !== 201 || name === undefined) return undefined;
  const path = { ...request.path, [name]: fresh(`written ${operation.id}`) };
  return alignedTo({ ...request, path }, { ...known.given, ...path }, (it) => fresh(`written ${it}`));
}

/** Every operation that asks for credentials is asked without any, and with wrong ones. */
export function credentialStories(means: StoryMeans): Unit[] {
  return means.operations.flatMap((operation): Unit[] => {
    const base = means.bases.of(operation)?.accepted;
    if (base === undefined || !needsCredentials(operation)) return [];
    const run = async ({ ask, tell }: Asking): Promise<void> => {
      for (const credentials of ["none", "wrong"] as const) {
        const what = credentials === "none" ? "without credentials" : "with credentials that nobody has issued";
        const edit = { part: "security", at: credentials, contract: operation.securityPointer, what } as const;
        const asked = await ask({ operation, request: base.request, credentials, edit });
        tell(asked, judgeAnswer(asked));
        tell(asked, judgeCredentials(base, asked));
      }
    };
    return [{ id: `stateful/${operation.id}/credentials`, run }];
  });
}

export function withPath(request: CaseRequest, name: string, value: unknown): CaseRequest {
  return { ...request, path: { ...request.path, [name]: value } };
}
