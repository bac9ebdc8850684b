import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, launchChromium } from "../../../docs/chromium.js";
import { type CheckedClient, openCheckedClient } from "../../checked-client.js";
import { type Listener, listenForEvents } from "../listener.js";

const ORDER = "5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a";

describe.skipIf(chromiumPath === undefined)("the live page", () => {
  let client: CheckedClient;
  let listener: Listener;
  let browser: Browser;

  beforeAll(async () => {
    client = await openCheckedClient({
      seed: "page",
      data: "small",
      startAt: { time: Date.parse("2026-03-14T09:30:00Z"), freeze: true },
      versions: { package: "0.1.0" },
      // The clock is frozen, so a delivery that times out while the browser starts would never be retried.
      deliveries: { limits: { connect: 60_000, acknowledge: 60_000 } },
    });
    listener = await listenForEvents();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await client?.close();
    await listener?.close();
  });

  const put = (status: string, id = ORDER) =>
    client.call({
      method: "PUT",
      path: `/businesses/${client.businessId}/orders/${id}`,
      body: { id, orderNumber: "H-2001", statuses: { status }, notes: "<img src=x onerror=alert(1)>" },
    });
  const patch = () =>
    client.call({
      method: "PATCH",
      path: `/businesses/${client.businessId}/orders/${ORDER}`,
      body: [{ op: "replace", path: "/amounts/taxTotal", value: "many" }],
    });
  const registerHook = (path: string, eventTypes: readonly string[]) =>
    client.call({
      method: "POST",
      path: "/hooks",
      body: {
        applicationId: client.applicationId,
        businessId: client.businessId,
        deliveryUrl: listener.url + path,
        secret: "planted-hook-secret",
        eventTypes,
      },
    });

  /** Opens the page and records its console errors and its requests to other origins. */
  async function openPage(colorScheme: "light" | "dark", width = 1400): Promise<{ page: Page; complaints: string[] }> {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 1000 }, acceptDownloads: true });
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(client.sandbox.adminUrl) && !/^(data|blob):/.test(request.url()))
        complaints.push(`it asked ${request.url()}`);
    });
    await page.goto(client.sandbox.adminUrl);
    await page.locator("#live", { hasText: "live" }).waitFor();
    return { page, complaints };
  }

  test("shows requests, deliveries and events live and as text only", async () => {
    const { page, complaints } = await openPage("light");
    await registerHook("", ["ORDER_OPENED", "ORDER_COMPLETED"]);
    await put("OPENED");
    await page.locator("#deliveries-list", { hasText: "Order opened" }).waitFor();
    await page.locator("#deliveries-list .chip.good", { hasText: "acknowledged" }).first().waitFor();
    await page.locator("#events-list", { hasText: "1 of 1 acknowledged" }).waitFor();
    await page.locator("#hooks-list", { hasText: listener.url }).waitFor();
    const request = page.locator("#requests-list li", { hasText: "PUT" }).first();
    await request.locator("summary").click();
    await request.locator("pre", { hasText: "<img src=x onerror=alert(1)>" }).first().waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    await page.locator("#deliveries-list summary").first().focus();
    await page.keyboard.press("Enter");
    await page.locator("#deliveries-list table", { hasText: "200" }).waitFor();
    expect(await page.content()).not.toContain("planted-hook-secret");
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("controls the clock: deliveries that fall due are sent when the clock is advanced", async () => {
    const { page, complaints } = await openPage("light");
    listener.statuses.push(500);
    await put("COMPLETED");
    await page.locator("#deliveries-list", { hasText: "waiting to retry" }).waitFor();
    await page.getByRole("button", { name: "+1 min" }).click();
    await page.locator("#time", { hasText: "09:31:00" }).waitFor();
    await page.locator("#deliveries-list", { hasText: "2 attempts" }).waitFor();
    await expect.poll(() => page.locator("#deliveries-list", { hasText: "waiting to retry" }).count()).toBe(0);
    await page.fill("#clock-time", "2026-03-14T10:10:00Z");
    await page.keyboard.press("Enter");
    await page.locator("#time", { hasText: "2026-03-14 10:10:00" }).waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.locator("#mode", { hasText: "running" }).waitFor();
    await page.getByRole("button", { name: "Freeze" }).click();
    await page.locator("#mode", { hasText: "frozen" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("adds and removes fault rules, replays deliveries, disables hooks, and shows why nothing was sent", async () => {
    const { page, complaints } = await openPage("light");
    await page.selectOption("#fault-form [name=method]", "PUT");
    await page.fill("#fault-form [name=path]", "/businesses/*/orders/*");
    await page.selectOption("#fault-form [name=effect]", "dropResponseAfterCommit");
    await page.fill("#fault-form [name=times]", "1");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.locator("#faults-list", { hasText: "drops the response" }).waitFor();
    await expect(put("CANCELLED")).rejects.toThrow();
    await page.locator("#requests-list", { hasText: "no response" }).waitFor();
    await page.locator("#faults-list", { hasText: "1 matched so far" }).waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.locator("#faults-empty").waitFor();
    const before = listener.bodies.length;
    await page.locator("#deliveries-list summary").last().click();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => listener.bodies.length).toBe(before + 1);
    await page.getByRole("button", { name: "Disable" }).click();
    await page.locator("#hooks-list", { hasText: "Inactive" }).waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.locator("#hooks-list", { hasText: "Active" }).waitFor();
    await page.locator("#events-list", { hasText: "not subscribed to ORDER_CANCELLED" }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("fits narrow and wide windows, in light and dark", async () => {
    await registerHook("/slow", ["ORDER_OPENED", "ORDER_UPDATED"]);
    listener.statuses.push(200, 503);
    await put("OPENED", "8d3a5c70-1e2f-4b6a-9c8d-7e6f5a4b3c2d");
    await patch();
    await client.call({ path: `/businesses/${client.businessId}/orders?orderStatus=OPENED&limit=3` });
    await client.call({ path: `/businesses/${client.businessId}/transactions?action=SALE` });
    await client.raw({ path: `/businesses/${client.businessId}/orders`, headers: { "Api-Version": "1.2" } });
    await client.admin("POST", "/faults", {
      match: { operationId: "listOrders", probability: 0.2 },
      do: { status: 500, headers: { "Retry-After": "2" } },
    });
    for (const [name, colorScheme, width] of [
      ["light", "light", 1400],
      ["dark", "dark", 1400],
      ["narrow", "light", 400],
    ] as const) {
      const { page, complaints } = await openPage(colorScheme, width);
      await page.locator("#deliveries-list", { hasText: "waiting to retry" }).waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
      await page.locator("#deliveries-list li", { hasText: "waiting to retry" }).first().locator("summary").click();
      const folder = process.env.SANDBOX_SCREENSHOTS;
      if (folder !== undefined) {
        await page.waitForTimeout(1500);
        await page.screenshot({ path: join(folder, `sandbox-${name}.png`), fullPage: width < 500 });
      }
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  test("resets after a second click", async () => {
    const { page, complaints } = await openPage("dark");
    await page.selectOption("#packs-list", "none");
    await page.getByRole("button", { name: "Reset" }).click();
    await page.getByRole("button", { name: "Really?" }).click();
    await page.locator("#requests-empty").waitFor();
    await page.locator("#hooks-empty").waitFor();
    const list = await client.admin("GET", "/hooks");
    expect(list.json).toEqual({ hooks: [] });
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("requires the admin token when the sandbox has one, and shows nothing before", async () => {
    const guarded = await openCheckedClient({ data: "none", seed: "page", adminToken: "planted-admin-token" });
    expect((await guarded.admin("GET", "/hooks")).status).toBe(401);
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(guarded.sandbox.adminUrl);
    await page.locator("#token-form").waitFor();
    expect(await page.locator("#requests-list li").count()).toBe(0);
    await page.fill("#token", "planted-admin-token");
    await page.getByRole("button", { name: "Use" }).click();
    await page.locator("#live", { hasText: "live" }).waitFor();
    await page.locator("#requests-list", { hasText: "/token" }).waitFor();
    expect(await page.content()).not.toContain("planted-admin-token");
    await page.close();
    await guarded.close();
  });
});
