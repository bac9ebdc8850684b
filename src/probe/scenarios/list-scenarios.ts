import type { Contract } from "../../check/index.js";
import type { ArazzoDocument } from "../arazzo/arazzo-document.js";
import { createWorkflowTasks } from "../arazzo/run-workflow.js";
import type { ProbePlan } from "../plan.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { pause } from "../session/send.js";
import type { CredentialSource } from "../session/session.js";
import {
  createCredentialScenarios,
  createOtherIdentityScenarios,
  createSignInScenarios,
} from "./access/credentials.js";
import { createUndocumentedUnknownScenarios, createUnknownIdScenarios } from "./access/unknown-ids.js";
import { createFilterScenarios } from "./filters/filters.js";
import {
  createConditionalScenarios,
  createHeadScenarios,
  createMediaTypeScenarios,
  createPreconditionScenarios,
} from "./http/http.js";
import { createListedCreationScenarios } from "./lifecycle/create-resource.js";
import { createLifecycleScenarios } from "./lifecycle/lifecycle.js";
import { createFilledListingScenarios, createPagingScenarios } from "./paging.js";
import { createJsonPatchScenarios } from "./patches/json-patch.js";
import { createMergePatchScenarios } from "./patches/merge-patch.js";
import { createItemScenarios, createWriteScenarios } from "./resources.js";
import { createRoundTripScenarios } from "./round-trips/round-trips.js";
import type { ScenarioContext } from "./scenario-context.js";
import { createWebhookScenarios, type WebhookListenerFactory } from "./webhooks/webhooks.js";
import { createKeyScenarios, createWriteVariantScenarios } from "./write-variants.js";

export type ScenarioOptions = {
  readonly contract: Contract;
  readonly nonce: string;
  readonly safe: boolean;
  readonly workers: number;
  /** Opens listeners for webhook events; without it, the webhook scenarios are skipped. */
  readonly listen?: WebhookListenerFactory | undefined;
  /** Credentials of another tenant, who must not access what belongs to the first. */
  readonly otherCredentials?: CredentialSource | undefined;
  readonly arazzo?: ArazzoDocument | undefined;
};

type ScenarioGroup = { readonly tasks: Iterable<ProbeTask>; readonly concurrency: number };

/** Lists the scenarios in order: later ones use values learned by earlier ones. Writing scenarios run one at a time. */
export function* listScenarios(options: ScenarioOptions, plan: ProbePlan): Iterable<ScenarioGroup> {
  const { contract, nonce, listen, safe } = options;
  const { reachable: operations, seeds, known, createId, isValid } = plan;
  const events = contract.operations.filter(({ kind }) => kind === "webhook");
  const context: ScenarioContext = { document: contract.document, operations, seeds, known, createId, isValid, nonce };
  const readScenarios = [
    createPagingScenarios,
    createFilterScenarios,
    createItemScenarios,
    createHeadScenarios,
    createConditionalScenarios,
  ];
  yield { tasks: readScenarios.flatMap((create) => create(context)), concurrency: options.workers };
  const rejectionScenarios = [createUnknownIdScenarios, createUndocumentedUnknownScenarios, createCredentialScenarios];
  yield {
    tasks: [
      ...rejectionScenarios.flatMap((create) => create(context)),
      ...createSignInScenarios({ ...context, pause: (ms) => pause(ms) }),
    ],
    concurrency: options.workers,
  };
  if (options.otherCredentials !== undefined) yield { tasks: createOtherIdentityScenarios(context), concurrency: 1 };
  if (options.arazzo !== undefined)
    yield { tasks: createWorkflowTasks(options.arazzo, context.known.given, pause), concurrency: 1 };
  yield { tasks: createWriteScenarios(context), concurrency: 1 };
  const writing = [
    createMediaTypeScenarios,
    createPreconditionScenarios,
    createKeyScenarios,
    createJsonPatchScenarios,
    createMergePatchScenarios,
    createRoundTripScenarios,
    createLifecycleScenarios,
    createListedCreationScenarios,
    createFilledListingScenarios,
  ];
  if (!safe) yield { tasks: writing.flatMap((create) => create(context)), concurrency: 1 };
  if (listen !== undefined && !safe)
    yield {
      tasks: createWebhookScenarios({ ...context, listen, pause, events, getBaseUrl: plan.getBaseUrl }),
      concurrency: 1,
    };
  if (!safe) yield { tasks: createWriteVariantScenarios(context), concurrency: 1 };
}
