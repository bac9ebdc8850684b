import type { CheckFinding } from "../../../src/check/index.js";
import { listOperations } from "../../../src/document/index.js";
import {
  checkHttpRules,
  checkMaskedNumber,
  checkSecretInError,
  checkSecretPart,
  checkStackTrace,
} from "../../../src/probe/checks/http/http-rules.js";
import { checkCreationTime } from "../../../src/probe/checks/named-resource.js";
import { checkTokenAccepted } from "../../../src/probe/checks/response.js";
import {
  checkDeliveredUrl,
  checkDeliveryMethod,
  checkEventRepeated,
  checkEventTime,
  checkLinkHost,
  checkPatchSent,
  listEventLinks,
  listRegisteredEvents,
} from "../../../src/probe/checks/webhooks/webhook.js";
import {
  checkAddedReturned,
  checkEmptyPart,
  checkKeptReturned,
  checkPartCopies,
  checkUnnamedKept,
  checkUpdateTime,
  checkWholeReturned,
} from "../../../src/probe/checks/writes/change.js";
import { checkOtherParent, checkOtherParentWrite } from "../../../src/probe/scenarios/access/credentials.js";
import {
  checkUnknownAmongOthers,
  checkUnknownParent,
  checkUnknownReference,
} from "../../../src/probe/scenarios/access/unknown-ids.js";
import {
  checkFilteredPages,
  checkPartlyUnknown,
  checkWildcard,
  checkWrittenFilter,
} from "../../../src/probe/scenarios/filters/filter-values.js";
import { checkSortDirection, checkSorted } from "../../../src/probe/scenarios/filters/filters.js";
import { checkDefault, checkFlagOff, checkIncluded } from "../../../src/probe/scenarios/filters/flags.js";
import { checkWindowStatus, listWindowParameters } from "../../../src/probe/scenarios/filters/windows.js";
import { checkNotModified, checkUndefinedMethod } from "../../../src/probe/scenarios/http/conditional.js";
import { checkHead } from "../../../src/probe/scenarios/http/http.js";
import {
  checkKeyOfOther,
  checkKeyOfOtherBody,
  checkLaterWriteKept,
} from "../../../src/probe/scenarios/idempotency-keys.js";
import { checkLocation } from "../../../src/probe/scenarios/lifecycle/creation.js";
import { checkBodyId, checkDeadLinks, checkOwnProperties } from "../../../src/probe/scenarios/list-scenarios.js";
import { checkDefaultSize, checkTotals } from "../../../src/probe/scenarios/paging.js";
import {
  checkEscapedMember,
  checkListPatched,
  checkWrongIndex,
} from "../../../src/probe/scenarios/patches/patch-places.js";
import {
  checkNothingPatched,
  checkPatchedOnly,
  checkPatchWhole,
  checkReplacedWhole,
} from "../../../src/probe/scenarios/patches/patcher.js";
import { checkOwnIds } from "../../../src/probe/scenarios/round-trips/round-trips.js";
import {
  checkListAfterWrite,
  checkListed,
  checkOtherKept,
  checkRelatedAfterWrite,
} from "../../../src/probe/scenarios/views/views.js";
import {
  checkEventOfOther,
  checkQuickChange,
  checkUnreachableRegistered,
} from "../../../src/probe/scenarios/webhooks/webhooks.js";
import {
  checkConcurrentFailure,
  checkCreatedOnce,
  checkReadDuringWrite,
  checkRefusedAbsent,
  checkWritesApart,
} from "../../../src/probe/scenarios/write-variants.js";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";

const SHOP = { resource: "shop", property: "id" };

type Scenario = readonly [ProbeExchange, ...ProbeExchange[]];

function findParameter({ operation }: ProbeExchange, name: string) {
  const parameter = operation.parameters.find((it) => it.name === name);
  if (parameter === undefined) throw new Error(`there is no parameter ${name}`);
  return parameter;
}

