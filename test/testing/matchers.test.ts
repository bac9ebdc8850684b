import { expect as plainExpect } from "expect";
import { expect, test } from "vitest";
import { contractMatchers, judgedFetch } from "../../src/testing/index.js";
import "../../src/testing/vitest.js";

const BUSINESS = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
const HEADERS = { "Api-Version": "1.2", Authorization: "Bearer t" };
const LIST = `/businesses/${BUSINESS}/orders`;
const SERVICE = "https://orders.example";

type Told = { readonly status?: number; readonly type?: string; readonly body?: string };

/** A service that answers what it is told. */
const answering =
  (told: () => Told): typeof fetch =>
  async () => {
    const { status = 200, type = "application/json", body = "{}" } = told();
    return new Response(body, { status, headers: { "Content-Type": type } });
  };

const RIGHT: Told = { body: '{"links":[],"count":0,"orders":[]}' };

type Case = { readonly says: string; readonly told: Told; readonly path?: string; readonly codes: readonly string[] };

/** Each an edit of the right answer. */
const CASES: readonly Case[] = [
  { says: "the right answer", told: RIGHT, codes: [] },
  { says: "another status", told: { ...RIGHT, status: 418 }, codes: ["response.status.undocumented"] },
  {
    says: "a count that is a text",
    told: { body: '{"links":[],"count":"0","orders":[]}' },
    codes: ["response.body.invalid"],
  },
  {
    says: "another content type",
    told: { ...RIGHT, type: "text/html" },
    codes: ["response.content-type.undocumented"],
  },
];

test.each(CASES)("$says", async ({ told, codes }) => {
  const send = answering(() => told);
  const matchers = contractMatchers({ servers: [SERVICE] });
  // Of vitest, and of the package that jest has: both take the same matchers.
  expect.extend(matchers);
  plainExpect.extend({ ...matchers });
  const judged = judgedFetch(send, { servers: [SERVICE] });
  const response = await judged.fetch(SERVICE + LIST, { headers: HEADERS });
  const all = [
    () => expect(response).toKeepContract(),
    () => (plainExpect(response) as unknown as { toKeepContract: () => void }).toKeepContract(),
    judged.assertContract,
  ];
  for (const hold of all) {
    if (codes.length === 0) hold();
    else for (const code of codes) expect(hold).toThrow(code);
  }
  if (codes.length === 0) expect(() => expect(response).not.toKeepContract()).toThrow(/holds/);
  else expect(response).not.toKeepContract();
  expect(await response.text()).toBe(told.body);
});

test("the message is the report, with the clause and the fragment", async () => {
  const send = answering(() => ({ body: '{"links":[],"count":"0","orders":[]}' }));
  expect.extend(contractMatchers({ servers: [SERVICE] }));
  const judged = judgedFetch(send, { servers: [SERVICE] });
  const response = await judged.fetch(SERVICE + LIST, { headers: HEADERS });
  const message = await Promise.resolve()
    .then(() => expect(response).toKeepContract())
    .then(
      () => "",
      (error: Error) => error.message,
    );
  // Whole, so that whatever changes in it is looked at; `vitest -u` writes it anew.
  await expect(message.replaceAll(`${process.cwd()}/`, "")).toMatchFileSnapshot("expected/message.txt");
  expect(message).toMatch(/response\.body\.invalid/);
  expect(message).toContain('│ "count": "0"');
});

test("a pair of fetch is judged too", async () => {
  const told = { now: RIGHT };
  const send = answering(() => told.now);
  expect.extend(contractMatchers({ servers: [SERVICE] }));
  const pair = async () => {
    const request = new Request(SERVICE + LIST, { headers: HEADERS });
    return { request, response: await send(request.clone()) };
  };
  await expect(await pair()).toKeepContract();
  told.now = { ...RIGHT, status: 418 };
  await expect(async () => expect(await pair()).toKeepContract()).rejects.toThrow("response.status.undocumented");
});

test("what cannot be judged is an error, and no matter of not", async () => {
  const send = answering(() => RIGHT);
  expect.extend(contractMatchers({ servers: [SERVICE] }));
  const judged = judgedFetch(send, { servers: [SERVICE] });
  const elsewhere = await judgedFetch(send, { servers: [SERVICE] }).fetch("https://elsewhere.example/");
  expect(() => expect(elsewhere).toKeepContract()).toThrow(/says nothing of this exchange/);
  expect(() => expect(elsewhere).not.toKeepContract()).toThrow(/says nothing of this exchange/);
  expect(judged.assertContract).toThrow(/there were no exchanges to judge/);
  expect(() => expect(new Response()).toKeepContract()).toThrow(/send with judgedFetch\(\)/);
  expect(() => expect({}).toKeepContract()).toThrow(/takes an answer of judgedFetch\(\)/);
});
