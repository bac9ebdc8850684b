import type { Draft, Half } from "./draft.js";

/** What passed, on its way to the thread that judges: one block of bytes, and of which exchanges it is. */
export type Parcel = { readonly bytes: Uint8Array<ArrayBuffer>; readonly items: readonly Item[] };

export type Item = Pick<Draft, "startedAt" | "method" | "target" | "status"> & {
  /** Why it ended before it was whole. */
  readonly incomplete: string | undefined;
  readonly request: Part;
  readonly response: Part | undefined;
};

/** So many bytes of the block are its head, and so many behind them its body. */
export type Part = {
  readonly head: number;
  readonly body: number;
  readonly isWhole: boolean;
  readonly whyMissing: string | undefined;
};

export type Passed = { readonly draft: Draft; readonly incomplete: string | undefined };

/** Copies what was kept, once, so that the block can go to another thread while the pieces still go to the client. */
export function pack(passed: readonly Passed[]): Parcel {
  const halves = passed.flatMap(({ draft: { request, response } }) => (response ? [request, response] : [request]));
  const length = halves.reduce((sum, { head, body }) => sum + head.length + body.size, 0);
  const bytes = new Uint8Array(new ArrayBuffer(length));
  let at = 0;
  for (const { head, body } of halves) {
    for (const piece of [head, ...body.chunks]) {
      bytes.set(piece, at);
      at += piece.length;
    }
  }
  return { bytes, items: passed.map(itemOf) };
}

/** Gives back the memory of the bodies. */
export function release({ draft: { request, response } }: Passed): void {
  request.body.release();
  response?.body.release();
}

function itemOf({ draft, incomplete }: Passed): Item {
  const { startedAt, method, target, status, request, response } = draft;
  return {
    startedAt,
    method,
    target,
    status,
    incomplete,
    request: partOf(request),
    response: response && partOf(response),
  };
}

function partOf({ head, body, isWhole }: Half): Part {
  return { head: head.length, body: body.size, isWhole, whyMissing: body.whyMissing };
}
