/** Checks that need several exchanges: the complete message of each finding, and exchanges without findings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { CheckFinding } from "../../../src/checks/index.js";
import type { Json } from "../../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type RecordedBody } from "../../../src/exchange/index.js";
import { loadContract } from "../../../src/gate/index.js";
import { checkCopies } from "../../../src/probe/checks/copies.js";
import { checkListingFilter, inferListingFilter } from "../../../src/probe/checks/filter.js";
import { checkOnlyFlag, checkOwnFlag, listIncludeFlags } from "../../../src/probe/checks/flag.js";
import { checkHeadSupported } from "../../../src/probe/checks/http/head.js";
import { checkRemovedFromList } from "../../../src/probe/checks/lifecycle.js";
import {
  checkItemCount,
  checkListingComplete,
  checkNextLink,
  checkPageSize,
  checkRepeatedItems,
} from "../../../src/probe/checks/listing.js";
import { checkOwnParent } from "../../../src/probe/checks/own-parent.js";
import {
  checkIdempotentReplay,
  checkItemMatchesListing,
  checkSecretMasked,
  checkWritePersisted,
} from "../../../src/probe/checks/resource.js";
import {
  checkCredentialsRequired,
  checkServiceResponse,
  checkValidRejected,
} from "../../../src/probe/checks/response.js";
import { checkTimeWindow, listWindowParameters } from "../../../src/probe/checks/time-window.js";
import { checkUnknownIdentifier } from "../../../src/probe/checks/unknown-id.js";
import { checkDeliveredEvent } from "../../../src/probe/checks/webhooks/delivery.js";
import { checkEventLink, checkWebhookDelivered, listEventLinks } from "../../../src/probe/checks/webhooks/webhook.js";
import { checkEntityTag, checkPatchKeeps } from "../../../src/probe/checks/writes/change.js";
import { checkRoundTrips } from "../../../src/probe/checks/writes/round-trip.js";
import { readPathShape } from "../../../src/probe/graph/path-shape.js";
import type { CaseEdit } from "../../../src/probe/requests/probe-case.js";
import { findListedItems } from "../../../src/probe/session/listing-body.js";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { RULE_CHECKS } from "./rule-checks.js";

type ScenarioStep = {
  readonly ask?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly send?: unknown;
  readonly status?: number;
  /** The URL of the next page, sent in a Link header. */
  readonly link?: string;
  readonly encoding?: string;
  readonly etag?: string;
  /** Further headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as it is. */
  readonly text?: string;
  readonly body?: unknown;
  readonly incomplete?: string;
  /** A webhook delivery of the service. */
  readonly event?: boolean;
};

type CheckCase = {
  /** Whether the check is one of `rule-checks.ts`. */
  readonly isRule?: boolean;
  readonly check: string;
  readonly edit?: CaseEdit;
  readonly all?: readonly Json[];
  /** The bound of a time window. */
  readonly at?: string;
  readonly scenario: readonly ScenarioStep[];
  readonly message?: string;
};

const { document, operations } = loadContract(join(import.meta.dirname, "description.yaml"));
const FILES = [
  "listing.yaml",
  "filters.yaml",
  "resources.yaml",
  "responses.yaml",
  "events.yaml",
  "round-trip.yaml",
  "rules.yaml",
];
const cases = FILES.flatMap((file) =>
  (parse(readFileSync(join(import.meta.dirname, file), "utf8")) as readonly CheckCase[]).map(
    (it): CheckCase => ({ ...it, isRule: file === "rules.yaml" }),
  ),
);

