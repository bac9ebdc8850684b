/** `contract trigger`, with an admin API that responds as a sandbox does, or otherwise. */
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveForTest } from "../../serve.js";
import { createFolder, runContract } from "../run-contract.js";

/** Runs the command with credentials; returns what the admin API received and what was printed. */
async function trigger(status: number, response: string, ...options: readonly string[]) {
  const received: string[] = [];
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { authorization, "content-type": type } = request.headers;
    received.push(`${request.method} ${request.url} ${type} ${authorization} ${body}`);
    reply.writeHead(status).end(response);
  });
  const url = await serveForTest(server);
  const credentials = { url: "u", audience: "a", applicationId: "i", privateKey: "k" };
  const folder = createFolder({
    "a.json": JSON.stringify({ ...credentials, adminUrl: url }),
    "token.json": JSON.stringify({ ...credentials, adminUrl: `${url}/`, adminToken: "t" }),
    "b.json": JSON.stringify(credentials),
  });
  const args = options.map((it) => it.replace("F/", `${folder}/`));
  const { code, stdout, stderr } = await runContract(["trigger", "order.opened", ...args]);
  return { received, printed: `${code} ${stdout}${stderr}`.replaceAll(url, "URL").replaceAll(folder, "F") };
}

const DONE = JSON.stringify({ events: ["ORDER_OPENED", "ORDER_UPDATED"], businessId: "b", order: { id: "o" } });

test.each([
  [["--credentials", "F/a.json"], 'POST /trigger application/json undefined {"event":"order.opened"}'],
  [
    ["--credentials", "F/token.json", "--business", "b", "--order", "o"],
    'POST /trigger application/json Bearer t {"event":"order.opened","businessId":"b","orderId":"o"}',
  ],
])("with %j", async (options, sent) => {
  const { received, printed } = await trigger(201, DONE, ...options);
  expect([received, printed]).toEqual([[sent], "0 ORDER_OPENED\nORDER_UPDATED\norder o\nbusiness b\n"]);
});

test.each([
  [400, '{"message":"no such event"}', "URL rejected the trigger with 400: no such event"],
  [500, "", "URL rejected the trigger with 500: no message"],
])("the response %i %s", async (status, response, message) => {
  const { printed } = await trigger(status, response, "--credentials", "F/a.json");
  expect(printed).toBe(`2 contract trigger: ${message}\n`);
});

test("no admin API is known, or none responds", async () => {
  const { printed } = await trigger(201, DONE, "--credentials", "F/b.json");
  expect(printed).toBe("2 contract trigger: F/b.json has no adminUrl: add it\n");
  const credentials = { url: "u", audience: "a", applicationId: "i", privateKey: "k", adminUrl: "http://127.0.0.1:1" };
  const file = join(createFolder({ "c.json": JSON.stringify(credentials) }), "c.json");
  const { stderr } = await runContract(["trigger", "a", "--credentials", file]);
  expect(stderr).toBe(
    `contract trigger: no sandbox responds at http://127.0.0.1:1/trigger: start it with "contract sandbox"\n`,
  );
});
