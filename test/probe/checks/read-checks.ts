import type { CheckFinding } from "../../../src/check/index.js";
import type { JsonObject } from "../../../src/document/index.js";
import { checkEquivalentRejected, checkPartNeeded } from "../../../src/probe/checks/response.js";
import {
  checkLaterServed,
  checkParentOf,
  checkParentServed,
  checkRefusedSilent,
  checkSentOnce,
} from "../../../src/probe/checks/webhooks/webhook.js";
import { checkUnknownHidden, checkUnknownStatus } from "../../../src/probe/scenarios/access/unknown-ids.js";
import { checkUnchangedListed } from "../../../src/probe/scenarios/filters/written-filters.js";
import { checkOverridden } from "../../../src/probe/scenarios/http/conditional.js";
import { checkSameContent } from "../../../src/probe/scenarios/http/http.js";
import { checkPageItems } from "../../../src/probe/scenarios/paging.js";
import { checkListedWhole } from "../../../src/probe/scenarios/views/listed-item.js";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";

type Scenario = readonly [ProbeExchange, ...ProbeExchange[]];

const isDelivery = ({ exchange }: ProbeExchange): boolean => exchange.webhook !== undefined;
const isLater = ({ exchange }: ProbeExchange): boolean => exchange.request.url.startsWith("https://later.example");

/** Checks of `read-rules.yaml` and `hooks.yaml`. The word after the name of a check is its parameter. */
export const READ_CHECKS: Readonly<Record<string, (scenario: Scenario, argument: string) => CheckFinding | undefined>> =
  {
    "part-needed": ([rejected, accepted = rejected]) =>
      checkPartNeeded(rejected, accepted, { in: "header", name: "Version", contract: rejected.operation.pointer }),
    "same-rejection": ([before, request = before, again = before, after = before]) =>
      checkEquivalentRejected(before, request, again, after),
    hidden: ([known, result = known]) => checkUnknownHidden(known, result, "id"),
    "unknown-status": ([result], argument) => checkUnknownStatus(result, { name: "id", isUuid: argument === "uuid" }),
    overridden: ([before, result = before, after = before]) => checkOverridden(before, result, after),
    "same-content": ([before, after = before, result = before]) => checkSameContent([before, after], result),
    "page-items": ([whole, page = whole]) => checkPageItems(whole, page),
    "listed-whole": ([listed, single = listed]) => checkListedWhole(listed, listed.list?.[0] as JsonObject, single),
    unchanged: ([write, ...pages]) => checkUnchangedListed(pages, write, ["a", "b"]),
    "sent-once": (all) =>
      checkSentOnce(
        all.filter(isDelivery),
        all.filter((it) => !isDelivery(it)),
      )[0]?.finding,
    "refused-silent": ([refused, delivery = refused]) => checkRefusedSilent(delivery, refused),
    "later-served": ([registration, ...all]) =>
      checkLaterServed(
        { registration, deliveries: all.filter(isLater) },
        all.filter((it) => !isLater(it)),
      ),
    "parent-served": ([own, other = own, ...all]) =>
      checkParentServed(own, { name: "shopId", own, other }, [all.filter((it) => !isLater(it)), all.filter(isLater)]),
    "parent-of": ([foreign, delivery = foreign]) => checkParentOf(delivery, foreign, "shopId"),
  };
