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
  (told: () => ServiceReply): typeof fetch =>
  async () => {
    const { status = 200, type = "application/json", body = "{}" } = told();
    return new Response(body, { status, headers: { "Content-Type": type } });
  };

const VALID_REPLY: ServiceReply = { body: '{"links":[],"count":0,"orders":[]}' };

type Case = {
  readonly says: string;
  readonly told: ServiceReply;
  readonly path?: string;
  readonly codes: readonly string[];
};

/** Edits of the valid response. */
const CASES: readonly Case[] = [
  { says: "a valid response", told: VALID_REPLY, codes: [] },
  { says: "another status", told: { ...VALID_REPLY, status: 418 }, codes: ["response.status.undocumented"] },
  {
    says: "a count that is a text",
    told: { body: '{"links":[],"count":"0","orders":[]}' },
    codes: ["response.body.invalid"],
  },
  {
    says: "another content type",
    told: { ...VALID_REPLY, type: "text/html" },
    codes: ["response.content-type.undocumented"],
  },
];

test.each(CASES)("$says", async ({ told, codes }) => {
  const send = createFakeFetch(() => told);
  const matchers = createContractMatchers({ servers: [SERVICE] });
  // The `expect` of vitest and of jest; both take the same matchers.
  expect.extend(matchers);
  plainExpect.extend({ ...matchers });
  const judged = createCheckedFetch(send, { servers: [SERVICE] });
  const response = await judged.fetch(SERVICE + LIST, { headers: HEADERS });
  const all = [
    () => expect(response).toMatchSpec(),
    () => (plainExpect(response) as unknown as { toMatchSpec: () => void }).toMatchSpec(),
    judged.assertContract,
  ];
  for (const hold of all) {
    if (codes.length === 0) hold();
    else for (const code of codes) expect(hold).toThrow(code);
  }
  if (codes.length === 0) expect(() => expect(response).not.toMatchSpec()).toThrow(/Passed: /);
  else expect(response).not.toMatchSpec();
  expect(await response.text()).toBe(told.body);
});

test("the message is the report, with the part of the spec and the snippet", async () => {
  const send = createFakeFetch(() => ({ body: '{"links":[],"count":"0","orders":[]}' }));
  expect.extend(createContractMatchers({ servers: [SERVICE] }));
  const judged = createCheckedFetch(send, { servers: [SERVICE] });
  const response = await judged.fetch(SERVICE + LIST, { headers: HEADERS });
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
  const told = { now: VALID_REPLY };
  const send = createFakeFetch(() => told.now);
  expect.extend(createContractMatchers({ servers: [SERVICE] }));
  const pair = async () => {
    const request = new Request(SERVICE + LIST, { headers: HEADERS });
    return { request, response: await send(request.clone()) };
  };
  await expect(await pair()).toMatchSpec();
  told.now = { ...VALID_REPLY, status: 418 };
  await expect(async () => expect(await pair()).toMatchSpec()).rejects.toThrow("response.status.undocumented");
});

test("what cannot be checked is an error, also with not", async () => {
  const send = createFakeFetch(() => VALID_REPLY);
  expect.extend(createContractMatchers({ servers: [SERVICE] }));
  const judged = createCheckedFetch(send, { servers: [SERVICE] });
  const elsewhere = await createCheckedFetch(send, { servers: [SERVICE] }).fetch("https://elsewhere.example/");
  expect(() => expect(elsewhere).toMatchSpec()).toThrow(/cannot check this exchange against the spec/);
  expect(() => expect(elsewhere).not.toMatchSpec()).toThrow(/cannot check this exchange against the spec/);
  expect(judged.assertContract).toThrow(/there are no exchanges to check/);
  expect(() => expect(new Response()).toMatchSpec()).toThrow(/send it with createCheckedFetch\(\)/);
  expect(() => expect({}).toMatchSpec()).toThrow(/expects a response of createCheckedFetch\(\)/);
});