type RunCheck = (scenario: readonly [ProbeExchange, ...ProbeExchange[]], it: CheckCase) => CheckFinding | undefined;
const CHECKS: Readonly<Record<string, RunCheck>> = {
  size: ([request]) => checkPageSize(request),
  count: ([request]) => checkItemCount(request),
  link: ([request, ...earlier]) => checkNextLink(request, earlier),
  repeats: (pages) => checkRepeatedItems(pages),
  whole: ([whole, ...parts]) => checkListingComplete([whole], parts),
  window: ([request], { check, at = "", all }) => {
    const window = listWindowParameters(document, request.operation).find(
      ({ parameter }) => check === `window ${parameter.name}`,
    );
    return window && checkTimeWindow(request, window, at, all);
  },
  written: ([write, read = write]) => checkWritePersisted(write, read),
  same: ([listing, single = listing]) => checkItemMatchesListing(listing, single),
  invented: ([request]) => checkUnknownIdentifier(request),
  replay: ([first, second = first]) => checkIdempotentReplay(first, second),
  secret: ([write]) => checkSecretMasked(write),
  delivered: ([hook, ...after]) => checkWebhookDelivered(hook, ...after),
  event: ([hook, ...after]) => {
    const delivery = after.at(-1);
    return delivery && checkDeliveredEvent(delivery, hook, ...after.slice(0, -1));
  },
  trip: (scenario) => {
    const trips = scenario.flatMap((write, at) => {
      const shown = scenario[at + 1];
      return at % 2 === 0 && shown !== undefined ? [{ write, shown }] : [];
    });
    return checkRoundTrips(trips)[0]?.finding;
  },
  own: ([none, all = none, alone = none], { check }) => {
    const flags = listIncludeFlags(document, none.operation);
    const flag = flags.find(({ name }) => check === `own ${name}`);
    return flag && checkOwnFlag({ none, all, alone }, flag, flags);
  },
  only: ([result]) => {
    const flag = result.operation.parameters.find(({ name }) => name === "unusedOnly");
    return flag && checkOnlyFlag(result, flag);
  },
  copies: (scenario) => checkCopies(scenario)?.finding,
  parent: ([result]) => checkOwnParent(result),
  keeps: ([before, patch = before, after = before]) => checkPatchKeeps(before, patch, after),
  etag: ([before, after = before]) => checkEntityTag(before, after),
  unlisted: ([removed, page = removed]) => {
    const { id } = removed.request.path;
    const [step] = readPathShape(removed.operation.path).steps;
    return step && checkRemovedFromList(removed, page, { items: findListedItems(page) ?? [], step, created: id });
  },
  head: (heads) => checkHeadSupported(heads)[0]?.finding,
  "event-link": ([delivery, target]) => {
    const [link] = listEventLinks(delivery);
    return link && checkEventLink(delivery, link, target);
  },
  response: ([request]) => checkServiceResponse(request),
  credentials: ([good, request = good]) => checkCredentialsRequired(good, request),
  rejection: ([before, request = before, again = before, after = before]) =>
    checkValidRejected(before, request, again, after),
  filter: ([request], { check, all }) => {
    const parameter = request.operation.parameters.find(({ name }) => check === `filter ${name}`);
    const filter = parameter && inferListingFilter(document, request.operation, parameter);
    return filter && checkListingFilter(request, filter, all);
  },
};

test.each(cases.map((it) => [JSON.stringify(it), it] as const))("%s", (_, it) => {
  const [first, ...others] = it.scenario.map((step) => buildProbeExchange(step, it.edit));
  if (first === undefined) throw new Error("a scenario has a request");
  const [name = "", argument = ""] = it.check.split(" ");
  const check = it.isRule === true ? RULE_CHECKS[name] : undefined;
  const finding = check === undefined ? CHECKS[name]?.([first, ...others], it) : check([first, ...others], argument);
  expect(finding && formatFinding(finding)).toEqual(it.message);
});

function formatFinding({ code, message, part, at, contract, valueClass, occurrences }: CheckFinding): string {
  return `${code}: ${message} (${part}${at}, ${contract}, ${occurrences} ${valueClass})`;
}

function buildProbeExchange(step: ScenarioStep, edit: CaseEdit | undefined): ProbeExchange {
  const {
    ask = "listThings",
    path = {},
    query = {},
    send,
    status = 200,
    link,
    encoding,
    etag,
    headers = {},
    body,
    text,
    incomplete,
  } = step;
  const operation = operations.find(({ id }) => id === ask);
  if (operation === undefined) throw new Error(`there is no operation ${ask}`);
  const contentType = operation.requestBody?.content[0]?.range ?? "application/json";
  const search = new URLSearchParams(Object.entries(query).map(([name, it]): [string, string] => [name, String(it)]));
  const url = `https://service.example/v1${operation.path.replace("{id}", path.id ?? "")}`;
  const written: RecordedBody = send === undefined ? { kind: "none" } : { kind: "text", text: JSON.stringify(send) };
  const bytes: RecordedBody =
    body === undefined && text === undefined
      ? { kind: "none" }
      : { kind: "bytes", bytes: Buffer.from(text ?? JSON.stringify(body)) };
  return {
    ...{ document, operation, ...(edit && { edit }) },
    request: { path, query, header: {}, cookie: {}, ...(send !== undefined && { body: { contentType, value: send } }) },
    exchange: {
      request: {
        method: operation.method,
        url: search.size === 0 ? url : `${url}?${search}`,
        headers: [],
        body: written,
      },
      response: {
        status: incomplete === undefined ? status : 0,
        headers: [
          ["Content-Type", "application/json"],
          ...(link === undefined ? [] : [["Link", `<${link}>; rel="next"`] as const]),
          ...(etag === undefined ? [] : [["ETag", etag] as const]),
          ...(encoding === undefined ? [] : [["Content-Encoding", encoding] as const]),
          ...Object.entries(headers),
        ],
        body: bytes,
      },
      origin: { source: "https://service.example", index: 0, pointer: "/0", parts: EXCHANGE_PART_POINTERS },
      ...(step.event && { webhook: {} }),
      ...(incomplete !== undefined && { incomplete }),
    },
  };
}
