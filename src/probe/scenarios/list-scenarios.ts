import type { Contract } from "../../gate/index.js";
import type { ArazzoDocument } from "../arazzo/arazzo-document.js";
import { createWorkflowTasks } from "../arazzo/workflow-tasks.js";
import type { ProbePlan } from "../plan.js";
import type { ProbeTask } from "../session/run-tasks.js";
import { pause } from "../session/send.js";
import type { CredentialSource } from "../session/session.js";
import { createCredentialScenarios } from "./access/credentials.js";
import { createOtherIdentityScenarios } from "./access/other-identity.js";
import { createOtherParentWriteScenarios } from "./access/other-parent-writes.js";
import { createOtherParentScenarios } from "./access/other-parents.js";
import { createSignInScenarios } from "./access/sign-in.js";
import { createUndocumentedUnknownScenarios } from "./access/undocumented-unknown.js";
import { createUnknownIdScenarios } from "./access/unknown-ids.js";
import { createBodyIdScenarios } from "./body-ids.js";
import { createCopyScenarios } from "./copies.js";
import { createFilledListingScenarios } from "./filled-listing.js";
import { createFilterScenarios } from "./filters/filters.js";
import { createListedWholeScenarios } from "./filters/listed-whole.js";
import { createNestedFilterScenarios } from "./filters/nested-filters.js";
import { createWrittenFilterScenarios } from "./filters/written-filters.js";
import { createConditionalScenarios, createMethodScenarios } from "./http/conditional.js";
import { createHeadScenarios } from "./http/head.js";
import { createHttpScenarios, createMediaTypeScenarios, createPreconditionScenarios } from "./http/http.js";
import { createRequiredReadScenarios, createRequiredWriteScenarios } from "./http/required-parts.js";
import { createKeyScenarios } from "./idempotency-keys.js";
import { createLifecycleScenarios } from "./lifecycle/lifecycle.js";
import { createOwnPropertyScenarios } from "./own-properties.js";
import { createPagingScenarios } from "./paging.js";
import { createFreeMemberScenarios } from "./patches/free-members.js";
import { createJsonPatchScenarios } from "./patches/json-patch.js";
import { createMergePatchScenarios } from "./patches/merge-patch.js";
import { createItemScenarios, createWriteScenarios } from "./resources.js";
import { createRoundTripScenarios } from "./round-trips/round-trips.js";
import type { ScenarioContext } from "./scenario-context.js";
import { createViewScenarios } from "./views/views.js";
import type { WebhookListenerFactory } from "./webhooks/webhook-listener.js";
import { createWebhookScenarios } from "./webhooks/webhooks.js";
import { createWriteVariantScenarios } from "./write-variants.js";

export type ScenarioOptions = {
  readonly contract: Contract;
  readonly nonce: string;
  readonly safe: boolean;
  readonly workers: number;
  readonly listen?: WebhookListenerFactory | undefined;
  readonly otherCredentials?: CredentialSource | undefined;
  readonly arazzo?: ArazzoDocument | undefined;
};

export type ScenarioGroup = { readonly tasks: Iterable<ProbeTask>; readonly concurrency: number };

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
    createCopyScenarios,
    createHeadScenarios,
    createHttpScenarios,
    createConditionalScenarios,
    createRequiredReadScenarios,
  ];
  yield { tasks: readScenarios.flatMap((create) => create(context)), concurrency: options.workers };
  const rejectionScenarios = [
    createUnknownIdScenarios,
    createUndocumentedUnknownScenarios,
    createCredentialScenarios,
    createOtherParentScenarios,
  ];
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
    createRequiredWriteScenarios,
    createMediaTypeScenarios,
    createPreconditionScenarios,
    createWrittenFilterScenarios,
    createNestedFilterScenarios,
    createMethodScenarios,
    createKeyScenarios,
    createBodyIdScenarios,
    createOwnPropertyScenarios,
    createJsonPatchScenarios,
    createMergePatchScenarios,
    createFreeMemberScenarios,
    createRoundTripScenarios,
    createLifecycleScenarios,
    createViewScenarios,
    createOtherParentWriteScenarios,
    createListedWholeScenarios,
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
