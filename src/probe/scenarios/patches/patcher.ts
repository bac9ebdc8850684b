import type { Json } from "../../../document/index.js";
import type { JsonPatchOperation } from "../../checks/patches/json-patch.js";
import type { TaskSession } from "../../session/session.js";
import { restoreBeforePatch } from "../resources.js";
import type { ScenarioContext } from "../scenario-context.js";
import { type AcceptedPatches, createAcceptedPatches } from "./accepted-patches.js";
import { listReplacements, probePatchPaths } from "./json-patch-paths.js";
import { makeOtherValue } from "./other-values.js";
import { probePatchLists } from "./patch-lists.js";
import { probePatchMembers } from "./patch-members.js";
import { createPatchSender, type PatchTarget } from "./patch-sender.js";
import { createRejectedPatches, type RejectedPatches } from "./rejected-patches.js";

export type Patcher = AcceptedPatches &
  RejectedPatches & {
    readonly readResource: () => Promise<Json>;
    /** Operations on numbers and booleans at different places: those of the accepted patch first, then replacements in the resource. */
    readonly listScalars: () => Promise<readonly JsonPatchOperation[]>;
    readonly probePaths: () => Promise<void>;
    /** Adds items to lists and takes them out. Returns whether there is any such list. */
    readonly probeLists: () => Promise<boolean>;
  };

export function createPatcher(context: ScenarioContext, target: PatchTarget, session: TaskSession): Patcher {
  const sender = createPatchSender(context, target, session);
  const { read, readResource, build, isValid } = sender;
  const { operation } = target.base;
  const canRestore = context.operations.some(
    (it) => it.method === "PUT" && it.path === operation.path && context.seeds.get(it)?.accepted !== undefined,
  );
  const restore = canRestore ? () => restoreBeforePatch(context, target.base, session.send) : undefined;
  return {
    ...createAcceptedPatches(context, target, session, sender),
    ...createRejectedPatches(context, target, session, sender),
    listScalars: async () => {
      const all = [...target.patch, ...listReplacements(await readResource())];
      const scalars = all.filter((it) => it.op !== "remove" && makeOtherValue(it.value) !== undefined && isValid([it]));
      return scalars.filter(({ path }, at) => scalars.findIndex((it) => it.path === path) === at);
    },
    readResource,
    probePaths: async () => {
      await probePatchPaths({ operation, shown: await read(), build, isValid }, session);
      await probePatchMembers({ ...sender, restore }, session);
    },
    probeLists: async () => probePatchLists({ ...sender, restore }, session),
  };
}
