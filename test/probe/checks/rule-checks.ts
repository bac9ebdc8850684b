import type { CheckFinding } from "../../../src/check/index.js";
import { listOperations } from "../../../src/document/index.js";
import {
  checkHttpRules,
  checkMaskedNumber,
  checkSecretInError,
  checkStackTrace,
} from "../../../src/probe/checks/http/http-rules.js";
import { checkTokenAccepted } from "../../../src/probe/checks/response.js";
import {
  checkDeliveredUrl,
  checkDeliveryMethod,
  checkEventRepeated,
} from "../../../src/probe/checks/webhooks/webhook.js";
import {
  checkUnknownAmongOthers,
  checkUnknownParent,
  checkUnknownReference,
} from "../../../src/probe/scenarios/access/unknown-ids.js";
import { checkFilteredPages, checkPartlyUnknown } from "../../../src/probe/scenarios/filters/filter-values.js";
import { checkSortDirection, checkSorted } from "../../../src/probe/scenarios/filters/filters.js";
import { checkHead, checkNotModified } from "../../../src/probe/scenarios/http/http.js";
import { checkLocation } from "../../../src/probe/scenarios/lifecycle/create-resource.js";
import { checkDefaultSize, checkTotals } from "../../../src/probe/scenarios/paging.js";
import {
  checkNothingPatched,
  checkPatchedOnly,
  checkPatchWhole,
  checkReplacedWhole,
} from "../../../src/probe/scenarios/patches/patcher.js";
import { checkUnreachableRegistered } from "../../../src/probe/scenarios/webhooks/webhooks.js";
import {
  checkConcurrentFailure,
  checkKeyOfOther,
  checkKeyOfOtherBody,
  checkLaterWriteKept,
} from "../../../src/probe/scenarios/write-variants.js";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { checkUndefinedMethod } from "../../../src/probe/tasks/case-tasks.js";

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
    pages: (pages, name) => checkFilteredPages(pages, { parameter: findParameter(pages[0], name) }, 2),
    partly: ([before, result = before], name) =>
      checkPartlyUnknown(before, result, { parameter: findParameter(before, name) }),
    "not-modified": ([whole, result = whole]) => checkNotModified(whole, result, "1990-01-01T00:00:00Z"),
    method: ([result]) => checkUndefinedMethod(result),
    replaced: ([before, patch = before, after = before]) => checkReplacedWhole(before, patch, after),
    secret: ([result]) => checkSecretInError(result),
    head: ([get, head = get]) => checkHead(get, head, get),
    sorted: ([result], known) =>
      checkSorted(result, { name: "sort", pointer: result.operation.pointer }, known === "known"),
    "sort-direction": ([ascending, descending = ascending]) =>
      checkSortDirection(ascending, descending, { name: "sort", pointer: ascending.operation.pointer }),
    failed: ([result, alone = result]) => checkConcurrentFailure(result, alone),
    "patch-whole": ([before, refused = before, after = before, again = after]) =>
      checkPatchWhole(before, refused, after, again),
    "nothing-patched": ([before, patch = before, after = before, again = after]) =>
      checkNothingPatched(before, patch, after, again),
    "other-body-key": ([write, first = write, read = write]) => checkKeyOfOtherBody(write, first, read),
    "later-kept": ([before, repeated = before, after = before]) => checkLaterWriteKept(before, repeated, after),
    "other-key": ([write, read = write]) => checkKeyOfOther(write, read),
    unreachable: ([result]) => checkUnreachableRegistered(result),
    "patched-only": ([before, patch = before, after = before]) => checkPatchedOnly(before, patch, after),
    location: ([create, shown = create]) => checkLocation(create, shown),
    "issued-token": ([before, result = before, signIn = before]) =>
      checkTokenAccepted(before, result, signIn.operation),
    totals: ([page, large = page]) => checkTotals(page, large),
    "unknown-among": ([result, read = result, ...others]) => checkUnknownAmongOthers(result, read, others),
    "default-size": ([given, without = given], name) => checkDefaultSize(given, without, findParameter(given, name)),
    "unknown-parent": ([result, parent = result]) => checkUnknownParent(result, parent, "id"),
    reference: ([result]) => checkUnknownReference(result, "shopId"),
    "delivery-method": ([delivery]) =>
      checkDeliveryMethod(
        delivery,
        listOperations(delivery.document).filter(({ method }) => method === "POST"),
      ),
    redelivered: ([registration, refused = registration, ...deliveries]) =>
      checkEventRepeated(registration, refused, [], deliveries),
    "delivery-url": ([delivery]) => checkDeliveredUrl(delivery, "https://listener.example/events?hook=2&name=a%20b"),
  };
