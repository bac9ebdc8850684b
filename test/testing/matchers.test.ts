import { expect as plainExpect } from "expect";
import { expect, test } from "vitest";
import { createCheckedFetch, createContractMatchers } from "../../src/testing/index.js";
import "../../src/testing/vitest.js";

const BUSINESS = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
const HEADERS = { "Api-Version": "1.2", Authorization: "Bearer t" };
const LIST = `/businesses/${BUSINESS}/orders`;
const SERVICE = "https://orders.example";

type ServiceReply = { readonly status?: number; readonly type?: string; readonly body?: string };

/** Starts a service that sends the given responses. */
const createFakeFetch =
  (getReply: () => ServiceReply): typeof fetch =>
  async () => {
    const { status = 200, type = "application/json", body = "{}" } = getReply();
    return new Response(body, { status, headers: { "Content-Type": type } });
  };

const VALID_REPLY: ServiceReply = { body: '{"links":[],"count":0,"orders":[]}' };

type Case = {
  readonly title: string;
  readonly getReply: ServiceReply;
  readonly path?: string;
  readonly codes: readonly string[];
};

/** Edits of the valid response. */
const CASES: readonly Case[] = [
  { title: "a valid response", getReply: VALID_REPLY, codes: [] },
  { title: "another status", getReply: { ...VALID_REPLY, status: 418 }, codes: ["response.status.undocumented"] },
  {
    title: "a count that is a text",
    getReply: { body: '{"links":[],"count":"0","orders":[]}' },
    codes: ["response.body.invalid"],
  },
  {
    title: "another content type",
    getReply: { ...VALID_REPLY, type: "text/html" },
    codes: ["response.content-type.undocumented"],
  },
];

test.each(CASES)("$title", async ({ getReply, codes }) => {
  const send = createFakeFetch(() => getReply);
  const matchers = createContractMatchers({ servers: [SERVICE] });
  // The `expect` of vitest and of jest; both take the same matchers.
  expect.extend(matchers);
  plainExpect.extend({ ...matchers });
  const checked = createCheckedFetch(send, { servers: [SERVICE] });
  const response = await checked.fetch(SERVICE + LIST, { headers: HEADERS });
  const all = [
    () => expect(response).toMatchSpec(),
    () => (plainExpect(response) as unknown as { toMatchSpec: () => void }).toMatchSpec(),
    checked.assertContract,
  ];
  for (const hold of all) {
    if (codes.length === 0) hold();
    else for (const code of codes) expect(hold).toThrow(code);
  }
  if (codes.length === 0) expect(() => expect(response).not.toMatchSpec()).toThrow(/Passed: /);
  else expect(response).not.toMatchSpec();
  expect(await response.text()).toBe(getReply.body);
});

test("the message is the report, with the part of the spec and the snippet", async () => {
  const send = createFakeFetch(() => ({ body: '{"links":[],"count":"0","orders":[]}' }));
  expect.extend(createContractMatchers({ servers: [SERVICE] }));
  const checked = createCheckedFetch(send, { servers: [SERVICE] });
  const response = await checked.fetch(SERVICE + LIST, { headers: HEADERS });
  const message = await Promise.resolve()
    .then(() => expect(response).toMatchSpec())
    .then(
      () => "",
      (error: Error) => error.message,
    );
  // The file has the complete message, so that changes are reviewed. `vitest -u` updates it.
  await expect(message.replaceAll(`${process.cwd()}/`, "")).toMatchFileSnapshot("expected/message.txt");
  expect(message).toMatch(/response\.body\.invalid/);
  expect(message).toContain('│ "count": "0"');
});

test("a request and response of fetch are checked too", async () => {
  const getReply = { now: VALID_REPLY };
  const send = createFakeFetch(() => getReply.now);
  expect.extend(createContractMatchers({ servers: [SERVICE] }));
  const pair = async () => {
    const request = new Request(SERVICE + LIST, { headers: HEADERS });
    return { request, response: await send(request.clone()) };
  };
  await expect(await pair()).toMatchSpec();
  getReply.now = { ...VALID_REPLY, status: 418 };
  await expect(async () => expect(await pair()).toMatchSpec()).rejects.toThrow("response.status.undocumented");
});

test("what cannot be checked is an error, also with not", async () => {
  const send = createFakeFetch(() => VALID_REPLY);
  expect.extend(createContractMatchers({ servers: [SERVICE] }));
  const checked = createCheckedFetch(send, { servers: [SERVICE] });
  const other = await createCheckedFetch(send, { servers: [SERVICE] }).fetch("https://elsewhere.example/");
  expect(() => expect(other).toMatchSpec()).toThrow(/cannot check this exchange against the spec/);
  expect(() => expect(other).not.toMatchSpec()).toThrow(/cannot check this exchange against the spec/);
  expect(checked.assertContract).toThrow(/there are no exchanges to check/);
  for (const unknown of [new Response(), {}])
    expect(() => expect(unknown).toMatchSpec()).toThrow(/accepts a response of createCheckedFetch\(\)/);
});
