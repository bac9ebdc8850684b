import { readSettings, SettingsError } from "../../check/index.js";
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Operation,
  type Pointer,
  valueAt,
} from "../../document/index.js";
import schema from "./arazzo.schema.json" with { type: "json" };

export type ArazzoStep = {
  readonly id: string;
  readonly operation: Operation | undefined;
  readonly workflowId: string | undefined;
  readonly parameters: readonly JsonObject[];
  readonly requestBody: JsonObject | undefined;
  readonly successCriteria: readonly JsonObject[];
  readonly onSuccess: readonly JsonObject[];
  readonly onFailure: readonly JsonObject[];
  readonly outputs: JsonObject;
};

export type ArazzoWorkflow = ReturnType<typeof readWorkflow>;

export type ArazzoDocument = ReturnType<typeof readArazzoDocument>;

/**
 * Reads an Arazzo document 1.0 or 1.1, and finds the operations of its steps in the spec.
 *
 * @throws {SettingsError} with file, line and column of every error, and of every step that cannot run: AsyncAPI, XPath,
 * workflows of other documents, unknown operations.
 * @see https://spec.openapis.org/arazzo/v1.1.0.html
 */
export function readArazzoDocument(path: string, text: string, operations: readonly Operation[]) {
  const { value, locate } = readSettings(path, text, schema);
  const root = asObject(value) ?? {};
  const errors: { readonly message: string; readonly pointer: Pointer }[] = [];
  const sources = listObjects(root.sourceDescriptions);
  const reader: Reader = { root, sources, operations, fail: (pointer, message) => errors.push({ pointer, message }) };
  const workflows = listObjects(root.workflows).map((it, at) => readWorkflow(reader, it, `/workflows/${at}`));
  if (errors.length > 0)
    throw new SettingsError(errors.map(({ message, pointer }) => ({ message, ...locate(pointer) })));
  return { workflows, sources, self: asString(root.$self) };
}

type Reader = {
  readonly root: JsonObject;
  readonly sources: readonly JsonObject[];
  readonly operations: readonly Operation[];
  readonly fail: (pointer: Pointer, message: string) => void;
};

function readWorkflow(reader: Reader, workflow: JsonObject, pointer: Pointer) {
  const resolve = (list: Json | undefined): JsonObject[] => listObjects(list).map((it) => resolveReusable(reader, it));
  const parameters = resolve(workflow.parameters);
  const successActions = resolve(workflow.successActions);
  const failureActions = resolve(workflow.failureActions);
  const inputs = resolveSchema(reader.root, workflow.inputs);
  return {
    id: String(workflow.workflowId),
    /** Values of the inputs that the schema gives: `default`, `const`, or the first of `examples` or `enum`. */
    inputs: readInputValues(reader.root, inputs),
    inputNames: Object.keys(asObject(inputs.properties) ?? {}),
    required: (asArray(inputs.required) ?? []).map(String),
    dependsOn: (asArray(workflow.dependsOn) ?? []).map((it) => stripSource(String(it))),
    outputs: asObject(workflow.outputs) ?? {},
    steps: listObjects(workflow.steps).map((step, at): ArazzoStep => {
      const here = joinPointer(pointer, "steps", at);
      checkStep(reader, step, here);
      return {
        id: String(step.stepId),
        operation: findOperation(reader, step, here),
        workflowId: step.workflowId === undefined ? undefined : findWorkflowId(reader, String(step.workflowId), here),
        parameters: overrideByName(parameters, resolve(step.parameters)),
        requestBody: asObject(step.requestBody),
        successCriteria: listObjects(step.successCriteria),
        onSuccess: overrideByName(successActions, resolve(step.onSuccess)),
        onFailure: overrideByName(failureActions, resolve(step.onFailure)),
        outputs: asObject(step.outputs) ?? {},
      };
    }),
  };
}

