/** Tokens over time: the responses, when tokens are requested, and the requests that are sent. */
import { expect } from "vitest";
import type { SignIn } from "../../../src/client/sign-in/token-source.js";
import { connectTo, type Reply } from "./connection.js";

export type TokenTimeline = {
  readonly name: string;
  readonly signIn: SignIn;
  readonly replies: readonly (Reply | Error)[];
  /** Waits before each request for a token. */
  readonly waits: readonly number[];
  readonly tokens: readonly (string | RegExp)[];
  /** The forms that were sent, with headers where relevant. */
  readonly sent: readonly object[];
};

export async function expectTimeline({ signIn, replies, waits, tokens, sent }: TokenTimeline): Promise<void> {
  const service = connectTo(replies);
  const source = signIn.connect(service.core);
  const got: string[] = [];
  for (const wait of waits) {
    service.move(wait);
    got.push(await source().catch((error: Error) => error.message));
  }
  expect(got).toEqual(tokens.map((it) => (typeof it === "string" ? it : expect.stringMatching(it))));
  expect(service.sent).toEqual(sent.map((it) => expect.objectContaining(containing(it))));
}

/** Partial expectations are compared partially. */
function containing(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, part]) => [
      name,
      Object.keys(part).length === 0 ? part : expect.objectContaining(part),
    ]),
  );
}
