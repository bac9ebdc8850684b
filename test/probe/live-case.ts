/**
 * Cases for finding codes that need several requests: `test/probe/codes/<code>.yaml` has a passing and a failing
 * scenario.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type CheckFinding, type Contract, loadContract } from "../../src/check/index.js";
import { findListedAgain } from "../../src/check/rules/listing.js";
import { readJson } from "../../src/check/rules/values.js";
import { checkWorkflowStep } from "../../src/probe/arazzo/run-workflow.js";
import { checkHttpRules, checkStackTrace } from "../../src/probe/checks/http/http-rules.js";
import { checkNamedResource } from "../../src/probe/checks/named-resource.js";
import {
  checkIdempotentReplay,
  checkItemMatchesListing,
  checkRoundTrips,
  checkSecretMasked,
  checkWritePersisted,
} from "../../src/probe/checks/resource.js";
import {
  checkCredentialsRequired,
  checkForeignAccess,
  checkServiceResponse,
  checkTokenAccepted,
  checkTokenResponse,
  checkValidRejected,
} from "../../src/probe/checks/response.js";
import { checkDeliveredEvent } from "../../src/probe/checks/webhooks/delivery.js";
import { checkEventRepeated, checkWebhookDelivered } from "../../src/probe/checks/webhooks/webhook.js";
import type { CaseEdit, CaseRequest } from "../../src/probe/requests/probe-case.js";
import { checkUnknownIdentifier } from "../../src/probe/scenarios/access/unknown-ids.js";
import { checkListingFilter, findListingFilter } from "../../src/probe/scenarios/filters/filter-values.js";
import { checkDeleted } from "../../src/probe/scenarios/lifecycle/lifecycle.js";
import { checkPageSize, checkRepeatedItems } from "../../src/probe/scenarios/page-starts.js";
import { checkItemCount, checkListingComplete, checkNextLink } from "../../src/probe/scenarios/paging.js";
import { checkMissingTarget } from "../../src/probe/scenarios/patches/patcher.js";
import { checkRefusedUnchanged } from "../../src/probe/scenarios/write-variants.js";
import { ProbeExchange } from "../../src/probe/session/probe-exchange.js";
import { createHookFinding } from "../../src/probe/session/session.js";
import { EXCHANGE_PART_POINTERS } from "../../src/recording/index.js";

type Values = Readonly<Record<string, unknown>>;
type ScenarioStep = {
  readonly operation?: string;
  readonly query?: Values;
  readonly header?: Readonly<Record<string, string>>;
  readonly send?: unknown;
  readonly status?: number;
  readonly body?: unknown;
  readonly incomplete?: string;
  /** A delivery that the service sends to the probe. */
  readonly event?: boolean;
};
type LiveCase = {
  readonly operation: string;
  readonly path?: Values;
  readonly query?: Values;
  readonly filter?: string;
  readonly edit?: Omit<CaseEdit, "contract">;
  readonly good: readonly ScenarioStep[];
  readonly bad: readonly ScenarioStep[];
};

const FOLDER = join(import.meta.dirname, "codes");
export const LIVE_SPEC = "spec/openapi.yaml";
export const listLiveCodes = (): string[] =>
  readdirSync(FOLDER).map((name) => name.replace(/\.yaml$/, "").replace(/^(\w+)-(\w+)-/, "$1.$2."));

let loaded: Contract | undefined;
export function getLiveContract(): Contract {
  loaded ??= loadContract(join(import.meta.dirname, "../..", LIVE_SPEC), { servers: ["https://service.example"] });
  return loaded;
}

const first =
  (check: (...scenario: ProbeExchange[]) => CheckFinding | undefined) => (scenario: readonly ProbeExchange[]) =>
    check(...scenario);