/** Reports what the probe cannot run. */
function checkStep({ sources, fail }: Reader, step: JsonObject, here: Pointer): void {
  const text = [step.operationId, step.operationPath].map((it) => asString(it) ?? "").join(" ");
  const [, source] = /\$sourceDescriptions\.([A-Za-z0-9_-]+)/.exec(text) ?? [];
  const isAsync = sources.some(({ name, type }) => name === source && type === "asyncapi");
  if (step.channelPath !== undefined || isAsync)
    fail(here, `step ${step.stepId}: AsyncAPI steps cannot be run, only steps with an HTTP operation or a workflow`);
  if (/"xpath"/.test(JSON.stringify(step)))
    fail(here, `step ${step.stepId}: XPath is not supported; use jsonpath or jsonpointer`);
}

function findOperation(reader: Reader, step: JsonObject, here: Pointer): Operation | undefined {
  const { operations, fail } = reader;
  const id = asString(step.operationId);
  const path = asString(step.operationPath);
  if (step.channelPath !== undefined || (id === undefined && path === undefined)) {
    if (step.workflowId === undefined && step.channelPath === undefined)
      fail(here, `step ${step.stepId}: expected "operationId", "operationPath" or "workflowId"`);
    return undefined;
  }
  const name = id === undefined ? undefined : stripSource(id);
  const pointer = path?.replace(/^[^#]*#/, "");
  const found = operations.find(
    (it) => it.kind === "path" && (it.id === name || it.pointer === pointer || it.pointer === `${pointer}/get`),
  );
  if (found === undefined) fail(here, `step ${step.stepId}: the spec has no operation ${name ?? pointer}`);
  return found;
}

function findWorkflowId({ root, fail }: Reader, given: string, here: Pointer): string {
  const id = stripSource(given);
  if (!listObjects(root.workflows).some(({ workflowId }) => workflowId === id))
    fail(here, `the file has no workflow ${id}; workflows of other files cannot be run`);
  return id;
}

/** The id in `$sourceDescriptions.name.id`. */
function stripSource(expression: string): string {
  return expression.replace(/^\$sourceDescriptions\.[A-Za-z0-9_-]+\./, "");
}

/** A Reusable Object refers to a component; its own `value` replaces that of the component. */
function resolveReusable({ root }: Reader, it: JsonObject): JsonObject {
  const [, kind = "", name = ""] = /^\$components\.([A-Za-z]+)\.(.+)$/.exec(asString(it.reference) ?? "") ?? [];
  const component = kind === "" ? undefined : asObject(valueAt(root, joinPointer("/components", kind, name)));
  if (component === undefined) return it;
  return it.value === undefined ? component : { ...component, value: it.value };
}

function overrideByName(shared: readonly JsonObject[], own: readonly JsonObject[]): readonly JsonObject[] {
  const isOverridden = (it: JsonObject): boolean => own.some((other) => other.name === it.name && other.in === it.in);
  return [...own, ...shared.filter((it) => !isOverridden(it))];
}

function resolveSchema(root: JsonObject, inputs: Json | undefined): JsonObject {
  const reference = isObject(inputs) ? asString(inputs.$ref) : undefined;
  const target = reference?.startsWith("#") ? valueAt(root, reference.slice(1)) : inputs;
  return asObject(target) ?? {};
}

function readInputValues(root: JsonObject, inputs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(asObject(inputs.properties) ?? {}).flatMap(([name, it]): [string, Json][] => {
      const property = resolveSchema(root, it);
      const [first] = [property.examples, property.enum].flatMap((list) => asArray(list)?.[0] ?? []);
      const value = property.default ?? property.const ?? first;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function listObjects(value: Json | undefined): JsonObject[] {
  return (asArray(value) ?? []).filter(isObject);
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

export function listDependencies(
  { workflows }: Pick<ArazzoDocument, "workflows">,
  workflow: ArazzoWorkflow,
  found: Set<ArazzoWorkflow> = new Set(),
): readonly ArazzoWorkflow[] {
  for (const name of workflow.dependsOn) {
    const it = workflows.find(({ id }) => id === name);
    if (it === undefined || it === workflow || found.has(it)) continue;
    listDependencies({ workflows }, it, found);
    found.add(it);
  }
  return [...found];
}
