import type { JsonObject } from "../../document/index.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ArazzoDocument, ArazzoWorkflow } from "./arazzo-document.js";
import { runWorkflow, type WorkflowRun } from "./run-workflow.js";

/** Creates a task for each workflow that no other one calls. What it depends on runs first. */
export function createWorkflowTasks(
  document: ArazzoDocument,
  given: JsonObject,
  pause: WorkflowRun["pause"],
): ProbeTask[] {
  const run: WorkflowRun = { document, given, results: new Map(), pause };
  return listEntryWorkflows(document).map((workflow) => ({
    id: `stateful/arazzo/${workflow.id}`,
    run: async (session) => {
      for (const it of [...listDependencies(document, workflow), workflow])
        if (!run.results.has(it.id)) await runWorkflow(run, it, session);
    },
  }));
}

/** Workflows that no step of another one calls. */
export function listEntryWorkflows({ workflows }: ArazzoDocument): readonly ArazzoWorkflow[] {
  const called = new Set(
    workflows.flatMap(({ id, steps }) =>
      steps.flatMap(({ workflowId }) => (workflowId === id ? [] : (workflowId ?? []))),
    ),
  );
  return workflows.filter(({ id }) => !called.has(id));
}

function listDependencies(
  { workflows }: ArazzoDocument,
  workflow: ArazzoWorkflow,
  found: Set<ArazzoWorkflow> = new Set(),
): readonly ArazzoWorkflow[] {
  for (const name of workflow.dependsOn) {
    const it = workflows.find(({ id }) => id === name);
    if (it === undefined || it === workflow || found.has(it)) continue;
    listDependencies({ workflows, sources: [], self: undefined }, it, found);
    found.add(it);
  }
  return [...found];
}