/** The check that reports each code. */
const CHECKS: Readonly<Record<string, (scenario: readonly ProbeExchange[], it: LiveCase) => CheckFinding | undefined>> =
  {
    "exchange.response.missing": first(checkServiceResponse as never),
    "exchange.request.failed": first(checkServiceResponse as never),
    "exchange.http.violated": first(checkHttpRules as never),
    "exchange.token.differs": first(checkTokenResponse as never),
    "exchange.resource.other": first(checkNamedResource as never),
    "exchange.patch.differs": ([before, patch]) =>
      before && patch && checkMissingTarget(patch, before, "/amounts/feeTotal"),
    "exchange.valid.rejected": first(checkValidRejected as never),
    "exchange.security.unchecked": first(checkCredentialsRequired as never),
    "exchange.security.foreign": first(checkForeignAccess as never),
    "exchange.token.rejected": first(checkTokenAccepted as never),
    "exchange.refusal.applied": first(checkRefusedUnchanged as never),
    "exchange.workflow.failed": ([exchange]) => {
      const isMet = exchange?.exchange.response.status === 200;
      const failure = { where: "workflow read, step get", reason: '"$statusCode == 200" is not met (status 404)' };
      return exchange && !isMet ? checkWorkflowStep(exchange, failure) : undefined;
    },
    "exchange.hook.failed": ([exchange]) =>
      exchange &&
      createHookFinding(exchange, exchange.exchange.response.status === 404 ? "the order is lost" : undefined),
    "exchange.resource.invented": ([result]) => result && checkUnknownIdentifier(result),
    "exchange.resource.differs": first(checkItemMatchesListing as never),
    "exchange.write.lost": first(checkWritePersisted as never),
    "exchange.write.changed": ([first, example, write, shown]) =>
      first && example && write && shown
        ? checkRoundTrips([
            { write: first, shown: example },
            { write, shown },
          ])[0]?.finding
        : undefined,
    "exchange.resource.undeleted": first(checkDeleted as never),
    "exchange.replay.differs": first(checkIdempotentReplay as never),
    "exchange.page.repeated": (scenario) => checkRepeatedItems(scenario),
    "exchange.page.overlaps": ([before, next]) => {
      if (before === undefined || next === undefined) return undefined;
      const { document, operation, exchange } = next;
      const { headers } = exchange.response;
      const page = {
        document,
        operation,
        url: exchange.request.url,
        query: {},
        headers,
        body: readJson(exchange.response),
      };
      return findListedAgain(page, { page: before.exchange });
    },
    "exchange.page.incomplete": ([whole, part]) => (whole && part ? checkListingComplete([whole], [part]) : undefined),
    "exchange.page.link": ([page]) => page && checkNextLink(page),
    "exchange.page.count": first(checkItemCount as never),
    "exchange.limit.ignored": first(checkPageSize as never),
    "exchange.filter.ignored": ([request], { filter: name }) => {
      const parameter = request?.operation.parameters.find((it) => it.name === name);
      const filter = request && parameter && findListingFilter(request.document, request.operation, parameter);
      return request && filter && checkListingFilter(request, filter, undefined);
    },
    "exchange.secret.shown": first(checkSecretMasked as never),
    "exchange.webhook.undelivered": first(checkWebhookDelivered as never),
    "exchange.webhook.differs": ([registration, ...after]) => {
      const delivery = after.at(-1);
      return registration && delivery && checkDeliveredEvent(delivery, registration, ...after.slice(0, -1));
    },
    "exchange.webhook.unrepeated": ([registration, refused, ...deliveries]) =>
      registration && refused && checkEventRepeated(registration, refused, [], deliveries),
    "exchange.internals.shown": ([result]) => result && checkStackTrace(result),
  };

export type LiveScenario = { readonly exchanges: readonly ProbeExchange[]; readonly finding: CheckFinding | undefined };

/** Runs both scenarios of a code through its check. */
export function readLiveScenarios(code: string): { readonly good: LiveScenario; readonly bad: LiveScenario } {
  const it = parse(readFileSync(join(FOLDER, `${code.replaceAll(".", "-")}.yaml`), "utf8")) as LiveCase;
  const scenario = (steps: readonly ScenarioStep[]): LiveScenario => {
    const exchanges = steps.map((step) => buildProbeExchange(it, step));
    return { exchanges, finding: CHECKS[code]?.(exchanges, it) };
  };
  return { good: scenario(it.good), bad: scenario(it.bad) };
}

const BUSINESS = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";

function buildProbeExchange(it: LiveCase, step: ScenarioStep): ProbeExchange {
  const { document, operations } = getLiveContract();
  const operation = operations.find(({ id }) => id === (step.operation ?? it.operation));
  if (operation === undefined) throw new Error(`there is no operation ${step.operation ?? it.operation}`);
  const values: Values = { businessId: BUSINESS, ...it.path };
  const query = step.operation === undefined ? { ...it.query, ...step.query } : { ...step.query };
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const json = [["Content-Type", "application/json"]] as const;
  const request: CaseRequest = {
    ...{ path: values, query, header: step.header ?? {}, cookie: {} },
    ...(step.send === undefined ? {} : { body: { contentType: "application/json", value: step.send } }),
  };
  const text = (value: unknown) =>
    value === undefined ? ({ kind: "none" } as const) : ({ kind: "text", text: JSON.stringify(value) } as const);
  return new ProbeExchange({
    ...{ document, operation, request },
    edit: it.edit && { ...it.edit, contract: getContractPointer(operation, it.edit.at) },
    exchange: {
      request: {
        method: operation.method,
        url: `https://service.example${path}${search === "" ? "" : `?${search}`}`,
        headers: Object.entries(step.header ?? {}),
        body: text(step.send),
      },
      response: { status: step.status ?? 0, headers: step.body === undefined ? [] : [...json], body: text(step.body) },
      origin: { source: "https://service.example", index: 0, pointer: "/0", parts: EXCHANGE_PART_POINTERS },
      ...(step.event === true ? { webhook: {} } : {}),
      ...(step.incomplete === undefined ? {} : { incomplete: step.incomplete }),
    },
  });
}

function getContractPointer(operation: ProbeExchange["operation"], name: string): string {
  return operation.parameters.find((it) => it.name === name)?.pointer ?? operation.securityPointer;
}
