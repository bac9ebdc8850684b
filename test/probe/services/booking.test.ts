/** What the probe reports about a booking service, correct and with each defect: one finding for each cause, and none about the probe. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { BOOKING_TOKEN, type BookingDefect, startBookings } from "./booking-server.js";

const SPEC = join(import.meta.dirname, "booking.yaml");

type Reported = {
  readonly code: string;
  readonly operationId: string;
  readonly message: string;
  readonly consequences?: readonly { readonly message: string }[];
};

async function probe(defects: readonly BookingDefect[], ...args: readonly string[]) {
  const service = await startBookings(...defects);
  onTestFinished(service.close);
  const folder = createFolder({});
  const report = join(folder, "report.json");
  const common = ["--spec", SPEC, "--auth", `bearer:${BOOKING_TOKEN}`, "--format", `json:${report}`];
  const { code, stderr } = await runContract(["probe", service.url, ...common, ...args]);
  const { findings, summary, causes = [] } = JSON.parse(readFileSync(report, "utf8"));
  return { code, stderr, findings: findings as readonly Reported[], summary, causes, folder };
}

/** Leaves out what the defect does not concern, to send fewer requests. */
const select = (...operations: readonly string[]): string[] => operations.flatMap((it) => ["--only", it]);

test("a correct service has no findings: its bookings stay in the list when they are cancelled", async () => {
  const { code, stderr, findings } = await probe([]);
  expect(findings).toEqual([]);
  expect(stderr).not.toContain("inconclusive");
  expect(code).toBe(0);
});

const UPLOAD = select("uploadDocument", "listBookings");
const CASES = ["--phase", "examples,negatives"];

test.each<[BookingDefect, string, string, readonly string[]]>([
  [
    "500 without boundary",
    "exchange.request.failed uploadDocument",
    "no boundary in its Content-Type",
    [...UPLOAD, ...CASES],
  ],
  [
    "500 for a part without name",
    "exchange.request.failed uploadDocument",
    "a part without a name",
    [...UPLOAD, ...CASES],
  ],
  [
    "500 for percent signs",
    "exchange.request.failed searchBookings",
    "a percent sign without two digits",
    [...select("searchBookings"), ...CASES],
  ],
  [
    "500 for wrong encoding",
    "exchange.request.failed addHook",
    "Content-Encoding: gzip",
    [...select("addHook"), ...CASES],
  ],
  [
    "500 for other bytes than UTF-8",
    "exchange.request.failed addHook",
    "bytes that are not UTF-8",
    [...select("addHook"), ...CASES],
  ],
  [
    "accepts large pages",
    "response.status.invalid-accepted listBookings",
    "51, above the maximum 50",
    select("listBookings", "createBooking"),
  ],
  [
    "keeps deleted hooks",
    "exchange.resource.undeleted listHooks",
    "removeHook responded with 204",
    [...select("listHooks", "addHook", "removeHook"), "--phase", "examples,stateful"],
  ],
  [
    "reads without sign-in",
    "exchange.security.unchecked getBooking",
    "without credentials, the response is 200",
    select("getBooking", "listBookings"),
  ],
  [
    "price as text",
    "response.body.invalid createBooking",
    "/price: expected integer, got string",
    [...select("createBooking", "listBookings", "getBooking"), "--phase", "examples"],
  ],
  [
    "the second page is the first",
    "exchange.page.repeated listBookings",
    "the item 1 occurs on page 1 and again on page 2",
    [...select("listBookings"), "--phase", "examples,stateful"],
  ],
  [
    "long names break the list",
    "exchange.request.failed listBookings",
    "the service failed with 500; expected a documented 4xx",
    [...select("createBooking", "listBookings"), "--phase", "examples,boundaries"],
  ],
])("%s: one cause", async (defect, finding, message, args) => {
  const { code, findings, summary, causes } = await probe([defect], ...args);
  expect(`${findings[0]?.code} ${findings[0]?.operationId}`).toBe(finding);
  expect(findings[0]?.message).toContain(message);
  expect(causes).toHaveLength(1);
  expect(summary.findings).toEqual({ error: causes[0].findings.length, warn: 0 });
  expect(code).toBe(1);
});

test("one wrong schema is one cause with its findings, and a baseline accepts each of them", async () => {
  const places = [...select("createBooking", "listBookings", "getBooking"), "--phase", "examples"];
  const { findings, causes } = await probe(["price as text"], ...places);
  expect(findings.map((it) => `${it.operationId}: ${it.message.replace(/"\d+"/, "TEXT")}`)).toEqual([
    "createBooking: /price: expected integer, got string TEXT",
    "getBooking: /price: expected integer, got string TEXT",
    "listBookings: /items/0/price: expected integer, got string TEXT",
  ]);
  expect(causes.map((it: { readonly findings: readonly string[] }) => it.findings.length)).toEqual([3]);
  const baseline = join(createFolder({}), "baseline.yaml");
  const update = ["--baseline", baseline, "--update-baseline", "known"];
  await probe(["price as text"], ...select("createBooking"), "--phase", "examples", ...update);
  const later = await probe(["price as text"], ...places, "--baseline", baseline);
  expect(later.findings.map((it) => it.operationId).sort()).toEqual(["createBooking", "getBooking", "listBookings"]);
  expect(later.code).toBe(1);
});

test("a header that one layer leaves out everywhere is one cause with its findings", async () => {
  const { findings, causes } = await probe(
    ["401 without challenge"],
    ...select("listBookings", "getBooking"),
    "--phase",
    "examples,negatives",
  );
  expect(findings.map((it) => it.code)).toEqual(["exchange.http.violated", "exchange.http.violated"]);
  expect(causes).toHaveLength(1);
});

test("a run without credentials blames no request of its own", async () => {
  const service = await startBookings("reads without sign-in");
  onTestFinished(service.close);
  const args = [...select("getBooking"), "--param", "id=1", "--max-requests", "150"];
  const { stdout } = await runContract(["probe", service.url, "--spec", SPEC, ...args]);
  expect(stdout).toContain("exchange.security.unchecked");
  expect(stdout).not.toContain("request.security.missing");
});
