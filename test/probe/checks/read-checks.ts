import type { CheckFinding } from "../../../src/check/index.js";
import { checkLaterServed, checkRefusedSilent, checkSentOnce } from "../../../src/probe/checks/webhooks/webhook.js";
import { checkUnknownHidden, checkUnknownStatus } from "../../../src/probe/scenarios/access/unknown-ids.js";
import type { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";

type Scenario = readonly [ProbeExchange, ...ProbeExchange[]];

const isDelivery = ({ exchange }: ProbeExchange): boolean => exchange.webhook !== undefined;
const isLater = ({ exchange }: ProbeExchange): boolean => exchange.request.url.startsWith("https://later.example");

/** Checks of `read-rules.yaml` and `hooks.yaml`. The word after the name of a check is its parameter. */
export const READ_CHECKS: Readonly<Record<string, (scenario: Scenario, argument: string) => CheckFinding | undefined>> =
  {
    hidden: ([known, result = known]) => checkUnknownHidden(known, result, "id"),
    "unknown-status": ([result], argument) => checkUnknownStatus(result, { name: "id", isUuid: argument === "uuid" }),
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
  };
