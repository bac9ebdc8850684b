/** Runs a check over the exchanges of a scenario. */
import type { CheckFinding } from "../../../src/check/index.js";
import type { Json, Parameter } from "../../../src/document/index.js";
import { checkHttpRules, checkPutStatus, checkRepeatedPut } from "../../../src/probe/checks/http/http-rules.js";
import { checkNamedResource } from "../../../src/probe/checks/named-resource.js";
import {
  checkEntityTag,
  checkIdempotentReplay,
  checkItemMatchesListing,
  checkPatchKeeps,
  checkRoundTrips,
  checkSecretMasked,
  checkWritePersisted,
} from "../../../src/probe/checks/resource.js";
import {
  checkCredentialsRequired,
  checkServiceResponse,
  checkTokenResponse,
  checkValidRejected,
  checkWrongSignIn,
} from "../../../src/probe/checks/response.js";
import { checkDeliveredEvent } from "../../../src/probe/checks/webhooks/delivery.js";
import {
  checkEventArrived,
  checkEventLink,
  checkEventRepeated,
  checkWebhookDelivered,
  listEventLinks,
  listRegisteredEvents,
} from "../../../src/probe/checks/webhooks/webhook.js";
import { readPathShape } from "../../../src/probe/graph/path-shape.js";
import { findItemId } from "../../../src/probe/graph/response-values.js";
import type { CaseEdit } from "../../../src/probe/requests/probe-case.js";
import { checkUnknownIdentifier } from "../../../src/probe/scenarios/access/unknown-ids.js";
import { checkListingFilter, findListingFilter } from "../../../src/probe/scenarios/filters/filter-values.js";
import { checkTimeWindow, listWindowParameters } from "../../../src/probe/scenarios/filters/windows-and-flags.js";
import { checkHead, checkHeadSupported, checkPrecondition } from "../../../src/probe/scenarios/http/http.js";
import { checkRemovedFromList } from "../../../src/probe/scenarios/lifecycle/lifecycle.js";
import {
  checkBeyondEnd,
  checkPageSize,
  checkRepeatedItems,
  checkWalk,
} from "../../../src/probe/scenarios/page-starts.js";
import {
  checkEmptyListing,
  checkItemCount,
  checkListingComplete,
  checkNextLink,
} from "../../../src/probe/scenarios/paging.js";
import { checkLaterKept, checkMissingTarget } from "../../../src/probe/scenarios/patches/patcher.js";
import { checkPutReplaces } from "../../../src/probe/scenarios/round-trips/write-series.js";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { READ_CHECKS } from "./read-checks.js";
import { RULE_CHECKS } from "./rule-checks.js";
import { buildProbeExchange, document, operations, type ScenarioStep } from "./scenario.js";

export type CheckCase = {
  readonly check: string;
  readonly edit?: CaseEdit;
  readonly all?: readonly Json[];
  /** The bound of a time window. */
  readonly at?: string;
  readonly scenario: readonly ScenarioStep[];
  readonly message?: string;
};

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
  keeps: ([before, patch = before, after = before]) => checkPatchKeeps(before, patch, after),
  etag: ([before, after = before]) => checkEntityTag(before, after),
  unlisted: ([removed, before = removed, page = before, after]) => {
    const [step] = readPathShape(removed.operation.path).steps;
    const find = (it: ProbeExchange): Json | undefined =>
      it.list?.find((item) => step && findItemId(item, step) === removed.request.path.id);
    return checkRemovedFromList(removed, page, { after, listed: [find(before), find(page)] });
  },
  head: (heads) => checkHeadSupported(heads)[0]?.finding,
  "event-link": ([delivery, target]) => {
    const [link] = listEventLinks(delivery);
    return link && checkEventLink(delivery, link, target);
  },
  rules: ([response]) => checkHttpRules(response),
  precondition: ([write]) => checkPrecondition(write),
  "repeated-put": ([first, second = first, again = second]) => checkRepeatedPut(first, second, again),
  "put-status": ([created, replaced = created]) => checkPutStatus(created, replaced),
  replaces: ([write, before = write, after = before]) => checkPutReplaces(write, before, after, "/note"),
  "as-get": ([get, head = get, again = get]) => checkHead(get, head, again),
  named: ([result]) => checkNamedResource(result),
  beyond: ([page]) => checkBeyondEnd(page, getLimit(page)),
  starts: ([large, ...pages]) => checkWalk(pages, large.items),
  empty: ([listing]) => checkEmptyListing(listing),
  token: ([response]) => checkTokenResponse(response),
  "sign-in": ([response]) => checkWrongSignIn(response),
  arrives: ([registration, ...after]) => {
    const webhooks = operations.filter(({ kind }) => kind === "webhook");
    const [event] = listRegisteredEvents(registration, webhooks);
    const [writes, deliveries] = [false, true].map((isDelivery) =>
      after.filter(({ exchange }) => (exchange.webhook !== undefined) === isDelivery),
    );
    return event && checkEventArrived(registration, event, writes ?? [], deliveries ?? []);
  },
  repeated: ([registration, refused = registration, ...deliveries]) =>
    checkEventRepeated(registration, refused, [], deliveries),
  target: ([patch, before = patch]) => checkMissingTarget(patch, before, "/a"),
  later: ([later, repeated = later, read = later]) => checkLaterKept(later, repeated, read, "/a"),
  response: ([request]) => checkServiceResponse(request),
  credentials: ([good, request = good]) => checkCredentialsRequired(good, request),
  rejection: ([before, request = before, again = before, after = before]) =>
    checkValidRejected(before, request, again, after),
  filter: ([request], { check, all }) => {
    const parameter = request.operation.parameters.find(({ name }) => check === `filter ${name}`);
    const filter = parameter && findListingFilter(document, request.operation, parameter);
    return filter && checkListingFilter(request, filter, all);
  },
};

function getLimit({ operation }: ProbeExchange): Parameter {
  const limit = operation.parameters.find(({ name }) => name === "limit");
  if (limit === undefined) throw new Error(`${operation.id} has no limit`);
  return limit;
}

/** Returns the finding of a check as text; undefined if it finds nothing. */
export function runCheck(it: CheckCase): string | undefined {
  const [first, ...others] = it.scenario.map((step) => buildProbeExchange(step, it.edit));
  if (first === undefined) throw new Error("a scenario has a request");
  const [name = "", argument = ""] = it.check.split(" ");
  const further = RULE_CHECKS[name] ?? READ_CHECKS[name];
  const finding = CHECKS[name]?.([first, ...others], it) ?? further?.([first, ...others], argument);
  return finding && formatFinding(finding);
}

function formatFinding({ code, message, part, at = "", contract, valueClass, occurrences = 1 }: CheckFinding): string {
  return `${code}: ${message} (${part}${at}, ${contract}, ${occurrences} ${valueClass})`;
}
