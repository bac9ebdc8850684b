/** Raw requests. */
import { expect } from "vitest";
import { type Attack, ORDER } from "./attack.js";
import type { AttackedSandbox } from "./attacked-sandbox.js";

export const auth = ({ token }: AttackedSandbox): string => `Api-Version: 1.2\r\nAuthorization: Bearer ${token}\r\n`;
/** Invalid HTTP: rejected, or the connection is closed without a response. */
export const raw = (
  line: string,
  title: string,
  bytes: (field: AttackedSandbox) => string,
  statuses: readonly number[] = [400],
): Attack => ({
  line,
  title,
  run: async (field) => {
    const responses = await field.bytes(bytes(field));
    for (const { status } of responses) expect(statuses).toContain(status);
  },
});
export const head = (target: string, field: AttackedSandbox, more = ""): string =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\n${auth(field)}${more}Connection: close\r\n\r\n`;
export const framed =
  (framing: string, body: string) =>
  (field: AttackedSandbox): string =>
    `PUT ${ORDER} HTTP/1.1\r\nHost: a\r\n${auth(field)}Service-Request-Id: ${field.nextId()}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${body}`;