/** Further checks of `rules.yaml` and `write-rules.yaml`. The word after the name of a check is its parameter. */
export const RULE_CHECKS: Readonly<Record<string, (scenario: Scenario, argument: string) => CheckFinding | undefined>> =
  {
    http: ([result]) => checkHttpRules(result),
    stack: ([result]) => checkStackTrace(result),
    masked: ([result]) => checkMaskedNumber(result),
    clock: ([result]) => checkCreationTime(result),
    "dead-links": (results) => checkDeadLinks(results)[0]?.finding,
    pages: (pages, name) => checkFilteredPages(pages, { parameter: findParameter(pages[0], name) }, 2),
    partly: ([before, result = before], name) =>
      checkPartlyUnknown(before, result, { parameter: findParameter(before, name) }),
    wildcard: ([unknown, result = unknown], name) =>
      checkWildcard(unknown, result, { parameter: findParameter(unknown, name), wildcard: "%" }),
    found: ([result, write = result], name) =>
      checkWrittenFilter(result, write, { parameter: findParameter(result, name) }),
    off: ([before, off = before, after = before], name) =>
      checkFlagOff([before, after], off, findParameter(before, name)),
    included: ([listed, shown = listed], name) =>
      checkIncluded(listed, { item: listed.list?.[0] ?? null, shown }, findParameter(listed, name)),
    "not-modified": ([whole, result = whole]) => checkNotModified(whole, result, "1990-01-01T00:00:00Z"),
    method: ([result]) => checkUndefinedMethod(result),
    replaced: ([before, patch = before, after = before]) => checkReplacedWhole(before, patch, after),
    secret: ([result]) => checkSecretInError(result),
    head: ([get, head = get]) => checkHead(get, head, get),
    "other-parent": ([own, result = own]) =>
      checkOtherParent(own, result, { name: "shopId", reference: { resource: "shop", property: "id" } }),
    default: ([before, result = before, after = before], name) =>
      checkDefault([before, after], result, findParameter(before, name)),
    sorted: ([result], known) =>
      checkSorted(result, { name: "sort", pointer: result.operation.pointer }, known === "known"),
    "sort-direction": ([ascending, descending = ascending]) =>
      checkSortDirection(ascending, descending, { name: "sort", pointer: ascending.operation.pointer }),
    copies: ([shown, part = shown]) => checkPartCopies(shown, { part, property: "notes" }),
    "empty-part": ([shown, part = shown]) => checkEmptyPart(shown, { part }),
    failed: ([result, alone = result]) => checkConcurrentFailure(result, alone),
    "during-write": ([read, write = read, after = read]) => checkReadDuringWrite(read, write, after),
    apart: ([write, shown = write, alone = write]) => checkWritesApart(write, shown, alone),
    "wrong-index": ([patch, before = patch]) => checkWrongIndex(patch, before),
    "patch-whole": ([before, refused = before, after = before, again = after]) =>
      checkPatchWhole(before, refused, after, again),
    "nothing-patched": ([before, patch = before, after = before, again = after]) =>
      checkNothingPatched(before, patch, after, again),
    "below-other": ([write, before = write, after = write, again = after, there = after]) =>
      checkOtherParentWrite(write, { before, after, again, there }, { name: "shopId", reference: SHOP }),
    listed: ([page, write = page, shown = page]) => checkListed(page, write, shown),
    "list-after": ([page, before = page, write = page, shown = page]) =>
      checkListAfterWrite(page, { before, write, shown }),
    related: ([page, before = page, write = page, shown = page], whole) =>
      checkRelatedAfterWrite(
        { property: "notes", pages: [page], items: page.items, isWhole: whole === "whole" },
        { before, write, shown },
      ),
    unnamed: ([created, before = created, patch = created, after = created]) =>
      checkUnnamedKept(created, before, patch, after),
    "own-properties": ([create]) => checkOwnProperties(create, { id: "x", active: false }),
    "other-kept": ([written, before = written, after = written]) => checkOtherKept(written, before, after),
    "created-once": (results) => checkCreatedOnce(results.slice(0, -1), results.at(-1) ?? results[0]),
    "list-patched": ([before, patch = before, after = before]) => checkListPatched(before, patch, after),
    "escaped-member": ([patch, after = patch]) => checkEscapedMember(patch, after),
    "other-body-key": ([write, first = write, read = write]) => checkKeyOfOtherBody(write, first, read),
    "later-kept": ([before, repeated = before, after = before]) => checkLaterWriteKept(before, repeated, after),
    "other-key": ([write, read = write]) => checkKeyOfOther(write, read),
    "body-id": ([write, own = write, other = write]) => checkBodyId(write, own, other, "id"),
    added: ([write, read = write]) => checkAddedReturned(write, read),
    unreachable: ([result]) => checkUnreachableRegistered(result),
    quick: ([registration, a = registration, b = a, c = a, d = a, ...deliveries]) =>
      checkQuickChange(
        registration,
        [
          [a, b],
          [c, d],
        ],
        deliveries,
      ),
    "patched-only": ([before, patch = before, after = before]) => checkPatchedOnly(before, patch, after),
    location: ([create, shown = create]) => checkLocation(create, shown),
    "issued-token": ([before, result = before, signIn = before]) =>
      checkTokenAccepted(before, result, signIn.operation),
    "window-status": ([result], name) => {
      const window = listWindowParameters(result.document, result.operation).find((it) => it.parameter.name === name);
      return window && checkWindowStatus(result, window);
    },
    totals: ([page, large = page]) => checkTotals(page, large),
    "unknown-among": ([result, read = result, ...others]) => checkUnknownAmongOthers(result, read, others),
    "default-size": ([given, without = given], name) => checkDefaultSize(given, without, findParameter(given, name)),
    "kept-returned": ([before, patch = before, after = before]) => checkKeptReturned(before, patch, after),
    "unknown-parent": ([result, parent = result]) => checkUnknownParent(result, parent, "id"),
    reference: ([result]) => checkUnknownReference(result, "shopId"),
    "event-of-other": (scenario) => {
      const [writes = [], deliveries = []] = [false, true].map((isDelivery) =>
        scenario.filter(({ exchange }) => (exchange.webhook !== undefined) === isDelivery),
      );
      const last = deliveries.at(-1);
      return last && checkEventOfOther(last, writes, deliveries.slice(0, -1));
    },
    "delivery-method": ([delivery]) =>
      checkDeliveryMethod(
        delivery,
        listOperations(delivery.document).filter(({ method }) => method === "POST"),
      ),
    "link-host": ([delivery]) => {
      const [link] = listEventLinks(delivery);
      return link && checkLinkHost(delivery, link, ["https://service.example/v1", "http://localhost:1"]);
    },
    redelivered: ([registration, refused = registration, ...deliveries]) =>
      checkEventRepeated(registration, refused, [], deliveries),
    "event-time": ([registration, delivery = registration]) => checkEventTime(delivery, registration),
    "delivery-url": ([delivery]) => checkDeliveredUrl(delivery, "https://listener.example/events?hook=2&name=a%20b"),
    "patch-sent": ([registration, created = registration, patched = registration, ...deliveries]) => {
      const webhooks = listOperations(registration.document).filter(({ kind }) => kind === "webhook");
      const [event] = listRegisteredEvents(registration, webhooks);
      return event && checkPatchSent(event, [created, patched], deliveries);
    },
    "secret-part": ([write]) => checkSecretPart(write),
    "own-ids": (writes) => checkOwnIds(writes),
    "whole-returned": ([write, read = write]) => checkWholeReturned(write, read),
    "update-time": ([before, write = before, after = before]) => checkUpdateTime(before, write, after),
    absent: ([refused, shown = refused]) => checkRefusedAbsent(refused, shown),
  };
