/** Base URLs with a path, and invalid base URLs. */
import { describe, expect, test } from "vitest";
import { fillServerUrl } from "../../../src/client/index.js";
import { type BusinessId, type ClientOptions, createClient } from "../../../src/index.js";
import { createScriptedClient, createScriptedServer } from "../scripted-server.js";

const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId;
const good = { status: 200 } as const;

test.each<[variables: object, url: string]>([
  [{ region: "eu", stage: "v1" }, "https://eu.a.example/v1"],
  [{ region: "eu", stage: undefined }, "https://eu.a.example/{stage}"],
])("the variables %j of a server", (variables, url) => {
  expect(fillServerUrl("https://{region}.a.example/{stage}", variables)).toBe(url);
});

describe("a base URL", () => {
  const urlOf = async (options: Partial<ClientOptions>) => {
    const service = createScriptedServer([good]);
    const client = createScriptedClient(service, options);
    await client.listOrders({ params: { path: { businessId } } });
    await client.listPlans({ params: { path: { appId: "urn:aid:1" as never } } });
    return service.sent.map(({ url }) => url);
  };
  test.each<[base: string, billing: string, urls: [string, string]]>([
    ["https://a.example", "https://b.example", ["https://a.example", "https://b.example"]],
    ["https://a.example/", "https://b.example///", ["https://a.example", "https://b.example"]],
    ["https://a.example/v1/", "https://a.example/billing", ["https://a.example/v1", "https://a.example/billing"]],
    ["HTTP://A.example:80/{x}", "http://127.0.0.1:4010", ["http://a.example/%7Bx%7D", "http://127.0.0.1:4010"]],
  ])("%s and %s", async (baseUrl, billingUrl, [base, billing]) => {
    expect(await urlOf({ baseUrl, billingUrl })).toEqual([
      `${base}/businesses/${businessId}/orders`,
      `${billing}/apps/urn%3Aaid%3A1/plans`,
    ]);
  });

  test.each([
    "api.example",
    "",
    "ftp://a.example",
    "https://user:secret@a.example",
    "https://:secret@a.example",
    "https://a.example/?key=secret",
    "https://a.example/#top",
  ])("%j is rejected at once, with a message without secrets", (given) => {
    for (const name of ["baseUrl", "billingUrl"]) {
      const options = { baseUrl: "https://a.example", [name]: given };
      const message = `${name} must be an http(s) origin and path`;
      expect(() => createClient(options)).toThrow(new TypeError(message));
    }
  });

  test("a path alone is relative to the origin of the page", async () => {
    Object.assign(globalThis, { location: { href: "https://shop.example/checkout/pay?step=1" } });
    try {
      expect((await urlOf({ baseUrl: "/api" }))[0]).toBe(`https://shop.example/api/businesses/${businessId}/orders`);
    } finally {
      Reflect.deleteProperty(globalThis, "location");
    }
  });

  test("that is required and missing is an error", async () => {
    const client = createClient({ baseUrl: "https://a.example" });
    const call = client.listPlans({ params: { path: { appId: "urn:aid:1" as never } } });
    await expect(call).rejects.toThrow("listPlans: request: createClient needs billingUrl");
  });
});
