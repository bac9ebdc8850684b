/** S, as far as it concerns a sandbox: data of requests in the output of the admin API. */
import { expect } from "vitest";
import { artefacts } from "../artefacts.js";
import { type Attack, call, ORDER, ORDERS, put, refused, responded } from "../attack.js";
import type { AttackedSandbox } from "../attacked-sandbox.js";
import { CARD_NUMBER } from "../canaries.js";
import { A, orderOf } from "../tenants.js";

const HOSTILE = [
  ...[
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "javascript:alert(1)",
    "'\"><svg/onload=alert(1)>",
  ],
  ...["{{7*7}}", "$" + "{7*7}", "<!--", "]]>", "\u2028alert(1)", "=cmd|' /C calc'!A0", "`id`"],
];
const TERMINAL = ["\u001b[2J", "\u001b]0;x\u0007", "\u009b31m", "\u202egnp.exe", "\u0007", "\u0008\u0008"];
const order = orderOf(A, 0);

/** All responses of the admin API are JSON with nosniff, or the page, which contains no data. */
const pageIsSafe = async (field: AttackedSandbox): Promise<void> => {
  for (const { path, response } of await artefacts(field)) {
    const { status, header, text } = response;
    expect(status, path).toBe(200);
    expect(header("x-content-type-options"), path).toBe("nosniff");
    const policy = header("content-security-policy") ?? "";
    expect(policy, path).toMatch(/default-src 'none'/);
    expect(policy, path).not.toMatch(/unsafe|\*|http/);
    if (path === "/") for (const hostile of [...HOSTILE, A.mark]) expect(text).not.toContain(hostile);
    else expect(header("content-type"), path).toMatch(/^application\/json/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text.replaceAll("\n", ""), path).not.toMatch(/[\u0000-\u001f]/);
  }
};
const shown = (line: string, title: string): Attack => ({ line, title, run: pageIsSafe });

export const SECRET_LINES: readonly Attack[] = [
  ...TERMINAL.map((text) =>
    responded("S16", `notes ${JSON.stringify(text)}`, put({ ...order, notes: text, orderNumber: text })),
  ),
  ...TERMINAL.map((text) =>
    responded(
      "S16",
      `query ${JSON.stringify(text)}`,
      (field) => call({ path: `${ORDERS}?orderNumber=${encodeURIComponent(text)}` }, field),
      [200, 400],
    ),
  ),
  shown("S16", "what the admin address tells holds no control character"),
  ...HOSTILE.map((text) => responded("S17", `notes ${text}`, put({ ...order, notes: text, orderNumber: text }))),
  ...HOSTILE.map((text) =>
    refused("S17", `an unknown parameter ${text}`, (field) =>
      call({ path: `${ORDERS}?${encodeURIComponent(text)}=1` }, field),
    ),
  ),
  ...HOSTILE.map((text) =>
    refused("S17", `a path ${text}`, (field) => call({ path: `/${encodeURIComponent(text)}` }, field), { status: 404 }),
  ),
  shown("S17", "the page and what it reads"),
  responded("S19", "a card number that is recorded, and read", put({ ...order, notes: CARD_NUMBER })),
  responded("S19", "a card number in groups", put({ ...order, notes: CARD_NUMBER.replace(/\d{4}(?=\d)/g, "$& ") })),
  responded("S19", "the same read", (field) => call({ path: ORDER }, field)),
];
